// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_LINTCONTEXT_H
#define PTX_LINT_LINTCONTEXT_H

#include "ptx/Analysis/Flow/ActionIndex.h"
#include "ptx/Analysis/Flow/ControlFlow.h"
#include "ptx/Analysis/Flow/RegisterAccesses.h"
#include "ptx/Analysis/Tensor/AsyncObjects.h"
#include "ptx/Analysis/Tensor/ObjectOperands.h"
#include "ptx/Analysis/Tensor/TensorCopies.h"
#include "ptx/Analysis/Tensor/TensorDescriptions.h"
#include "ptx/Analysis/Tensor/TensorProducts.h"
#include "ptx/Analysis/Values/AddressUses.h"
#include "ptx/Analysis/Values/PathConditions.h"
#include "ptx/Analysis/Values/ThreadSets.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Lint/BodySummary.h"

#include "llvm/ADT/StringSet.h"

#include <memory>
#include <optional>

namespace ptx {

/// A parameter that points to constants. (Manual 5.1.6.3)
struct ConstantPointer {
  llvm::StringRef entry;
  SourceRange space; ///< the `.const` of its `.ptr`
};

/// The data of a module outside of its bodies.
struct ModuleLintFacts {
  const Module &module;
  const SemaResult::Tables &tables;
  const TensorDescriptions &descriptions;
  /// The names in lists and debug data outside of bodies, if a rule requires them.
  llvm::StringSet<> directiveNames = {};
  /// The first parameter that points to constants, if there is one and a rule requires it.
  std::optional<ConstantPointer> constantPointer = std::nullopt;
};

/// The input of a module-level lint. The trees of the bodies may have been freed.
struct ModuleLintContext {
  const Module &module;
  const SemaResult::Tables &tables;
  const TensorDescriptions &descriptions;
  /// The summary of each body, by its number; null if it is empty.
  llvm::ArrayRef<std::unique_ptr<BodySummary>> bodies;
  DiagnosticList &diagnostics;

  /// The summary of the body of `function`; null if there is none.
  const BodySummary *summaryOf(const Function &function) const {
    return function.body < bodies.size() ? bodies[function.body].get() : nullptr;
  }
};

/// The input of a lint for one body, or for a separate statement list. Analyses are computed on
/// demand and shared by the lints of the body.
class BodyLintContext {
public:
  /// `function` is null for a statement list.
  BodyLintContext(const ModuleLintFacts &whole, const CheckedUnit &checked,
                  const Function *function, DiagnosticList &diagnostics)
      : whole(whole), module(whole.module), function(function), checked(checked),
        scope(checked.scope), unit(checked.scope.unit), platform(whole.tables.platform),
        descriptions(whole.descriptions.of(unit)), diagnostics(diagnostics) {}

  /// The registers of the body, and the accesses of its instructions.
  Registers &registers();
  const RegisterAccesses &accesses();
  /// The control flow of the body.
  const ControlFlow &flow();
  /// The registers that may hold wrong addresses.
  const AddressPrefilter &addressPrefilter();
  /// The addresses that name variables, and addresses in registers that may be wrong.
  llvm::ArrayRef<AddressUse> addressUses();
  /// The known values of operands. A rule must first check that the body has relevant instructions.
  ValueAnalysis &values();
  /// Adds notes on the computation of the address, if it is in a register.
  void explain(Diagnostic &diagnostic, const AddressUse &use);
  /// The instructions without an error that have the action, in source order.
  llvm::ArrayRef<InstId> instructions(Action action);
  /// The actions of the instructions without an error.
  llvm::ArrayRef<Action> actions();
  /// Whether some instruction without an error has the action, or the trait.
  bool uses(Action action) { return !instructions(action).empty(); }
  bool uses(Trait trait);
  /// Calls `visit(inst, view)` for each instruction without an error that has the trait, in the
  /// order of the source.
  template <class Visit> void forEach(Trait trait, Visit visit) {
    for (InstId inst : index().of(trait))
      visit(inst, view(inst));
  }
  /// The instructions that begin, end or order asynchronous operations.
  const AsyncOps &asyncOps();
  /// The uses of mbarrier objects.
  llvm::ArrayRef<ObjectUse> objectUses();
  /// The addresses of objects in the body, in source order.
  llvm::ArrayRef<ObjectOperand> objectOperands();
  /// The use by the instruction; null if it has none.
  const ObjectUse *objectOf(InstId inst);
  /// The value numbers of operands.
  ValueKeys &valueKeys();
  /// The conditions under which instructions run.
  const PathConditions &conditions();
  /// The contents of registers in each thread of a CTA, and the threads that reach each block. For
  /// an entry, the directives give the number of threads.
  ThreadValues &threadValues();
  ThreadSets &threadSets();
  /// Whether this body has all the code of the CTA: it is the body of an entry, has no call, and
  /// all its branch targets are known.
  bool isWhole();
  const InstrView &view(InstId inst) const { return checked.signatures[inst.index]->view; }
  /// The ranges of the mnemonic, and of the instruction without its guard.
  SourceRange mnemonicOf(InstId inst) const { return unit.range(unit[inst].opcode); }
  SourceRange rangeOf(InstId inst) const { return unit.range(unit[inst].opcode, unit[inst].last); }
  /// Adds a fix: inserts `statement` before or after the instruction, which must have no guard, or
  /// replaces its modifier `word`. The fault may have another cause, so that the fix is unsafe.
  void insertBefore(Diagnostic &diagnostic, InstId inst, llvm::StringRef statement) const;
  void insertAfter(Diagnostic &diagnostic, InstId inst, llvm::StringRef statement) const;
  void replaceModifier(Diagnostic &diagnostic, InstId inst, Modifier word,
                       llvm::StringRef text) const;
  /// Whether the two are certainly run by different threads, so that one does not wait for an
  /// operation that the other starts.
  bool areRunByOthers(InstId a, InstId b);
  /// Whether threads of other warps than those that run `other` certainly run `inst`.
  bool isRunByOtherWarps(InstId inst, InstId other);
  /// The number of the latest groups that a wait leaves pending.
  uint64_t groupsLeft(InstId wait) const;
  /// Adds a note with the reason why a wait does not complete the operation that `begin` starts.
  /// The note is about the last instruction with the role `wait` between `begin` and `use` in the
  /// source, or around a loop, if there is one.
  void explainWait(Diagnostic &diagnostic, AsyncOp wait, InstId begin, InstId use);
  /// Whether the body belongs to an entry, so that no code has run before it.
  bool isEntry() const;
  /// The instructions that use tensor maps.
  llvm::ArrayRef<TensorCopy> tensorCopies();
  /// The `tcgen05.mma`.
  llvm::ArrayRef<TensorProduct> tensorProducts();

  const ModuleLintFacts &whole;
  const Module &module;
  const Function *const function;
  const CheckedUnit &checked;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  /// The version and targets for which the module is checked.
  const Platform &platform;
  /// The descriptions of the tensor maps that the body can name; null if there are none.
  const BodyTensorDescriptions *const descriptions;
  DiagnosticList &diagnostics;

private:
  const ActionIndex &index();

  std::optional<Registers> registerNumbers;
  std::optional<RegisterAccesses> registerAccesses;
  std::optional<ControlFlow> controlFlow;
  std::optional<AddressPrefilter> prefilter;
  std::optional<std::vector<AddressUse>> knownAddresses;
  std::optional<ValueAnalysis> knownValues;
  std::optional<ActionIndex> actionIndex;
  std::optional<AsyncOps> asynchronous;
  std::optional<std::vector<TensorCopy>> copies;
  std::optional<std::vector<TensorProduct>> products;
  std::optional<std::vector<ObjectUse>> objects;
  std::optional<std::vector<ObjectOperand>> operandsOfObjects;
  std::optional<ValueKeys> keysOfValues;
  std::optional<PathConditions> pathConditions;
  std::optional<ThreadValues> valuesByThread;
  std::optional<ThreadSets> setsOfThreads;
};

// Generated from the catalogue: the function of each lint, `check<Record>`.
#include "ptx/Lint/LintRules.inc"

} // namespace ptx

#endif // PTX_LINT_LINTCONTEXT_H
