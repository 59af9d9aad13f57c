// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_MODULECHECKER_H
#define PTX_SEMA_MODULE_MODULECHECKER_H

#include "ptx/Sema/Debug/DebugDirectives.h"
#include "ptx/Sema/Instructions/BodyChecker.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// What there is to keep of a body that was checked.
struct BodyFindings {
  Findings findings;
  DebugFacts debug;

  bool isEmpty() const { return findings.isEmpty() && debug.empty(); }
};

/// The checks of meaning, step by step: what is declared outside of bodies, by the constructor;
/// then the bodies and what is around them, in any order and by any thread; then what these found,
/// one after the other in the order of the source; at last the module as a whole. No step needs the
/// trees of more than one body.
class ModuleChecker {
public:
  /// `module` may be without its bodies; it and `options` have to outlive the checker. What is
  /// found goes to `diagnostics`, at once or by `add` and `finish`.
  ModuleChecker(const Module &module, const SemaOptions &options, DiagnosticList &diagnostics);

  /// What the rest refers to.
  SemaResult::Tables &tables() { return *result.tables; }
  const SemaResult::Tables &tables() const { return *result.tables; }

  /// A table for the instructions of bodies whose mnemonics are in `words`. Two threads need two.
  std::unique_ptr<MnemonicTable> mnemonicsOf(const WordTable &words) const;

  /// Checks what is around the bodies, and no body takes part in.
  std::unique_ptr<BodyFindings> checkAroundBodies() const;

  /// Checks the body of a function, and the parameters of an entry; `header` is null for the
  /// statements of a fragment. `found` gets what was found, or null where that is nothing.
  std::unique_ptr<CheckedUnit> checkBody(const FunctionHeader *header, const SyntaxUnit &body,
                                         MnemonicTable &mnemonics,
                                         std::unique_ptr<BodyFindings> &found) const;

  /// Adds the findings of the next part in source order; null if it has none. The text around the
  /// bodies is the first part.
  void add(std::unique_ptr<BodyFindings> found);

  /// What was recorded of what was added so far, and of the declarations outside of bodies.
  const GatedUses &recordedUses() const { return gates->recordedUses(); }

  /// Reports what is known once all was added. `isComplete`: whether the parser found no error.
  SemaResult finish(bool isComplete);

private:
  void collect();
  void checkDeclarations();
  void checkFunctions(Findings &findings) const;
  void checkInitializers(Findings &findings) const;

  ConstantRules constants() const {
    return options.ptxasCompat ? ConstantRules::Ptxas : ConstantRules::Manual;
  }
  BodyFindings noFindings() const;

  const Module &module;
  const SyntaxUnit &top;
  const SemaOptions &options;
  DiagnosticList &diagnostics;
  SemaResult result;
  VariableSet broken; // outside of bodies, and not checked with one
  std::optional<PlatformGates> platformGates;
  std::optional<ModuleContext> context;
  std::optional<GateReport> gates;
  std::optional<DebugDirectiveChecker> debug;
};

} // namespace ptx

#endif // PTX_SEMA_MODULE_MODULECHECKER_H
