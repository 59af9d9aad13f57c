// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/TextEdits.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

bool TextEdits::add(const FixIt &fix) {
  SourceRange range = {fix.range.begin, std::max(fix.range.begin, fix.range.end)};
  int64_t shift = 0;
  if (!edits.empty()) {
    const Edit &last = edits.back();
    if (last.range == range && last.replacement == fix.replacement)
      return true;
    if (range.begin < last.range.end || range.begin <= last.range.begin)
      return false;
    shift = last.shift;
  }
  shift += static_cast<int64_t>(fix.replacement.size()) - range.size();
  edits.push_back({range, fix.replacement, shift});
  return true;
}

std::string TextEdits::apply(llvm::StringRef text) const {
  std::string result;
  size_t copied = 0;
  for (const Edit &edit : edits) {
    result += text.slice(copied, edit.range.begin);
    result += edit.replacement;
    copied = edit.range.end;
  }
  result += text.drop_front(copied);
  return result;
}

SourceRange TextEdits::placesOf(uint32_t offset) const {
  // The last edit at or before the offset.
  auto next = llvm::partition_point(edits, [&](const Edit &e) { return e.range.begin <= offset; });
  if (next == edits.begin())
    return {offset, offset};
  const Edit &edit = next[-1];
  auto after = static_cast<uint32_t>(offset + edit.shift);
  if (offset > edit.range.end || (offset == edit.range.end && !edit.range.empty()))
    return {after, after};
  auto end = static_cast<uint32_t>(edit.range.end + edit.shift);
  return {end - static_cast<uint32_t>(edit.replacement.size()), end};
}
