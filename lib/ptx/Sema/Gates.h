// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_GATES_H
#define PTX_SEMA_GATES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/SpecialRegisters.h"
#include "ptx/Sema/ModuleHeader.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>

namespace ptx {

/// Something that a module uses although its `.version` or a target has it not, or no longer.
/// (Manual 11.1)
struct GateFailure {
  DiagId id;
  /// What is used: an instruction with the modifiers that matter, a special register.
  std::string feature;
  /// What it needs, in words.
  std::string needed;
  /// The targets that lack it; empty if the version does, for all.
  llvm::SmallVector<TargetId, 1> targets;
};

/// The gates that `view` does not pass on `platform`: of several that ask for a version the one
/// that asks for the latest, of several that ask for a target the one that fewest targets pass.
llvm::SmallVector<GateFailure, 0> failedGates(const InstrView &view, const Platform &platform);

/// The same for a special register.
llvm::SmallVector<GateFailure, 0> failedGates(SpecialRegister reg, const Platform &platform);

/// "`sm_90a` and `sm_100f`".
std::string targetList(llvm::ArrayRef<TargetId> targets);

/// Which version `platform` is of, as a message says it: "the module declares PTX 7.0".
std::string describeVersion(const Platform &platform);

/// Collects the failed gates of a module, so that each cause is reported once, however many
/// instructions share it.
class GateReport {
public:
  explicit GateReport(const Platform &platform) : platform(platform) {}

  /// The name of the `.entry` that what is added from now on belongs to; empty outside.
  void setEntry(llvm::StringRef name) { entry = name; }

  void add(const GateFailure &failure, SourceRange where);

  /// Adds what the special register `reg` fails.
  void check(SpecialRegister reg, SourceRange where);

  /// Emits one diagnostic for each cause, at its first place. Notes show the directive that is not
  /// enough. That the version does not know a target is a note of the first that asks for a later
  /// version, or a diagnostic of its own.
  void emit(const ModuleHeader &header, DiagnosticList &diagnostics) const;

private:
  void emitTargets(SourceRange range, Diagnostic *versionError, DiagnosticList &diagnostics) const;

  struct Places {
    GateFailure failure;
    SourceRange first;
    SourceRange second;
    llvm::StringRef entry; ///< of the first
    uint32_t count = 0;
  };

  const Platform &platform;
  llvm::StringRef entry;
  llvm::DenseMap<unsigned, llvm::SmallVector<GateFailure, 0>> specialRegisters;
  std::map<std::pair<uint32_t, std::string>, Places> causes;
};

} // namespace ptx

#endif // PTX_SEMA_GATES_H
