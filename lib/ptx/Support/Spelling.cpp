// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <string>
#include <utility>

using namespace ptx;
using llvm::StringRef;

unsigned ptx::spellingDistance(StringRef a, StringRef b, unsigned limit) {
  // What they have in common at both ends costs nothing, and of long names it is most.
  while (!a.empty() && !b.empty() && a.front() == b.front())
    a = a.drop_front(), b = b.drop_front();
  while (!a.empty() && !b.empty() && a.back() == b.back())
    a = a.drop_back(), b = b.drop_back();
  size_t difference = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
  if (difference > limit)
    return limit + 1;
  // The last three rows of the table, whose columns are the letters of `b`. What is further from
  // the diagonal than the limit is above it.
  using Row = llvm::SmallVector<unsigned, 32>;
  const unsigned above = limit + 1;
  Row before(b.size() + 2, above), last(b.size() + 2, above), row(b.size() + 2, above);
  for (size_t j = 0; j <= std::min<size_t>(b.size(), limit); ++j)
    last[j] = static_cast<unsigned>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t first = i > limit ? i - limit : 1, end = std::min(b.size(), i + limit);
    row[first - 1] = first == 1 ? std::min(static_cast<unsigned>(i), above) : above;
    row[end + 1] = above;
    unsigned least = row[first - 1];
    for (size_t j = first; j <= end; ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      row[j] = std::min(row[j], above + 1);
      least = std::min(least, row[j]);
    }
    // A letter changes places with the next one at most, so that two such rows decide.
    if (least > above)
      return above;
    std::swap(before, last);
    std::swap(last, row);
  }
  return std::min(last[b.size()], above);
}

bool ptx::differsInNumbers(StringRef a, StringRef b) {
  auto digits = [](StringRef text) {
    std::string found;
    llvm::copy_if(text, std::back_inserter(found), llvm::isDigit);
    llvm::sort(found);
    return found;
  };
  return digits(a) != digits(b);
}

NearestSpelling::NearestSpelling(StringRef text)
    : text(text), distance(static_cast<unsigned>(std::clamp<size_t>(text.size() / 3, 1, 16))) {}

void NearestSpelling::consider(StringRef word) {
  unsigned d = spellingDistance(text, word, distance);
  if (d > distance || llvm::is_contained(nearest, word))
    return;
  if (d < distance)
    nearest.clear();
  distance = d;
  nearest.push_back(word);
}
