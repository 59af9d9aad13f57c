// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_ACTIONINDEX_H
#define PTX_ANALYSIS_FLOW_ACTIONINDEX_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/Tree/Ids.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace ptx {

struct CheckedUnit;

/// The instructions of a body by their actions. Instructions with an error are omitted.
class ActionIndex {
public:
  /// `checked` must outlive this.
  explicit ActionIndex(const CheckedUnit &checked);

  /// The instructions with the action, in source order.
  llvm::ArrayRef<InstId> of(Action action) const;
  /// The actions that occur in the body.
  llvm::ArrayRef<Action> actions() const { return present; }
  /// The instructions with the trait, in source order.
  std::vector<InstId> of(Trait trait) const;
  bool has(Trait trait) const { return allTraits & traitBit(trait); }

private:
  const CheckedUnit &checked;
  std::vector<Action> present;
  std::vector<InstId> instructions;
  std::vector<uint32_t> ends;   // by action, in `instructions`
  std::vector<uint64_t> traits; // by action, of its instructions
  uint64_t allTraits = 0;
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_ACTIONINDEX_H
