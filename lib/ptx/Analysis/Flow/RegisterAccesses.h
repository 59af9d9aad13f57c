// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_REGISTERACCESSES_H
#define PTX_ANALYSIS_FLOW_REGISTERACCESSES_H

#include "ptx/Analysis/Flow/Registers.h"

namespace ptx {

/// What an instruction does with a register that it names.
enum class AccessKind : uint8_t {
  Read,
  Written,
  /// Written, perhaps: by an instruction with a guard, or in one component of a vector.
  PartlyWritten,
  /// The instruction has an error, so that it is not known what it does.
  Unknown,
};

/// One register in one place of an instruction.
struct RegisterAccess {
  uint32_t reg; ///< see `Registers`
  TokenId name;
  AccessKind kind;

  bool writes() const { return kind == AccessKind::Written || kind == AccessKind::PartlyWritten; }
};

/// The registers that each instruction of a body reads and writes, by the roles that the
/// instruction tables give its operands: a guard and the registers of an address are read, a
/// destination, the elements of its vector and the predicate after its `|` are written. (Manual
/// 6, 9.3)
///
/// An access is listed once for each place, those that are read before those that are written, as
/// the instruction does it. What is both, such as an accumulator, is listed as written alone.
class RegisterAccesses {
public:
  RegisterAccesses(const CheckedUnit &checked, Registers &registers);

  llvm::ArrayRef<RegisterAccess> operator[](InstId inst) const {
    return llvm::ArrayRef(accesses).slice(starts[inst.index],
                                          starts[inst.index + 1] - starts[inst.index]);
  }
  llvm::ArrayRef<RegisterAccess> all() const { return accesses; }

private:
  std::vector<RegisterAccess> accesses;
  std::vector<uint32_t> starts; // by instruction, and the end
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_REGISTERACCESSES_H
