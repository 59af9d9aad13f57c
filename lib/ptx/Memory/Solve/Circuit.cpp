// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Solve/Circuit.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace ptx;
using llvm::ArrayRef;

Circuit::Circuit(SatSolver *solver) : sat(solver) {
  if (sat)
    sat->addClause({1});
}

Lit Circuit::fresh() {
  assert(sat && "a circuit of constants has no variables");
  return {++variables};
}

void Circuit::require(ArrayRef<Lit> clause) {
  llvm::SmallVector<int, 8> codes;
  for (Lit lit : clause) {
    if (lit.isTrue())
      return;
    if (!lit.isFalse())
      codes.push_back(lit.code);
  }
  if (!sat || isTooLarge())
    return;
  literals += codes.size() + 1;
  sat->addClause(codes.empty() ? ArrayRef<int>{-1} : ArrayRef<int>(codes));
}

Lit Circuit::both(Lit a, Lit b) {
  if (a.isFalse() || b.isFalse() || a == !b || isTooLarge())
    return falseLit;
  if (a.isTrue() || a == b)
    return b;
  if (b.isTrue())
    return a;
  if (a.code > b.code)
    std::swap(a, b);
  auto [entry, isNew] = conjunctions.try_emplace({a.code, b.code}, 0);
  if (!isNew)
    return {entry->second};
  Lit result = fresh();
  entry->second = result.code;
  require({!result, a});
  require({!result, b});
  require({result, !a, !b});
  return result;
}

Lit Circuit::differ(Lit a, Lit b) { return either(both(a, !b), both(!a, b)); }

Lit Circuit::choose(Lit condition, Lit yes, Lit no) {
  if (condition.isTrue() || yes == no)
    return yes;
  if (condition.isFalse())
    return no;
  return either(both(condition, yes), both(!condition, no));
}

Lit Circuit::all(ArrayRef<Lit> literals) {
  Lit result = trueLit;
  for (Lit lit : literals)
    result = both(result, lit);
  return result;
}

Lit Circuit::any(ArrayRef<Lit> literals) {
  Lit result = falseLit;
  for (Lit lit : literals)
    result = either(result, lit);
  return result;
}

Lit Circuit::atLeast(ArrayRef<std::pair<Lit, Lit>> pairs) {
  llvm::SmallVector<std::pair<Lit, Lit>, 8> open;
  for (auto [a, b] : pairs) {
    if (a.isFalse() || b.isFalse() || a == !b)
      continue;
    if (a.isTrue() && b.isTrue())
      return trueLit;
    open.emplace_back(a, b);
  }
  if (open.empty())
    return falseLit;
  if (open.size() == 1 && (open[0].first.isTrue() || open[0].second.isTrue()))
    return open[0].first.isTrue() ? open[0].second : open[0].first;
  Lit result = fresh();
  for (auto [a, b] : open)
    require({!a, !b, result});
  return result;
}
