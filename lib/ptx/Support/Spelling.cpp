// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Spelling.h"
#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <string>
#include <utility>

using namespace ptx;
using llvm::StringRef;

unsigned ptx::spellingDistance(StringRef a, StringRef b, unsigned limit) {
  // A common prefix and suffix cost nothing; they are most of a long name.
  while (!a.empty() && !b.empty() && a.front() == b.front())
    a = a.drop_front(), b = b.drop_front();
  while (!a.empty() && !b.empty() && a.back() == b.back())
    a = a.drop_back(), b = b.drop_back();
  size_t difference = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
  if (difference > limit)
    return limit + 1;
  // The last three rows of the table, whose columns are the letters of `b`. Cells further from the
  // diagonal than the limit exceed it.
  const unsigned above = limit + 1;
  llvm::SmallVector<unsigned, 96> rows(3 * (b.size() + 2), above);
  unsigned *before = rows.data(), *last = before + b.size() + 2, *row = last + b.size() + 2;
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
    // A letter swaps places at most with the next one, so two such rows determine the result.
    if (least > above)
      return above;
    std::swap(before, last);
    std::swap(last, row);
  }
  return std::min(last[b.size()], above);
}

/// The letters around position `at` of `name`, up to other characters.
static StringRef wordAt(StringRef name, size_t at) {
  size_t begin = at;
  while (begin != 0 && llvm::isAlpha(name[begin - 1]))
    --begin;
  return name.substr(begin).take_while(llvm::isAlpha);
}

/// The word around the letters from `begin` to `end`; a capital letter starts a new word.
static SourceRange wordAround(StringRef name, size_t begin, size_t end) {
  auto beginsWord = [&](size_t at) {
    return at != 0 && at != name.size() && llvm::isUpper(name[at]) && llvm::isLower(name[at - 1]);
  };
  size_t first = begin, last = end;
  while (first != 0 && llvm::isAlpha(name[first - 1]) && !beginsWord(first))
    --first;
  while (last != name.size() && llvm::isAlpha(name[last]) && !beginsWord(last))
    ++last;
  return {static_cast<uint32_t>(first), static_cast<uint32_t>(last)};
}

/// The number of letters of the word in which the letters from `begin` to `end` differ; 0 if they
/// must be inside the word and are not.
static size_t wordSize(StringRef name, size_t begin, size_t end, bool isInside) {
  SourceRange word = wordAround(name, begin, end);
  return isInside && (word.begin == begin || word.end == end) ? 0 : word.size();
}

/// For two names that differ only in case: single letters such as `A` and `a` can be different
/// names.
static Slip slipOfCase(StringRef written, StringRef meant) {
  constexpr size_t shortest = 3;
  for (size_t i = 0; i != written.size(); ++i)
    if (written[i] != meant[i] && wordAt(written, i).size() >= shortest)
      return Slip::Certain;
  return Slip::None;
}

Slip ptx::slipBetween(StringRef written, StringRef meant) {
  if (written.equals_insensitive(meant))
    return slipOfCase(written, meant);
  size_t shorter = std::min(written.size(), meant.size()), prefix = 0, suffix = 0;
  while (prefix != shorter && written[prefix] == meant[prefix])
    ++prefix;
  while (suffix != shorter - prefix &&
         written[written.size() - 1 - suffix] == meant[meant.size() - 1 - suffix])
    ++suffix;
  StringRef a = written.slice(prefix, written.size() - suffix),
            b = meant.slice(prefix, meant.size() - suffix);
  bool isExchange = a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
  if ((!isExchange && (a.size() > 1 || b.size() > 1)) || !llvm::all_of(a, llvm::isAlpha) ||
      !llvm::all_of(b, llvm::isAlpha))
    return Slip::None;
  size_t least = std::min(wordSize(written, prefix, prefix + a.size(), !isExchange),
                          wordSize(meant, prefix, prefix + b.size(), !isExchange));
  constexpr size_t shortWord = 3, longWord = 5;
  bool isOther = a.size() == 1 && b.size() == 1;
  if (isOther || least < longWord)
    return least >= (isOther ? longWord : shortWord) ? Slip::Likely : Slip::None;
  return Slip::Certain;
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
