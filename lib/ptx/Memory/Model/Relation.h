// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_RELATION_H
#define PTX_MEMORY_MODEL_RELATION_H

#include "ptx/Memory/Solve/Circuit.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A binary relation on events, with a literal for each pair of event numbers.
class Relation {
public:
  explicit Relation(unsigned count) : count(count), pairs(size_t(count) * count) {}

  unsigned size() const { return count; }
  Lit operator()(unsigned a, unsigned b) const { return pairs[size_t(a) * count + b]; }
  void set(unsigned a, unsigned b, Lit value) { pairs[size_t(a) * count + b] = value; }
  /// Whether the pair can be in the relation.
  bool may(unsigned a, unsigned b) const { return !(*this)(a, b).isFalse(); }
  void forEach(llvm::function_ref<void(unsigned, unsigned, Lit)> visit) const;

  /// The pairs for which `keep` returns true.
  Relation where(llvm::function_ref<bool(unsigned, unsigned)> keep) const;

private:
  unsigned count;
  std::vector<Lit> pairs;
};

/// Operations on relations. Unless the circuit is constant, a result can contain more pairs than
/// the exact one, except pairs that are required not to hold. This suffices for axioms, which
/// forbid pairs.
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

  /// Requires that `a` is acyclic if `selector` holds.
  void requireAcyclic(const Relation &a, Lit selector);

private:
  Circuit &circuit;
};

} // namespace ptx

#endif // PTX_MEMORY_MODEL_RELATION_H
