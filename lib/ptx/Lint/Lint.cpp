// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Lint.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Addresses/GenericConstant.h"
#include "ptx/Lint/Addresses/SharedMemory.h"
#include "ptx/Lint/Functions/ObjectCount.h"
#include "ptx/Lint/Ordering/MixedCtaGroup.h"
#include "ptx/Lint/Unused/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

// Generated from the catalogue: `rulesOfBody` and `rulesOfModule`.
#define PTX_LINT_TABLES
#include "ptx/Lint/LintRules.inc"

template <class Context>
static llvm::SmallVector<const LintRule<Context> *>
enabled(llvm::ArrayRef<LintRule<Context>> rules, llvm::function_ref<bool(DiagId)> isEnabled) {
  llvm::SmallVector<const LintRule<Context> *> result;
  for (const LintRule<Context> &rule : rules)
    if (isEnabled(rule.id))
      result.push_back(&rule);
  return result;
}

/// Whether a body can name shared memory that is declared outside of it, or a function that names
/// some.
static bool canNameShared(const Module &module, const SymbolTable &symbols) {
  return llvm::any_of(symbols.all(), isStaticShared) ||
         llvm::any_of(module.top().functions(), [&](const Function &function) {
           return function.hasBody() && !module.top().isEntry(function);
         });
}

ModuleLinter::ModuleLinter(const Module &module, const SemaResult::Tables &tables,
                           const TensorDescriptions &descriptions,
                           llvm::function_ref<bool(DiagId)> isEnabled)
    : whole{module, tables, descriptions},
      bodyRules(enabled<BodyLintContext>(rulesOfBody, isEnabled)),
      moduleRules(enabled<ModuleLintContext>(rulesOfModule, isEnabled)) {
  if (isEnabled(diag::UnusedLabel::id))
    addDirectiveNames(module.top(), whole.directiveNames);
  if (isEnabled(diag::GenericConstant::id))
    whole.constantPointer = findConstantPointer(module.top());
  wantsOtherNames = isEnabled(diag::UnusedVariable::id);
  wantsSharedMemory = isEnabled(diag::SharedMemorySize::id);
  wantsCtaGroups = isEnabled(diag::MixedCtaGroup::id);
  bool canShare = wantsSharedMemory && canNameShared(module, tables.symbols);
  wantsSymbols = wantsOtherNames || canShare || isEnabled(diag::UnresolvedFunction::id) ||
                 (isEnabled(diag::ObjectCount::id) && hasManyObjects(tables.symbols));
  // For bodies that use only their own shared memory.
  if (const TargetInfo *target = leastShared(tables.platform); target && !canShare)
    harmlessSharedBytes = target->staticShared;
}

/// The rules of OrderingRules.td about the values and threads of one instruction, which do not
/// depend on what orders it.
static constexpr DiagId ofOneInstruction[] = {
    diag::DivergentDescriptor::id, diag::DivergentGuard::id,      diag::BlockSize::id,
    diag::ClusterSize::id,         diag::OverlappingMbarrier::id, diag::RemoteMbarrier::id,
    diag::RemoteDestination::id,   diag::LocalClusterCopy::id,    diag::GenericMapAddress::id,
    diag::TensorMemoryLane::id,    diag::ClusterRank::id,         diag::NarrowArrivalScope::id,
    diag::LocalAccessOfPeer::id,   diag::SplitRemoteStore::id,    diag::DivergentMemberMask::id,
    diag::DivergentAligned::id,    diag::WrongTensorLanes::id,    diag::OwnLaneShuffle::id,
};

/// Whether a rule is about the order of asynchronous operations.
static bool isAboutOrder(DiagId rule) {
  return info(rule).code / 100 == 61 && !llvm::is_contained(ofOneInstruction, rule);
}

/// Whether an instruction with an error may be one that orders others, so that it is unknown what
/// they wait for.
static bool mayHideOrder(const CheckedUnit &checked) {
  const SyntaxUnit &unit = checked.scope.unit;
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    if (checked.signatures[i])
      continue;
    std::optional<Opcode> opcode = findOpcode(unit.text(unit[InstId{i}].opcode));
    if (!opcode || llvm::any_of(formsOf(*opcode), [](const FormInfo &form) {
          return form.has(Trait::IsAsynchronous);
        }))
      return true;
  }
  return false;
}

std::unique_ptr<BodySummary> ModuleLinter::lintBody(const Function *function,
                                                    const CheckedUnit &checked,
                                                    DiagnosticList &diagnostics) const {
  if (function)
    diagnostics.setEntry(whole.module.top().entryName(*function));
  BodyLintContext context(whole, checked, function, diagnostics);
  bool skipsOrder = !context.asyncOps().isEmpty() && mayHideOrder(checked);
  for (const LintRule<BodyLintContext> *rule : bodyRules)
    if (!skipsOrder || !isAboutOrder(rule->id))
      rule->check(context);
  BodySummary summary;
  if (wantsSymbols)
    addSymbolUses(checked.scope, wantsOtherNames, summary);
  if (wantsSharedMemory)
    addSharedMemory(checked.scope, harmlessSharedBytes, summary);
  if (wantsCtaGroups)
    addCtaGroups(context, summary);
  return summary.empty() ? nullptr : std::make_unique<BodySummary>(std::move(summary));
}

void ModuleLinter::lintModule(llvm::ArrayRef<std::unique_ptr<BodySummary>> bodies,
                              DiagnosticList &diagnostics) const {
  ModuleLintContext context{whole.module, whole.tables, whole.descriptions, bodies, diagnostics};
  for (const LintRule<ModuleLintContext> *rule : moduleRules)
    rule->check(context);
}
