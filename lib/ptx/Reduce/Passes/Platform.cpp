// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// Lower versions, the lowest first.
static void addVersions(const SyntaxUnit &top, ExprId id, ChangeList &changes) {
  std::optional<PtxVersion> declared = parseVersion(top.source(id));
  llvm::SmallVector<PtxVersion> versions = allVersions();
  llvm::sort(versions);
  for (const PtxVersion &version : versions)
    if (declared && version < *declared)
      changes.replace(top.range(id), version.str());
}

/// Whether every GPU that supports `other` supports `target`, judged by number and features.
static bool isLower(const TargetInfo &target, const TargetInfo &other) {
  return target.number < other.number ||
         (target.number == other.number && target.variant == TargetVariant::Base &&
          other.variant != TargetVariant::Base);
}

static void addTargets(const SyntaxUnit &top, llvm::ArrayRef<ExprId> words, ChangeList &changes) {
  llvm::SmallVector<ListItem> items;
  for (ExprId id : words)
    items.push_back({top.firstToken(id), top.lastToken(id)});
  for (size_t i = 0; i < words.size(); ++i) {
    if (words.size() > 1)
      changes.remove(itemWithComma(top, items, i));
    std::optional<TargetId> declared = findTarget(top.source(words[i]));
    if (!declared)
      continue;
    std::vector<TargetInfo> targets(allTargets().begin(), allTargets().end());
    llvm::stable_sort(targets,
                      [](const TargetInfo &a, const TargetInfo &b) { return a.number < b.number; });
    for (const TargetInfo &target : targets)
      if (target.variant == TargetVariant::Base && isLower(target, info(*declared)))
        changes.replace(top.range(words[i]), target.name);
  }
}

void ptx::findPlatform(const Subject &subject, ChangeList &changes) {
  const SyntaxUnit &top = subject.module().top();
  for (const Directive &directive : top.directives()) {
    llvm::ArrayRef<ExprId> operands = top.list(directive.operands);
    if (operands.empty() || !llvm::all_of(operands, [](ExprId id) { return id.valid(); }))
      continue;
    if (directive.kind == DirectiveKind::Version)
      addVersions(top, operands[0], changes);
    else if (directive.kind == DirectiveKind::Target)
      addTargets(top, operands, changes);
  }
}
