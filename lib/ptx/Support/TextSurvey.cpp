// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/TextSurvey.h"

#include "ptx/Support/ByteVector.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// The positions of the last two bytes of `mark` in a vector of bytes and the vector of their
/// predecessors.
static ByteVector endsOf(StringRef mark, ByteVector bytes, ByteVector before) {
  // On some processors `char` is unsigned, and clang compares no vector of another type with it.
  auto last = static_cast<int8_t>(mark.back());
  auto nextToLast = static_cast<int8_t>(mark.drop_back().back());
  return (bytes == last) & (before == nextToLast);
}

/// Whether some of the 64 bytes from `p` on is unusual or may end a mark. Reads the byte before
/// `p`.
static bool isWorthALook(const char *p) {
  ByteVector found{};
  for (const char *end = p + 4 * sizeof(ByteVector); p != end; p += sizeof(ByteVector)) {
    ByteVector bytes = bytesAt(p), before = bytesAt(p - 1);
    // As signed numbers, non-ASCII bytes are below 0.
    found |= (bytes <= 0) | endsOf(suppressionMark, bytes, before) |
             endsOf(descriptionMark, bytes, before);
  }
  return isAnySet(found);
}

/// Whether `mark` ends right after `last`. Marks that start before the part are ignored, since
/// another thread may be reading there.
static bool endsMark(const char *last, StringRef part, StringRef mark) {
  size_t size = static_cast<size_t>(last + 1 - part.begin());
  return mark.ends_with(StringRef(part.begin(), size).take_back(mark.size()));
}

TextSurvey::TextSurvey(StringRef text, StringRef part) {
  constexpr ptrdiff_t step = 4 * sizeof(ByteVector);
  for (const char *p = part.begin(); p != part.end();) {
    const char *end = p + std::min(step, part.end() - p);
    if (p != part.begin() && end - p == step && !isWorthALook(p)) {
      p = end;
      continue;
    }
    for (; p != end; ++p)
      if (*p == suppressionMark.back())
        mayHaveSuppressions |= endsMark(p, part, suppressionMark);
      else if (*p == descriptionMark.back())
        mayHaveDescriptions |= endsMark(p, part, descriptionMark);
      else if (static_cast<int8_t>(*p) <= 0)
        firstUnusual = std::min(firstUnusual, static_cast<uint32_t>(p - text.begin()));
  }
}

void TextSurvey::add(const TextSurvey &part) {
  firstUnusual = std::min(firstUnusual, part.firstUnusual);
  mayHaveSuppressions |= part.mayHaveSuppressions;
  mayHaveDescriptions |= part.mayHaveDescriptions;
}
