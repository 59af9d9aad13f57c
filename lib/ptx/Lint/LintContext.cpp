// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Lint/Functions/KernelExtent.h"
#include "ptx/Lint/Threads/ThreadText.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

Registers &BodyLintContext::registers() {
  if (!registerNumbers)
    registerNumbers.emplace(scope);
  return *registerNumbers;
}

const RegisterAccesses &BodyLintContext::accesses() {
  if (!registerAccesses)
    registerAccesses.emplace(checked, registers());
  return *registerAccesses;
}

const ControlFlow &BodyLintContext::flow() {
  if (!controlFlow)
    controlFlow.emplace(checked);
  return *controlFlow;
}

const AddressPrefilter &BodyLintContext::addressPrefilter() {
  if (!prefilter)
    prefilter.emplace(checked, registers());
  return *prefilter;
}

llvm::ArrayRef<AddressUse> BodyLintContext::addressUses() {
  if (!knownAddresses)
    knownAddresses.emplace(findAddressUses(checked, addressPrefilter(),
                                           [&]() -> ValueAnalysis & { return values(); }));
  return *knownAddresses;
}

ValueAnalysis &BodyLintContext::values() {
  if (!knownValues)
    knownValues.emplace(checked, registers(), accesses(), flow());
  return *knownValues;
}

void BodyLintContext::explain(Diagnostic &diagnostic, const AddressUse &use) {
  if (!use.isNamed)
    values().explain(diagnostic, use.inst, use.address);
}

const ActionIndex &BodyLintContext::index() {
  if (!actionIndex)
    actionIndex.emplace(checked);
  return *actionIndex;
}

llvm::ArrayRef<InstId> BodyLintContext::instructions(Action action) { return index().of(action); }

llvm::ArrayRef<Action> BodyLintContext::actions() { return index().actions(); }

bool BodyLintContext::uses(Trait trait) { return index().has(trait); }

const AsyncOps &BodyLintContext::asyncOps() {
  if (!asynchronous)
    asynchronous = uses(Trait::IsAsynchronous) ? AsyncOps(checked, index()) : AsyncOps();
  return *asynchronous;
}

llvm::ArrayRef<ObjectUse> BodyLintContext::objectUses() {
  if (!objects)
    objects.emplace(asyncOps().isEmpty()
                        ? std::vector<ObjectUse>()
                        : findObjectUses(checked, asyncOps(),
                                         [this]() -> ValueAnalysis & { return values(); }));
  return *objects;
}

llvm::ArrayRef<ObjectOperand> BodyLintContext::objectOperands() {
  if (!operandsOfObjects)
    operandsOfObjects.emplace(
        uses(Trait::NamesObject)
            ? findObjectOperands(checked, index().of(Trait::NamesObject), values())
            : std::vector<ObjectOperand>());
  return *operandsOfObjects;
}

const ObjectUse *BodyLintContext::objectOf(InstId inst) {
  llvm::ArrayRef<ObjectUse> uses = objectUses();
  const ObjectUse *found = llvm::partition_point(
      uses, [&](const ObjectUse &use) { return use.inst.index < inst.index; });
  return found != uses.end() && found->inst == inst ? found : nullptr;
}

ValueKeys &BodyLintContext::valueKeys() {
  if (!keysOfValues)
    keysOfValues.emplace(checked, registers(), values().definitions());
  return *keysOfValues;
}

const PathConditions &BodyLintContext::conditions() {
  if (!pathConditions)
    pathConditions.emplace(checked, flow(), valueKeys());
  return *pathConditions;
}

ThreadValues &BodyLintContext::threadValues() {
  if (!valuesByThread) {
    BlockShape shape = function ? blockShape(module.top(), *function) : BlockShape();
    valuesByThread.emplace(checked, registers(), values().definitions(), shape);
  }
  return *valuesByThread;
}

ThreadSets &BodyLintContext::threadSets() {
  if (!setsOfThreads)
    setsOfThreads.emplace(checked, flow(), threadValues());
  return *setsOfThreads;
}

static std::string insertText(llvm::StringRef statement) {
  return ("insert `" + statement + "`").str();
}

void BodyLintContext::insertBefore(Diagnostic &diagnostic, InstId inst,
                                   llvm::StringRef statement) const {
  SourceRange at = mnemonicOf(inst);
  if (unit[inst].guard == GuardKind::None)
    diagnostic.fix({at.begin, at.begin}, (statement + ";\n    ").str(), insertText(statement),
                   Applicability::Unsafe);
}

void BodyLintContext::insertAfter(Diagnostic &diagnostic, InstId inst,
                                  llvm::StringRef statement) const {
  // The semicolon of the instruction ends the new statement.
  SourceRange at = rangeOf(inst);
  diagnostic.fix({at.end, at.end}, (";\n    " + statement).str(), insertText(statement),
                 Applicability::Unsafe);
}

void BodyLintContext::replaceModifier(Diagnostic &diagnostic, InstId inst, Modifier word,
                                      llvm::StringRef text) const {
  const InstrView &view = this->view(inst);
  const Modifier *found = llvm::find(view.modifiers, word);
  if (found == view.modifiers.end())
    return;
  if (std::optional<unsigned> written = writtenModifier(
          unit, unit[inst], view, static_cast<size_t>(found - view.modifiers.begin())))
    diagnostic.fix(unit.range(modifierToken(unit[inst], *written)), text.str(),
                   ("replace by `" + text + "`").str(), Applicability::Unsafe);
}

bool BodyLintContext::areRunByOthers(InstId a, InstId b) {
  // The sets contain all threads that may reach the instruction.
  return isEntry() && flow().isExact() && !threadSets().run(a).anyCommon(threadSets().run(b));
}

bool BodyLintContext::isRunByOtherWarps(InstId inst, InstId other) {
  ThreadSets &sets = threadSets();
  return sets.isExactlyRun(inst) && sets.isExactlyRun(other) && sets.run(other).any() &&
         warpsOf(sets.run(inst)).test(warpsOf(sets.run(other)));
}

uint64_t BodyLintContext::groupsLeft(InstId wait) const {
  std::optional<int64_t> left = findInteger(checked, wait, AsyncRole::Count);
  return left && *left > 0 ? static_cast<uint64_t>(*left) : 0;
}

void BodyLintContext::explainWait(Diagnostic &diagnostic, AsyncOp wait, InstId begin, InstId use) {
  auto isBetween = [&](InstId inst) {
    return begin.index < use.index ? inst.index > begin.index && inst.index < use.index
                                   : inst.index > begin.index || inst.index < use.index;
  };
  InstId last;
  for (InstId inst : asyncOps().instructions())
    if (asyncOps()[inst] == wait && isBetween(inst))
      last = inst;
  if (!last)
    return;
  uint64_t left = groupsLeft(last);
  if (areRunByOthers(begin, last))
    diagnostic.note(rangeOf(last), "a thread waits for its own groups; this is run by " +
                                       describeThreads(threadSets().run(last)));
  else if (left != 0)
    diagnostic.note(rangeOf(last), left == 1 ? "this lets the last group stay pending"
                                             : "this lets the last " + std::to_string(left) +
                                                   " groups stay pending");
}

bool BodyLintContext::isWhole() {
  return isEntry() && !asyncOps().has(AsyncOp::Call) && flow().isExact();
}

bool BodyLintContext::isEntry() const { return function && module.top().isEntry(*function); }

llvm::ArrayRef<TensorCopy> BodyLintContext::tensorCopies() {
  if (!copies && asyncOps().has(AsyncGroup::BulkCopies))
    copies.emplace(findTensorCopies(checked, platform, values()));
  return copies ? llvm::ArrayRef<TensorCopy>(*copies) : llvm::ArrayRef<TensorCopy>();
}

llvm::ArrayRef<TensorProduct> BodyLintContext::tensorProducts() {
  if (!products && asyncOps().has(AsyncOp::TensorMma))
    products.emplace(findTensorProducts(checked, platform, values()));
  return products ? llvm::ArrayRef<TensorProduct>(*products) : llvm::ArrayRef<TensorProduct>();
}
