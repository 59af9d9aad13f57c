// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Platform/FeatureGates.h"

#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static GateInfo asInfo(const FeatureGate &gate) {
  GateInfo info{};
  info.version = gate.version;
  info.targets = gate.targets;
  info.closes = gate.closes;
  return info;
}

std::string FeatureGate::text() const { return describeGateNeeds(asInfo(*this)); }

std::string FeatureGate::closedText() const { return describeClosed(asInfo(*this)); }

FeatureGates ptx::featureGatesOf(const InstrView &view) {
  FeatureGates gates;
  for (const GateInfo *gate : gatesOf(view))
    gates.push_back(
        {featureText(view, *gate), gate->version, gate->targets, gate->closes, gate->ptxasIgnores});
  return gates;
}

FeatureGates ptx::featureGatesOf(SpecialRegister reg) {
  const SpecialRegisterInfo &of = info(reg);
  return {FeatureGate{of.name.str(), of.since, of.targets, false, of.ptxasIgnores}};
}

FeatureGates ptx::featureGatesOf(Feature feature) {
  const FeatureInfo &of = info(feature);
  FeatureGates gates{
      FeatureGate{of.name.str(), of.since, of.targets, false, of.ptxasIgnores, of.ptxasFrom}};
  if (of.closed != PtxVersion())
    gates.push_back({of.name.str(), of.closed, TargetSetId::AllTargets, true, false});
  return gates;
}

static bool asksForNothing(const FeatureGate &gate) {
  return !gate.closes && gate.version <= PtxVersion{1, 0} &&
         gate.targets == TargetSetId::AllTargets;
}

/// The full contents of the gates, as one text.
static std::string keyOf(llvm::ArrayRef<FeatureGates> ways) {
  std::string key;
  for (const FeatureGates &way : ways) {
    for (const FeatureGate &gate : way)
      key += gate.feature + '\n' + gate.version.str() + '\n' +
             std::to_string(static_cast<unsigned>(gate.targets)) + (gate.closes ? "c" : "") +
             (gate.ptxasIgnores ? "u" : "") + '\n';
    key += '\f';
  }
  return key;
}

void GatedUses::add(llvm::SmallVector<FeatureGates, 1> ways, SourceRange where) {
  for (FeatureGates &way : ways) {
    llvm::erase_if(way, asksForNothing);
    if (way.empty())
      return;
  }
  if (known.try_emplace(keyOf(ways), static_cast<uint32_t>(uses.size())).second)
    uses.push_back({std::move(ways), where});
}

void GatedUses::append(GatedUses &&other) {
  for (GatedUse &use : other.uses)
    add(std::move(use.ways), use.first);
}
