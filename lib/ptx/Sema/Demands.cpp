// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Demands.h"

#include "ptx/Isa/Words.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static GateInfo asGate(const Demand &demand) {
  GateInfo gate{};
  gate.version = demand.version;
  gate.targets = demand.targets;
  gate.closes = demand.closes;
  return gate;
}

std::string Demand::text() const { return describeGateNeeds(asGate(*this)); }

Demands ptx::demandsOf(const InstrView &view) {
  Demands demands;
  for (const GateInfo *gate : gatesOf(view))
    demands.push_back(
        {featureText(view, *gate), gate->version, gate->targets, gate->closes, gate->unchecked});
  return demands;
}

Demands ptx::demandsOf(SpecialRegister reg) {
  const SpecialRegisterInfo &of = info(reg);
  return {Demand{of.name.str(), of.since, of.targets, false, of.unchecked}};
}

Demands ptx::demandsOf(Feature feature) {
  const FeatureInfo &of = info(feature);
  Demands demands{Demand{of.name.str(), of.since, of.targets, false, of.unchecked}};
  if (of.closed != PtxVersion())
    demands.push_back({of.name.str(), of.closed, TargetSetId::AllTargets, true, false});
  return demands;
}

static bool asksForNothing(const Demand &demand) {
  return !demand.closes && demand.version <= PtxVersion{1, 0} &&
         demand.targets == TargetSetId::AllTargets;
}

/// All that the demands say, as one text.
static std::string keyOf(llvm::ArrayRef<Demands> ways) {
  std::string key;
  for (const Demands &way : ways) {
    for (const Demand &demand : way)
      key += demand.feature + '\n' + demand.version.str() + '\n' +
             std::to_string(static_cast<unsigned>(demand.targets)) + (demand.closes ? "c" : "") +
             (demand.unchecked ? "u" : "") + '\n';
    key += '\f';
  }
  return key;
}

void NeedList::add(llvm::SmallVector<Demands, 1> ways, SourceRange where) {
  for (Demands &way : ways) {
    llvm::erase_if(way, asksForNothing);
    if (way.empty())
      return;
  }
  if (known.try_emplace(keyOf(ways), static_cast<uint32_t>(needs.size())).second)
    needs.push_back({std::move(ways), where});
}

void NeedList::append(NeedList &&other) {
  for (Need &need : other.needs)
    add(std::move(need.ways), need.first);
}
