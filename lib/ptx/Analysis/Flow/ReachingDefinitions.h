// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_REACHINGDEFINITIONS_H
#define PTX_ANALYSIS_FLOW_REACHINGDEFINITIONS_H

#include "ptx/Analysis/Flow/ControlFlow.h"
#include "ptx/Analysis/Flow/RegisterAccesses.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// The origin of the value of a register, at a location in a body. Sources are created on demand
/// and refer to each other, cyclically in loops. They are identified by small numbers.
struct ValueSource {
  enum Kind : uint8_t {
    Undefined,  ///< nothing has written the register yet
    Unknown,    ///< the caller of the function, an instruction with an error, or none at all
    Definition, ///< the access `access`, whether or not its instruction has a guard
    Guarded,    ///< that access if the guard holds, else the previous value
    Join,       ///< the values at the ends of all predecessors of `block`
    All,        ///< some access that writes the register
  };
  Kind kind;
  uint32_t reg = 0;
  uint32_t access = 0; ///< in `RegisterAccesses::all`
  InstId inst = {};    ///< of the access
  uint32_t block = 0;
};

/// Finds the instructions that may have written the value of a register. Time and memory are linear
/// in the size of the body for any number of queries: if the search would take longer, all
/// instructions that write the register count.
class ReachingDefinitions {
public:
  using SourceId = uint32_t;

  ReachingDefinitions(const CheckedUnit &checked, const Registers &registers,
                      const RegisterAccesses &accesses, const ControlFlow &flow);

  /// The source of the value that `inst` reads from the register.
  SourceId before(InstId inst, uint32_t reg);

  const ValueSource &operator[](SourceId id) const { return sources[id]; }
  uint32_t size() const { return static_cast<uint32_t>(sources.size()); }

  /// Appends the alternatives of a `Guarded`, `Join` or `All`.
  void appendAlternatives(SourceId id, llvm::SmallVectorImpl<SourceId> &out);

private:
  /// An access that writes a register, or may write it.
  struct Write {
    uint32_t access;
    InstId inst;
  };
  static constexpr uint32_t none = ~0u;

  llvm::ArrayRef<Write> writesOf(uint32_t reg) const {
    return llvm::ArrayRef(writes).slice(starts[reg], starts[reg + 1] - starts[reg]);
  }
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
  /// Whether there is no function, so that preceding code may have written any register.
  const bool isStatementList;
  std::vector<Write> writes; // by register, then in the order of the source
  std::vector<uint32_t> starts;
  std::vector<uint32_t> firsts; // by block: its first instruction; and the end
  std::vector<ValueSource> sources;
  std::vector<SourceId> byAccess;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, SourceId> joins; // by register and block
  uint64_t steps = 0; // remaining budget of the search for joins
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_REACHINGDEFINITIONS_H
