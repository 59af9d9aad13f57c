// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_MODULECHECKER_H
#define PTX_SEMA_MODULE_MODULECHECKER_H

#include "ptx/Sema/Debug/DebugDirectives.h"
#include "ptx/Sema/Instructions/BodyChecker.h"
#include "ptx/Sema/Sema.h"

namespace ptx {

/// The retained results of a checked body.
struct BodyFindings {
  Findings findings;
  DebugFacts debug;

  bool isEmpty() const { return findings.isEmpty() && debug.empty(); }
};

/// The semantic checks of header, declarations, names, instructions, their operands, versions and
/// targets (manual 4.3 to 11), in steps. The constructor checks the declarations outside of bodies.
/// Then bodies and the text around them are checked, in any order and by any thread. Then their
/// findings are added in source order. Finally the module is checked as a whole. No step requires
/// the trees of more than one body.
class ModuleChecker {
public:
  /// `module` may be without its bodies. It and `options` must outlive the checker. Findings go to
  /// `diagnostics`, immediately or in `add` and `finish`.
  ModuleChecker(const Module &module, const SemaOptions &options, DiagnosticList &diagnostics);

  /// The data to which the rest of the result refers.
  SemaResult::Tables &tables() { return *result.tables; }
  const SemaResult::Tables &tables() const { return *result.tables; }

  /// A table for the instructions of bodies whose mnemonics are in `words`. Each thread requires
  /// its own table.
  std::unique_ptr<MnemonicTable> mnemonicsOf(const WordTable &words) const;

  /// Checks the text around the bodies, independently of all bodies.
  std::unique_ptr<BodyFindings> checkAroundBodies() const;

  /// Checks the body of a function, and the parameters of an entry; `header` is null for the
  /// statements of a fragment. Sets `found` to the findings, or to null if there are none.
  std::unique_ptr<CheckedUnit> checkBody(const FunctionHeader *header, const SyntaxUnit &body,
                                         MnemonicTable &mnemonics,
                                         std::unique_ptr<BodyFindings> &found) const;

  /// Adds the findings of the next part in source order; null if it has none. The text around the
  /// bodies is the first part.
  void add(std::unique_ptr<BodyFindings> found);

  /// The recorded uses of the parts added so far and of the declarations outside of bodies.
  const GatedUses &recordedUses() const { return gates->recordedUses(); }

  /// Reports the findings that depend on all parts; call it after the last `add`. `isComplete`:
  /// whether the parser found no error. Bodies can be checked afterwards as well; their findings do
  /// not count any more.
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
