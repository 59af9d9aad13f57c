// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Changes.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Sorts the edits by place; at one place, the longest is first. Overlapping removals are joined,
/// and edits inside of another edit are dropped.
static std::vector<TextEdit> joined(llvm::ArrayRef<const Change *> changes) {
  std::vector<TextEdit> sorted;
  for (const Change *change : changes)
    sorted.insert(sorted.end(), change->begin(), change->end());
  llvm::stable_sort(sorted, [](const TextEdit &a, const TextEdit &b) {
    return std::pair(a.range.begin, b.range.end) < std::pair(b.range.begin, a.range.end);
  });
  std::vector<TextEdit> edits;
  for (TextEdit &edit : sorted) {
    if (edits.empty() || edit.range.begin >= edits.back().range.end) {
      edits.push_back(std::move(edit));
      continue;
    }
    TextEdit &last = edits.back();
    if (edit.replacement.empty() && last.replacement.empty())
      last.range.end = std::max(last.range.end, edit.range.end);
  }
  return edits;
}

static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Removes surplus white space where a removal joins `result` and the rest of `text` from the byte
/// `next` on: a blank line, blanks at the end of a line, or blanks on both sides. Returns the start
/// of the remaining text.
static size_t joinParts(StringRef text, size_t next, std::string &result) {
  size_t end = next;
  while (end < text.size() && isBlank(text[end]))
    ++end;
  size_t begin = result.size();
  while (begin > 0 && isBlank(result[begin - 1]))
    --begin;
  bool endsLine = end == text.size() || text[end] == '\n';
  if (!endsLine)
    return begin < result.size() ? end : next;
  result.resize(begin);
  bool isBlankLine = begin == 0 || result[begin - 1] == '\n';
  return isBlankLine ? std::min(end + 1, text.size()) : end;
}

std::string ptx::withChanges(StringRef text, llvm::ArrayRef<const Change *> changes) {
  std::string result;
  result.reserve(text.size());
  size_t copied = 0;
  for (const TextEdit &edit : joined(changes)) {
    if (edit.range.begin > copied)
      result += text.slice(copied, edit.range.begin);
    result += edit.replacement;
    copied = std::max<size_t>(copied, edit.range.end);
    if (edit.replacement.empty())
      copied = joinParts(text, copied, result);
  }
  result += text.drop_front(std::min(copied, text.size()));
  return result;
}
