// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/TextSurvey.h"

#include <algorithm>
#include <cstring>

using namespace ptx;
using llvm::StringRef;

/// Bytes that are compared at once, with the vector instructions that every 64-bit machine has.
using Bytes = int8_t __attribute__((vector_size(16)));

static Bytes bytesAt(const char *p) {
  Bytes bytes;
  memcpy(&bytes, p, sizeof(bytes));
  return bytes;
}

/// Where among bytes, each with the one before it, the last two of `mark` are.
static Bytes endsOf(StringRef mark, Bytes bytes, Bytes before) {
  return (bytes == mark.back()) & (before == mark.drop_back().back());
}

/// Whether some of the 64 bytes from `p` on is unusual or may end a mark. Reads the byte before
/// `p`.
static bool isWorthALook(const char *p) {
  Bytes found{};
  for (const char *end = p + 4 * sizeof(Bytes); p != end; p += sizeof(Bytes)) {
    Bytes bytes = bytesAt(p), before = bytesAt(p - 1);
    // Signed, what is not ASCII is below 0.
    found |= (bytes <= 0) | endsOf(suppressionMark, bytes, before) |
             endsOf(descriptionMark, bytes, before);
  }
  uint64_t halves[2];
  memcpy(halves, &found, sizeof(halves));
  return (halves[0] | halves[1]) != 0;
}

/// Whether `mark` ends right after `last`. If it would begin before the part, that is not looked
/// at, as another thread may be reading it.
static bool endsMark(const char *last, StringRef part, StringRef mark) {
  size_t size = static_cast<size_t>(last + 1 - part.begin());
  return mark.ends_with(StringRef(part.begin(), size).take_back(mark.size()));
}

TextSurvey::TextSurvey(StringRef text, StringRef part) {
  constexpr ptrdiff_t step = 4 * sizeof(Bytes);
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
