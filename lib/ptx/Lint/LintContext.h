// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_LINTCONTEXT_H
#define PTX_LINT_LINTCONTEXT_H

#include "ptx/Analysis/Flow/ControlFlow.h"
#include "ptx/Analysis/Flow/OpcodeIndex.h"
#include "ptx/Analysis/Flow/PathConditions.h"
#include "ptx/Analysis/Flow/RegisterAccesses.h"
#include "ptx/Analysis/Flow/ThreadSets.h"
#include "ptx/Analysis/Tensor/AsyncObjects.h"
#include "ptx/Analysis/Tensor/TensorCopies.h"
#include "ptx/Analysis/Tensor/TensorDescriptions.h"
#include "ptx/Analysis/Tensor/TensorProducts.h"
#include "ptx/Analysis/Values/AddressUses.h"
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

/// What is known of a module outside of its bodies.
struct ModuleLintFacts {
  const Module &module;
  const SemaResult::Tables &tables;
  const TensorDescriptions &descriptions;
  /// The names in lists and debug data outside of bodies, if a rule asks for them.
  llvm::StringSet<> directiveNames = {};
  /// The first parameter that points to constants, if there is one and a rule asks for it.
  std::optional<ConstantPointer> constantPointer = std::nullopt;
};

/// What a lint that looks at a module as a whole has to go by. The trees of the bodies may be gone.
struct ModuleLintContext {
  const Module &module;
  const SemaResult::Tables &tables;
  const TensorDescriptions &descriptions;
  /// Of each body, by its number; null if the rules need to know nothing of it.
  llvm::ArrayRef<std::unique_ptr<BodySummary>> bodies;
  DiagnosticList &diagnostics;

  /// That of the body of `function`; null if it has none.
  const BodySummary *summaryOf(const Function &function) const {
    return function.body < bodies.size() ? bodies[function.body].get() : nullptr;
  }
};

/// What a lint has to go by that looks at one body, or at a statement list on its own. What must be
/// computed is computed when it is first asked for, and shared by the lints of the body.
class BodyLintContext {
public:
  /// `function` is null for a statement list.
  BodyLintContext(const ModuleLintFacts &whole, const CheckedUnit &checked,
                  const Function *function, DiagnosticList &diagnostics)
      : whole(whole), module(whole.module), function(function), checked(checked),
        scope(checked.scope), unit(checked.scope.unit), platform(whole.tables.platform),
        descriptions(whole.descriptions.of(unit)), diagnostics(diagnostics) {}

  /// The registers of the body, and what its instructions do with them.
  Registers &registers();
  const RegisterAccesses &accesses();
  /// How control goes through the body.
  const ControlFlow &flow();
  /// Where addresses in registers can be wrong.
  const AddressPrefilter &addressPrefilter();
  /// The addresses that name variables, and those in registers that can be wrong.
  llvm::ArrayRef<AddressUse> addressUses();
  /// What is known of the values that instructions read. A rule that asks for it looks first
  /// whether the body has instructions that it is about.
  ValueAnalysis &values();
  /// Adds notes that tell how the address was computed, if it is in a register.
  void explain(Diagnostic &diagnostic, const AddressUse &use);
  /// The instructions without an error that have the opcode, in the order of the source.
  llvm::ArrayRef<InstId> instructions(Opcode opcode);
  /// The opcodes that some instruction without an error has.
  llvm::ArrayRef<Opcode> opcodesUsed();
  /// Whether an instruction without an error has the trait.
  bool uses(Trait trait);
  /// Calls `visit(inst, view)` for each instruction without an error that has the trait, in the
  /// order of the source.
  template <class Visit> void forEach(Trait trait, Visit visit) {
    if (!uses(trait))
      return;
    for (uint32_t i = 0; i != checked.signatures.size(); ++i)
      if (const Signature *signature = checked.signatures[i];
          signature && signature->view.form->has(trait))
        visit(InstId{i}, signature->view);
  }
  /// The instructions that begin, end or order asynchronous operations.
  const AsyncOps &asyncOps();
  /// The uses of mbarrier objects.
  llvm::ArrayRef<ObjectUse> objectUses();
  /// That of the instruction; null if it has none.
  const ObjectUse *objectOf(InstId inst);
  /// Which operands have the same value.
  ValueKeys &valueKeys();
  /// The conditions under which instructions run.
  const PathConditions &conditions();
  /// What registers hold in each thread of a CTA, and which threads come where. Of an entry the
  /// directives tell how many threads there are.
  ThreadValues &threadValues();
  ThreadSets &threadSets();
  /// Whether all that happens to the CTA is in this body: it is that of an entry, has no call, and
  /// it is known where its branches go.
  bool isWhole();
  const InstrView &view(InstId inst) const { return checked.signatures[inst.index]->view; }
  /// Where the mnemonic is, and where all of the instruction is but its guard.
  SourceRange mnemonicOf(InstId inst) const { return unit.range(unit[inst].opcode); }
  SourceRange rangeOf(InstId inst) const { return unit.range(unit[inst].opcode, unit[inst].last); }
  /// Whether the two are certainly run by different threads, so that what one begins the other does
  /// not wait for.
  bool areRunByOthers(InstId a, InstId b);
  /// Whether the body is that of an entry: before it nothing has run.
  bool isEntry() const;
  /// The instructions that go by tensor maps.
  llvm::ArrayRef<TensorCopy> tensorCopies();
  /// The `tcgen05.mma`.
  llvm::ArrayRef<TensorProduct> tensorProducts();

  const ModuleLintFacts &whole;
  const Module &module;
  const Function *const function;
  const CheckedUnit &checked;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  /// What the module is checked for.
  const Platform &platform;
  /// The descriptions of the tensor maps that the body can name; null if nothing is.
  const BodyTensorDescriptions *const descriptions;
  DiagnosticList &diagnostics;

private:
  const OpcodeIndex &index();

  std::optional<Registers> registerNumbers;
  std::optional<RegisterAccesses> registerAccesses;
  std::optional<ControlFlow> controlFlow;
  std::optional<AddressPrefilter> prefilter;
  std::optional<std::vector<AddressUse>> knownAddresses;
  std::optional<ValueAnalysis> knownValues;
  std::optional<OpcodeIndex> opcodes;
  std::optional<AsyncOps> asynchronous;
  std::optional<std::vector<TensorCopy>> copies;
  std::optional<std::vector<TensorProduct>> products;
  std::optional<std::vector<ObjectUse>> objects;
  std::optional<ValueKeys> keysOfValues;
  std::optional<PathConditions> pathConditions;
  std::optional<ThreadValues> valuesByThread;
  std::optional<ThreadSets> setsOfThreads;
};

// Generated from the catalogue: the function of each lint, `check<Record>`.
#include "ptx/Lint/LintRules.inc"

} // namespace ptx

#endif // PTX_LINT_LINTCONTEXT_H
