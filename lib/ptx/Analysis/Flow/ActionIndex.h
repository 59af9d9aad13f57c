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

/// The instructions of a body by what they do. Instructions with an error are omitted.
class ActionIndex {
public:
  explicit ActionIndex(const CheckedUnit &checked);

  /// In source order.
  llvm::ArrayRef<InstId> of(Action action) const;
  /// The actions that occur in the body.
  llvm::ArrayRef<Action> actions() const { return present; }
  /// Whether some instruction has the trait.
  bool has(Trait trait) const { return traits & traitBit(trait); }

private:
  std::vector<Action> present;
  std::vector<InstId> instructions;
  std::vector<uint32_t> ends; // by action, in `instructions`
  uint64_t traits = 0;        // of all instructions
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_ACTIONINDEX_H
