// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_OPCODEINDEX_H
#define PTX_ANALYSIS_FLOW_OPCODEINDEX_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/Tree/Ids.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace ptx {

struct CheckedUnit;

/// The instructions of a body by opcode, the first word of the mnemonic. Instructions with an error
/// are omitted.
class OpcodeIndex {
public:
  explicit OpcodeIndex(const CheckedUnit &checked);

  /// In source order.
  llvm::ArrayRef<InstId> of(Opcode opcode) const;
  /// The opcodes that occur in the body.
  llvm::ArrayRef<Opcode> opcodes() const { return present; }
  /// Whether some instruction has the trait.
  bool has(Trait trait) const { return traits & traitBit(trait); }

private:
  std::vector<Opcode> present;
  std::vector<InstId> instructions;
  std::vector<uint32_t> ends; // by opcode, in `instructions`
  uint64_t traits = 0;        // of all instructions
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_OPCODEINDEX_H
