// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_THREADVALUES_H
#define PTX_ANALYSIS_VALUES_THREADVALUES_H

#include "ptx/Analysis/Flow/ReachingDefinitions.h"

#include "llvm/ADT/BitVector.h"

#include <array>
#include <memory>

namespace ptx {

/// The threads of a CTA in x, y and z.
struct BlockShape {
  static constexpr unsigned most = 1024;

  std::array<uint32_t, 3> extents = {most, 1, 1};
  /// Whether the module specifies it; if not, the block can have fewer threads, or another shape.
  bool isKnown = false;

  unsigned threads() const { return extents[0] * extents[1] * extents[2]; }
};

/// The known values of an operand in each thread of a CTA.
struct ThreadValue {
  enum Kind : uint8_t {
    Unknown, ///< it may differ between threads
    Uniform, ///< the same in all threads, but unknown
    Known,   ///< `values`
  };
  Kind kind = Unknown;
  /// For an address: the variable from which the values are offsets, or, if it is `loaded`, the
  /// entry parameter, or the variable, with the base address.
  SymbolRef base = {};
  bool loaded = false;
  /// One for all threads, or one for each.
  std::vector<uint64_t> values = {};

  bool isSame() const { return kind == Uniform || (kind == Known && values.size() == 1); }
  bool isNumber() const { return kind == Known && !base; }
  uint64_t at(unsigned thread) const { return values[values.size() == 1 ? 0 : thread]; }
};

/// The contents of registers in each thread of a CTA, as far as they follow from `%tid`, `%laneid`,
/// `%warpid`, `%ntid`, constants and addresses of variables, by integer arithmetic, comparisons,
/// `shfl.sync.idx` and `elect.sync`, which is assumed to elect the lowest lane. A value that
/// depends on the path is unknown, except for a loop counter with one start value.
///
/// Values are computed on demand, once for all threads.
class ThreadValues {
public:
  ThreadValues(const CheckedUnit &checked, Registers &registers, ReachingDefinitions &reaching,
               const BlockShape &shape, SymbolRef constantVariable = {});

  /// The values of an operand of the instruction: a register, a number, the name of a variable with
  /// or without an offset.
  const ThreadValue &operand(InstId inst, ExprId operand);
  /// The values of the guard predicate of the instruction, before negation by `!`.
  const ThreadValue &guard(InstId inst);

  /// The threads for which the guard of the instruction holds; all threads if unknown.
  llvm::BitVector runBy(InstId inst);
  /// Whether `runBy` is exact, or the guard certainly holds for all threads or for none.
  bool knowsGuard(InstId inst);

  const BlockShape &shape() const { return block; }

private:
  using SourceId = ReachingDefinitions::SourceId;

  const ThreadValue &source(SourceId id);
  const ThreadValue &ofRegister(InstId inst, uint32_t reg);
  ThreadValue define(const ValueSource &source);
  std::optional<ThreadValue> loadedBase(InstId load, llvm::ArrayRef<ExprId> operands);
  ThreadValue defineByOperands(const ValueSource &source, const Signature &signature,
                               llvm::ArrayRef<ExprId> operands);
  ThreadValue join(SourceId id);
  ThreadValue special(SpecialRegister reg, llvm::StringRef component) const;
  const ThreadValue &keep(ThreadValue value);

  const CheckedUnit &checked;
  const SyntaxUnit &unit;
  Registers &registers;
  ReachingDefinitions &reaching;
  BlockShape block;
  /// A shared variable with an address that does not change: loads of it give a base, as loads of
  /// parameters do.
  SymbolRef constantVariable;
  bool usesOtherDimensions = false; ///< `%tid.y` or `%tid.z`
  std::vector<std::unique_ptr<ThreadValue>> bySource;
  std::vector<std::unique_ptr<ThreadValue>> others;
  ThreadValue unknown;
  ThreadValue counted = {.kind = ThreadValue::Uniform};
  /// The joins in progress, whether one of them was read, and the values computed meanwhile.
  llvm::SmallVector<SourceId, 4> open;
  bool readsOpen = false;
  std::vector<SourceId> computed;
  unsigned depth = 0;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_THREADVALUES_H
