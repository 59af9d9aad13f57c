// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_RELATION_H
#define PTX_MEMORY_MODEL_RELATION_H

#include "ptx/Memory/Solve/Circuit.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A binary relation on events, by their numbers: for each pair a literal.
class Relation {
public:
  explicit Relation(unsigned count) : count(count), pairs(size_t(count) * count) {}

  unsigned size() const { return count; }
  Lit operator()(unsigned a, unsigned b) const { return pairs[size_t(a) * count + b]; }
  void set(unsigned a, unsigned b, Lit value) { pairs[size_t(a) * count + b] = value; }
  /// Whether the pair can be in the relation.
  bool may(unsigned a, unsigned b) const { return !(*this)(a, b).isFalse(); }
  void forEach(llvm::function_ref<void(unsigned, unsigned, Lit)> visit) const;

  Relation inverse() const;
  /// The pairs that `keep` says yes to.
  Relation where(llvm::function_ref<bool(unsigned, unsigned)> keep) const;

private:
  unsigned count;
  std::vector<Lit> pairs;
};

/// Operations on relations. Except in a circuit of constants their results can hold where the exact
/// ones do not, unless something requires that they do not: enough for axioms, which forbid pairs.
class RelationAlgebra {
public:
  explicit RelationAlgebra(Circuit &circuit) : circuit(circuit) {}

  Relation either(const Relation &a, const Relation &b);
  Relation both(const Relation &a, const Relation &b);
  /// a ; b
  Relation then(const Relation &a, const Relation &b);
  /// a? ; b, and a ; b?
  Relation maybeThen(const Relation &a, const Relation &b) { return either(b, then(a, b)); }
  Relation thenMaybe(const Relation &a, const Relation &b) { return either(a, then(a, b)); }
  /// a+
  Relation closure(const Relation &a);

  /// Requires, where `selector` holds, that `a` has no cycle.
  void requireAcyclic(const Relation &a, Lit selector);

private:
  Circuit &circuit;
};

} // namespace ptx

#endif // PTX_MEMORY_MODEL_RELATION_H
