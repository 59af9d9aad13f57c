// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/AsyncOps.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/StringMap.h"

#include <array>
#include <set>

using namespace ptx;

namespace {

/// A function, the functions that call it, and an instruction with each `.cta_group` in it or in
/// what it calls.
struct Node {
  std::vector<uint32_t> callers;
  std::array<std::optional<SourceRange>, 2> groups;
};

/// The functions of a module by name, and the calls among them; calls through registers are left
/// out. (Manual 9.7.12.5)
class CtaGroups {
public:
  explicit CtaGroups(ModuleLintContext &context);
  void report();

private:
  uint32_t nodeOf(llvm::StringRef name);
  void readBody(uint32_t node, const CheckedUnit &checked);
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

void CtaGroups::readBody(uint32_t node, const CheckedUnit &checked) {
  const SyntaxUnit &unit = checked.scope.unit;
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    if (!signature)
      continue;
    const Instruction &inst = unit[InstId{i}];
    if (groupOf(asyncOp(signature->view)) == AsyncGroup::TensorMemoryOps) {
      for (unsigned group = 0; group != groupWords.size(); ++group)
        if (!nodes[node].groups[group] &&
            llvm::is_contained(signature->view.modifiers, groupWords[group]))
          nodes[node].groups[group] = unit.range(inst.opcode);
    } else if (signature->view.form->has(Trait::Calls)) {
      for (ExprId operand : unit.list(inst.operands()))
        if (unit[operand].kind == ExprKind::Name)
          if (const Symbol *callee = checked.scope.symbol(checked.scope.binding(operand));
              callee && callee->isFunction()) {
            uint32_t called = nodeOf(callee->name);
            nodes[called].callers.push_back(node);
          }
    }
  }
}

/// What a function uses, its callers use.
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
    if (context.module.bodyOf(function) && context.checked.bodies[function.body])
      readBody(nodeOf(top.text(function.name)), *context.checked.bodies[function.body]);
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
  const WordTable &words = context.module.words();
  unsigned groups = 0;
  for (uint32_t i = 0; i != words.size(); ++i) {
    llvm::StringRef word = words.text(static_cast<WordId>(i)).ltrim('.');
    groups += word == "cta_group::1" || word == "cta_group::2";
  }
  if (groups == 2)
    CtaGroups(context).report();
}
