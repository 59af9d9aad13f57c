// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Relation.h"

#include "llvm/ADT/BitVector.h"

using namespace ptx;

void Relation::forEach(llvm::function_ref<void(unsigned, unsigned, Lit)> visit) const {
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = 0; b < count; ++b)
      if (may(a, b))
        visit(a, b, (*this)(a, b));
}

Relation Relation::where(llvm::function_ref<bool(unsigned, unsigned)> keep) const {
  Relation result(count);
  forEach([&](unsigned a, unsigned b, Lit lit) {
    if (keep(a, b))
      result.set(a, b, lit);
  });
  return result;
}

Relation RelationAlgebra::either(const Relation &a, const Relation &b) {
  Relation result(a.size());
  for (unsigned x = 0; x < a.size(); ++x)
    for (unsigned y = 0; y < a.size(); ++y) {
      Lit left = a(x, y), right = b(x, y);
      result.set(x, y, left == right ? left : circuit.atLeast({{left, trueLit}, {right, trueLit}}));
    }
  return result;
}

Relation RelationAlgebra::both(const Relation &a, const Relation &b) {
  Relation result(a.size());
  a.forEach([&](unsigned x, unsigned y, Lit lit) {
    if (b.may(x, y))
      result.set(x, y, circuit.atLeast({{lit, b(x, y)}}));
  });
  return result;
}

Relation RelationAlgebra::then(const Relation &a, const Relation &b) {
  Relation result(a.size());
  llvm::SmallVector<std::pair<Lit, Lit>, 16> ways;
  for (unsigned x = 0; x < a.size(); ++x) {
    llvm::SmallVector<unsigned, 16> middles;
    for (unsigned m = 0; m < a.size(); ++m)
      if (a.may(x, m))
        middles.push_back(m);
    if (middles.empty())
      continue;
    for (unsigned y = 0; y < a.size(); ++y) {
      ways.clear();
      for (unsigned m : middles)
        if (b.may(m, y))
          ways.emplace_back(a(x, m), b(m, y));
      if (!ways.empty())
        result.set(x, y, circuit.atLeast(ways));
    }
  }
  return result;
}

using Rows = std::vector<llvm::BitVector>;

static void close(Rows &rows) {
  for (unsigned m = 0; m < rows.size(); ++m)
    for (llvm::BitVector &row : rows)
      if (row[m])
        row |= rows[m];
}

Relation RelationAlgebra::closure(const Relation &a) {
  unsigned n = a.size();
  Rows may(n, llvm::BitVector(n)), must(n, llvm::BitVector(n));
  a.forEach([&](unsigned x, unsigned y, Lit lit) {
    may[x].set(y);
    if (lit.isTrue())
      must[x].set(y);
  });
  close(may);
  close(must);
  Relation result(n);
  for (unsigned x = 0; x < n; ++x)
    for (unsigned y : may[x].set_bits())
      result.set(x, y, must[x][y] ? trueLit : circuit.fresh());
  // The least fixed point: a solver adds no pairs that are not required.
  for (unsigned x = 0; x < n; ++x)
    for (unsigned y : may[x].set_bits()) {
      if (must[x][y])
        continue;
      circuit.require({!a(x, y), result(x, y)});
      for (unsigned m : may[x].set_bits())
        if (a.may(m, y))
          circuit.require({!result(x, m), !a(m, y), result(x, y)});
    }
  return result;
}

void RelationAlgebra::requireAcyclic(const Relation &a, Lit selector) {
  Rows reach(a.size(), llvm::BitVector(a.size()));
  a.forEach([&](unsigned x, unsigned y, Lit) { reach[x].set(y); });
  close(reach);
  // Only pairs that can be part of a cycle are relevant.
  Relation cyclic = a.where([&](unsigned x, unsigned y) { return reach[y][x]; });
  Relation closed = closure(cyclic);
  for (unsigned x = 0; x < a.size(); ++x)
    if (closed.may(x, x))
      circuit.require({!selector, !closed(x, x)});
}
