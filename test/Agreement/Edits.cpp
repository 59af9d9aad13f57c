// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

static bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

/// The length of the token at the front of `text`, which is not white space.
static size_t tokenSize(StringRef text) {
  auto wordEnd = [text](size_t from, StringRef further) {
    while (from < text.size() && (isWordCharacter(text[from]) || further.contains(text[from])))
      ++from;
    return from;
  };
  char c = text.front();
  if (llvm::isDigit(c))
    return wordEnd(1, ".");
  if (c == '.')
    return wordEnd(1, ":");
  if (c == '"')
    return std::min(text.size(), text.find('"', 1) + 1);
  return isWordCharacter(c) || c == '%' ? wordEnd(1, "") : 1;
}

/// The tokens of one line, as parts of it.
static llvm::SmallVector<StringRef, 32> tokenize(StringRef line) {
  llvm::SmallVector<StringRef, 32> tokens;
  for (line = line.ltrim(); !line.empty(); line = line.ltrim()) {
    size_t size = std::max<size_t>(1, tokenSize(line));
    tokens.push_back(line.take_front(size));
    line = line.drop_front(size);
  }
  return tokens;
}

/// Cuts `line N: ` off the front of `description`; 0 if there is none.
static unsigned takeLineNumber(StringRef &description) {
  StringRef rest = description;
  unsigned number = 0;
  if (!rest.consume_front("line ") || rest.consumeInteger(10, number) || !rest.consume_front(": "))
    return 0;
  description = rest;
  return number;
}

/// The line of `source` that holds nothing but `text`: line `number`, or the first if that is 0.
/// Empty if there is none.
static StringRef findLine(StringRef source, StringRef text, unsigned number) {
  unsigned at = 0;
  while (!source.empty()) {
    auto [line, rest] = source.split('\n');
    if (number ? ++at == number : line.trim() == text)
      return line.trim() == text ? line : StringRef();
    source = rest;
  }
  return {};
}

std::optional<Edit> ptx::test::findEdit(StringRef description, StringRef source) {
  unsigned number = takeLineNumber(description);
  auto [before, after] = description.split("  ->  ");
  StringRef line = findLine(source, after.trim(), number);
  if (line.empty())
    return std::nullopt;
  llvm::SmallVector<StringRef, 32> old = tokenize(before), now = tokenize(line);
  size_t shorter = std::min(old.size(), now.size()), front = 0, back = 0;
  while (front < shorter && old[front] == now[front])
    ++front;
  while (back < shorter - front && old[old.size() - 1 - back] == now[now.size() - 1 - back])
    ++back;
  size_t removed = old.size() - front - back, added = now.size() - front - back;
  if (removed == 0 && added == 0)
    return std::nullopt;

  auto range = [&](size_t first, size_t last) {
    return SourceRange{static_cast<uint32_t>(now[first].begin() - source.begin()),
                       static_cast<uint32_t>(now[last].end() - source.begin())};
  };
  Edit edit;
  if (added)
    edit.changed = range(front, front + added - 1);
  if (front)
    edit.before = range(front - 1, front - 1);
  if (front + added < now.size())
    edit.after = range(front + added, front + added);
  edit.single = removed <= 1 && added <= 1;
  return edit;
}

bool Edit::isCoveredBy(llvm::ArrayRef<SourceRange> ranges) const {
  auto covers = [](SourceRange range, SourceRange token) {
    if (token.empty())
      return false;
    if (range.empty())
      return token.begin <= range.begin && range.begin <= token.end;
    // A name may be underlined without its dot.
    return range.begin <= token.begin + (token.size() > 1) && token.end <= range.end;
  };
  return llvm::any_of(ranges, [&](SourceRange range) {
    if (changed.empty())
      return covers(range, before) || covers(range, after);
    return covers(range, changed) ||
           (!single && range.begin < changed.end && changed.begin < range.end);
  });
}
