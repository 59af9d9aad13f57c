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
  size_t difference = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
  if (difference > limit)
    return limit + 1;
  // The last three rows of the table, whose columns are the letters of `b`.
  using Row = llvm::SmallVector<unsigned, 32>;
  Row before, last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    last[j] = static_cast<unsigned>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<unsigned>(i);
    unsigned least = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    // A letter changes places with the next one at most, so that two such rows decide.
    if (least > limit + 1)
      return limit + 1;
    before = std::exchange(last, row);
  }
  return std::min(last[b.size()], limit + 1);
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
    : text(text), distance(std::max<unsigned>(1, static_cast<unsigned>(text.size() / 3))) {}

void NearestSpelling::consider(StringRef word) {
  unsigned d = spellingDistance(text, word, distance);
  if (d > distance || llvm::is_contained(nearest, word))
    return;
  if (d < distance)
    nearest.clear();
  distance = d;
  nearest.push_back(word);
}
