// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_VALUEKEYS_H
#define PTX_ANALYSIS_VALUES_VALUEKEYS_H

#include "ptx/Analysis/Flow/ReachingDefinitions.h"

#include <map>

namespace ptx {

/// Value numbering: two operands with the same number have the same value, within one iteration of
/// each loop. Side-effect-free instructions with the same operation and operands have the same
/// value, also in different registers. `elect.sync` with the same mask elects the same thread.
class ValueKeys {
public:
  ValueKeys(const CheckedUnit &checked, Registers &registers, ReachingDefinitions &reaching);

  uint32_t of(InstId inst, ExprId operand);
  /// The number of the guard predicate of the instruction, before negation by `!`.
  uint32_t ofGuard(InstId inst);
  /// A predicate with this number is true if one with the returned number is false; the number
  /// itself if none is known. Of two comparisons that exclude each other, one is the negation of
  /// the other.
  uint32_t negationOf(uint32_t key) const;

private:
  using Key = std::vector<uint64_t>;

  uint32_t number(Key key);
  uint32_t ofRegister(InstId inst, uint32_t reg);
  uint32_t define(ReachingDefinitions::SourceId id);
  void addNegation(const Signature &comparison, const Key &key, uint32_t result);

  const CheckedUnit &checked;
  const SyntaxUnit &unit;
  Registers &registers;
  ReachingDefinitions &reaching;
  std::map<Key, uint32_t> numbers;
  llvm::DenseMap<uint32_t, uint32_t> bySource;
  llvm::DenseMap<uint32_t, uint32_t> negations;
  unsigned depth = 0;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_VALUEKEYS_H
