// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_REGISTERACCESSES_H
#define PTX_ANALYSIS_FLOW_REGISTERACCESSES_H

#include "ptx/Analysis/Flow/Registers.h"

namespace ptx {

/// The kind of access of an instruction to a register.
enum class AccessKind : uint8_t {
  Read,
  Written,
  /// Possibly written: by an instruction with a guard, or in one component of a vector.
  PartlyWritten,
  /// The instruction has an error, so its effect is unknown.
  Unknown,
};

/// One register at one position of an instruction.
struct RegisterAccess {
  uint32_t reg; ///< see `Registers`
  TokenId name;
  AccessKind kind;

  bool writes() const { return kind == AccessKind::Written || kind == AccessKind::PartlyWritten; }
};

/// The registers that each instruction of a body reads and writes, by the roles that the
/// instruction tables give its operands: a guard and the registers of an address are read, a
/// destination, the elements of its vector and the predicate after its `|` are written. (Manual 6,
/// 9.3)
///
/// An access is listed once for each position. Reads precede writes, as in the execution of the
/// instruction. An operand that is read and written, such as an accumulator, is listed only as
/// written.
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

/// The same for one instruction, for callers that look at few of a body.
std::vector<RegisterAccess> accessesOf(const CheckedUnit &checked, Registers &registers,
                                       InstId inst);

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_REGISTERACCESSES_H
