// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::removeUses(const Subject &subject, llvm::StringRef name, bool numbered, Change &change) {
  for (const Place &place : subject.uses(name, numbered))
    change.push_back({place.range()});
}

SourceRange ptx::itemWithComma(const SyntaxUnit &unit, llvm::ArrayRef<ListItem> items,
                               size_t index) {
  if (index + 1 < items.size())
    return {unit.range(items[index].first).begin, unit.range(items[index + 1].first).begin};
  uint32_t begin =
      index == 0 ? unit.range(items[index].first).begin : unit.range(items[index - 1].last).end;
  return {begin, unit.range(items[index].last).end};
}
