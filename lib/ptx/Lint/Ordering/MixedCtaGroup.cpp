// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Ordering/MixedCtaGroup.h"

#include "ptx/Analysis/Tensor/AsyncOps.h"
#include "ptx/Diagnostics/OrderingRules.h"

#include "llvm/ADT/StringMap.h"

#include <array>
#include <set>

using namespace ptx;

namespace {

/// A function, its callers, and an instruction with each `.cta_group` in it or in its callees.
struct Node {
  std::vector<uint32_t> callers;
  std::array<std::optional<SourceRange>, 2> groups;
};

/// The functions of a module by name, and the calls among them, without calls through registers.
/// (Manual 9.7.12.5)
class CtaGroups {
public:
  explicit CtaGroups(ModuleLintContext &context);
  void report();

private:
  uint32_t nodeOf(llvm::StringRef name);
  void addBody(uint32_t node, const BodySummary &body);
  void spread();

  ModuleLintContext &context;
  llvm::StringMap<uint32_t> names;
  std::vector<Node> nodes;
};

} // namespace

static constexpr std::array<Modifier, 2> groupWords = {Modifier::cta_group_1,
                                                       Modifier::cta_group_2};

uint32_t CtaGroups::nodeOf(llvm::StringRef name) {
  auto [entry, isNew] = names.try_emplace(name, static_cast<uint32_t>(nodes.size()));
  if (isNew)
    nodes.emplace_back();
  return entry->second;
}

void CtaGroups::addBody(uint32_t node, const BodySummary &body) {
  for (unsigned group = 0; group != groupWords.size(); ++group)
    if (!nodes[node].groups[group])
      nodes[node].groups[group] = body.ctaGroups[group];
  for (llvm::StringRef callee : body.callees) {
    uint32_t called = nodeOf(callee);
    nodes[called].callers.push_back(node);
  }
}

/// The callers of a function use everything that it uses.
void CtaGroups::spread() {
  std::vector<uint32_t> pending;
  for (uint32_t node = 0; node != nodes.size(); ++node)
    pending.push_back(node);
  while (!pending.empty()) {
    uint32_t node = pending.back();
    pending.pop_back();
    for (uint32_t caller : nodes[node].callers)
      for (unsigned group = 0; group != groupWords.size(); ++group)
        if (nodes[node].groups[group] && !nodes[caller].groups[group]) {
          nodes[caller].groups[group] = nodes[node].groups[group];
          pending.push_back(caller);
        }
  }
}

CtaGroups::CtaGroups(ModuleLintContext &context) : context(context) {
  const SyntaxUnit &top = context.module.top();
  for (const Function &function : top.functions())
    if (const BodySummary *body = context.summaryOf(function))
      addBody(nodeOf(top.text(function.name)), *body);
  spread();
}

void CtaGroups::report() {
  const SyntaxUnit &top = context.module.top();
  std::set<uint32_t> reported;
  for (const Function &function : top.functions()) {
    llvm::StringRef entry = top.entryName(function);
    if (entry.empty())
      continue;
    const Node &node = nodes[nodeOf(entry)];
    if (!node.groups[0] || !node.groups[1])
      continue;
    unsigned later = node.groups[1]->begin > node.groups[0]->begin;
    if (!reported.insert(node.groups[later]->begin).second)
      continue;
    auto text = [](unsigned group) { return (".cta_group::" + llvm::Twine(group + 1)).str(); };
    context.diagnostics
        .emit(diag::MixedCtaGroup{.range = *node.groups[later],
                                  .group = text(later),
                                  .entry = entry,
                                  .other = text(1 - later)})
        .note(*node.groups[1 - later], "`" + text(1 - later) + "` here");
  }
}

/// All tcgen05 instructions of a kernel, and of the functions that it calls, must have one and the
/// same `.cta_group`. (Manual 9.7.16.7.1)
void ptx::checkMixedCtaGroup(ModuleLintContext &context) {
  std::array<bool, 2> used = {};
  for (const auto &body : context.bodies)
    for (unsigned group = 0; body && group != used.size(); ++group)
      used[group] |= body->ctaGroups[group].has_value();
  if (used[0] && used[1])
    CtaGroups(context).report();
}

void ptx::addCtaGroups(BodyLintContext &context, BodySummary &summary) {
  const SyntaxUnit &unit = context.unit;
  if (context.asyncOps().has(AsyncGroup::TensorMemoryOps))
    context.forEach(Trait::IsAsynchronous, [&](InstId inst, const InstrView &view) {
      if (groupOf(asyncOp(view)) != AsyncGroup::TensorMemoryOps)
        return;
      for (unsigned group = 0; group != groupWords.size(); ++group)
        if (!summary.ctaGroups[group] && view.has(groupWords[group]))
          summary.ctaGroups[group] = unit.range(unit[inst].opcode);
    });
  context.forEach(Trait::Calls, [&](InstId inst, const InstrView &) {
    for (ExprId operand : unit.list(unit[inst].operands()))
      if (unit[operand].kind == ExprKind::Name)
        if (const Symbol *callee = context.scope.symbol(context.scope.binding(operand));
            callee && callee->isFunction())
          summary.callees.push_back(callee->name);
  });
}
