// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_REACHINGDEFINITIONS_H
#define PTX_ANALYSIS_FLOW_REACHINGDEFINITIONS_H

#include "ptx/Analysis/Flow/ControlFlow.h"
#include "ptx/Analysis/Flow/RegisterAccesses.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// Where the value of a register comes from, at a place of a body. Sources are made when they are
/// asked for, and refer to each other, in loops as well. They are known by small numbers.
struct ValueSource {
  enum Kind : uint8_t {
    Undefined,  ///< nothing has written the register yet
    Unknown,    ///< the caller of the function, an instruction with an error, or none at all
    Definition, ///< the access `access`, whether or not its instruction has a guard
    Guarded,    ///< that access if the guard holds, else what was there before
    Join,       ///< what comes from the ends of all blocks before `block`
    All,        ///< some access that writes the register
  };
  Kind kind;
  uint32_t reg = 0;
  uint32_t access = 0; ///< in `RegisterAccesses::all`
  InstId inst = {};    ///< of the access
  uint32_t block = 0;
};

/// Finds which instructions can have written the value of a register. Time and memory are linear in
/// the size of the body, however many registers are asked for: in a body in which the search would
/// take longer, any instruction that writes a register counts.
class ReachingDefinitions {
public:
  using SourceId = uint32_t;

  ReachingDefinitions(const CheckedUnit &checked, const Registers &registers,
                      const RegisterAccesses &accesses, const ControlFlow &flow);

  /// Where the value that `inst` reads in the register comes from.
  SourceId before(InstId inst, uint32_t reg);

  const ValueSource &operator[](SourceId id) const { return sources[id]; }
  uint32_t size() const { return static_cast<uint32_t>(sources.size()); }

  /// Appends what a `Guarded`, `Join` or `All` is one of.
  void appendAlternatives(SourceId id, llvm::SmallVectorImpl<SourceId> &out);

private:
  /// An access that writes a register, or may.
  struct Write {
    uint32_t access;
    InstId inst;
  };
  static constexpr uint32_t none = ~0u;

  llvm::ArrayRef<Write> writesOf(uint32_t reg) const {
    return llvm::ArrayRef(writes).slice(starts[reg], starts[reg + 1] - starts[reg]);
  }
  uint32_t firstInst(uint32_t block) const { return firsts[block]; }
  uint32_t blockOf(InstId inst) const;
  const Write *lastWrite(uint32_t reg, uint32_t begin, uint32_t end) const;
  SourceId atWrite(const Write &write, uint32_t reg, bool isOnly);
  SourceId atEnd(uint32_t block, uint32_t end, uint32_t reg);
  bool hasValueAtEntry(uint32_t reg) const;
  SourceId atEntry(uint32_t reg) const;
  SourceId add(ValueSource source);

  const Registers &registers;
  const RegisterAccesses &accesses;
  const ControlFlow &flow;
  /// Whether there is no function, so that what is before can have written any register.
  const bool isStatementList;
  std::vector<Write> writes; // by register, then in the order of the source
  std::vector<uint32_t> starts;
  std::vector<uint32_t> firsts; // by block: its first instruction; and the end
  std::vector<ValueSource> sources;
  std::vector<SourceId> byAccess;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, SourceId> joins; // by register and block
  uint64_t steps = 0; // that the search for joins may still take
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_REACHINGDEFINITIONS_H
