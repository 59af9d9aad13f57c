// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

using namespace ptx;

/// The words of the scopes from `MemoryScope::Cta` on. (Manual 8.5)
static constexpr std::array<Modifier, 4> scopes = {Modifier::cta, Modifier::cluster, Modifier::gpu,
                                                   Modifier::sys};
static constexpr unsigned clusterScope = 1;

/// The scope of an `atom` or `red` that is not asynchronous, as an index; none for other
/// instructions. (Manual 9.7.13.5, 9.7.13.7)
static std::optional<unsigned> atomicScopeOf(const Signature *signature) {
  if (!signature || !signature->view.form->has(Trait::AccessesAtomically))
    return std::nullopt;
  return static_cast<unsigned>(scopeOf(signature->view)) - static_cast<unsigned>(MemoryScope::Cta);
}

namespace {

/// An atomic operation on global memory with a known address.
struct GlobalAtomic {
  unsigned scope;
  uint64_t place; ///< a bit
};

/// For each of at most 64 locations: on some path, an atomic operation has accessed it with a scope
/// that is too narrow for other threads, or with a wider scope.
struct ScopeFacts {
  std::array<uint64_t, scopes.size()> accessed = {};

  bool meet(const ScopeFacts &other) {
    bool changed = false;
    for (auto [mine, others] : llvm::zip(accessed, other.accessed)) {
      changed |= (others & ~mine) != 0;
      mine |= others;
    }
    return changed;
  }
};

class MixedScopes {
public:
  explicit MixedScopes(BodyLintContext &context);

  bool matters(InstId inst) const { return atomics.contains(inst.index); }
  void step(ScopeFacts &state, InstId inst) const;
  void visit(const ScopeFacts &state, InstId inst);

private:
  uint64_t placeOf(InstId inst);
  void report(InstId inst, InstId other, unsigned scope, unsigned otherScope);
  std::optional<InstId> earlier(uint64_t place, unsigned scope) const;

  BodyLintContext &context;
  MemoryPlaces places;
  std::vector<InstId> insts;
  llvm::DenseMap<uint32_t, GlobalAtomic> atomics; // by instruction
  uint64_t reported = 0;
};

} // namespace

/// The bit of the location that an atomic operation accesses, if all threads of the grid access the
/// same location: it is at a known offset from a variable or from the value of a parameter of the
/// entry.
uint64_t MixedScopes::placeOf(InstId inst) {
  const InstrView &view = context.checked.signatures[inst.index]->view;
  if (AddressWindow window = windowOf(view);
      window != AddressWindow::Global && window != AddressWindow::Unknown)
    return 0;
  std::optional<MemoryPlace> place = findPlace(context, inst, findAddress(context.checked, inst));
  const Symbol *symbol = place ? context.scope.symbol(place->symbol) : nullptr;
  if (!symbol || !place->offset)
    return 0;
  bool isGlobal = place->loaded ? context.isEntry() : symbol->space == StateSpace::Global;
  return isGlobal ? places.add(place, 1) : 0;
}

MixedScopes::MixedScopes(BodyLintContext &context) : context(context) {
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
    if (std::optional<unsigned> scope = atomicScopeOf(context.checked.signatures[i]))
      if (uint64_t place = placeOf({i})) {
        atomics[i] = {*scope, place};
        insts.push_back({i});
      }
}

void MixedScopes::step(ScopeFacts &state, InstId inst) const {
  const GlobalAtomic &atomic = atomics.find(inst.index)->second;
  state.accessed[atomic.scope] |= atomic.place;
}

std::optional<InstId> MixedScopes::earlier(uint64_t place, unsigned scope) const {
  for (InstId inst : insts)
    if (const GlobalAtomic &atomic = atomics.find(inst.index)->second;
        atomic.place == place && atomic.scope == scope)
      return inst;
  return std::nullopt;
}

/// For two CTAs of one grid, an operation with a narrow scope excludes the other CTA. The wide
/// scopes, `.gpu` and `.sys`, both include it.
void MixedScopes::visit(const ScopeFacts &state, InstId inst) {
  const auto &[scope, place] = atomics.find(inst.index)->second;
  if (reported & place)
    return;
  for (unsigned other = 0; other != scopes.size(); ++other) {
    bool isNarrow = std::min(scope, other) <= clusterScope;
    if (other == scope || !isNarrow || !(state.accessed[other] & place))
      continue;
    reported |= place;
    return report(inst, *earlier(place, other), scope, other);
  }
}

void MixedScopes::report(InstId inst, InstId other, unsigned scope, unsigned otherScope) {
  auto rangeOf = [&](InstId id) {
    return context.unit.range(context.unit[id].opcode, context.unit[id].last);
  };
  ExprId address = findAddress(context.checked, inst);
  auto text = [](unsigned scope) { return ("." + info(scopes[scope]).name).str(); };
  context.diagnostics
      .emit(diag::MixedAtomicScopes{
          .range = context.unit.range(context.unit[inst].opcode),
          .instruction = context.checked.signatures[inst.index]->view.form->instruction().name,
          .name = context.unit.source(address),
          .scope = text(scope),
          .other = text(otherScope)})
      .note(rangeOf(other), "the other one");
}

/// Atomic operations on one location are mutually atomic if the scope of each includes the thread
/// of the other. (Manual 8.7, 8.10.3)
void ptx::checkMixedAtomicScopes(BodyLintContext &context) {
  if (!context.uses(Trait::AccessesAtomically))
    return;
  llvm::BitVector used(scopes.size());
  for (const Signature *signature : context.checked.signatures)
    if (std::optional<unsigned> scope = atomicScopeOf(signature))
      used.set(*scope);
  if (used.count() < 2 || used.find_first() > static_cast<int>(clusterScope))
    return;
  MixedScopes rule(context);
  followForward<ScopeFacts>(context.checked, context.flow(), rule);
}
