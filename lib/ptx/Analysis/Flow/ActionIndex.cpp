// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/ActionIndex.h"

#include "ptx/Sema/SemaResult.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace ptx;

ActionIndex::ActionIndex(const CheckedUnit &checked)
    : checked(checked), ends(numActions + 1), traits(numActions) {
  auto actionOf = [](const Signature &signature) {
    return static_cast<size_t>(signature.view.form->action);
  };
  // Each action is counted in the entry after it, so that the prefix sums are the starts of the
  // groups.
  for (const Signature *signature : checked.signatures)
    if (signature) {
      ++ends[actionOf(*signature) + 1];
      traits[actionOf(*signature)] |= signature->view.form->traits;
    }
  for (size_t i = 1; i != ends.size(); ++i)
    if (uint32_t count = std::exchange(ends[i], ends[i - 1])) {
      ends[i] += count;
      allTraits |= traits[i - 1];
      present.push_back(static_cast<Action>(i - 1));
    }
  instructions.resize(ends.back());
  for (uint32_t i = 0; i != checked.signatures.size(); ++i)
    if (const Signature *signature = checked.signatures[i])
      instructions[ends[actionOf(*signature)]++] = {i};
}

llvm::ArrayRef<InstId> ActionIndex::of(Action action) const {
  auto i = static_cast<size_t>(action);
  uint32_t first = i == 0 ? 0 : ends[i - 1];
  return llvm::ArrayRef(instructions).slice(first, ends[i] - first);
}

std::vector<InstId> ActionIndex::of(Trait trait) const {
  std::vector<InstId> found;
  if (!has(trait))
    return found;
  for (Action action : present)
    if (traits[static_cast<size_t>(action)] & traitBit(trait))
      llvm::copy_if(of(action), std::back_inserter(found), [&](InstId inst) {
        return checked.signatures[inst.index]->view.form->has(trait);
      });
  llvm::sort(found, [](InstId a, InstId b) { return a.index < b.index; });
  return found;
}
