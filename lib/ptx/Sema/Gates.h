// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_GATES_H
#define PTX_SEMA_GATES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Isa/Features.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/SpecialRegisters.h"
#include "ptx/Sema/ModuleHeader.h"

#include <map>
#include <string>
#include <vector>

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

/// The same for a directive, a type, or a way to declare something.
llvm::SmallVector<GateFailure, 0> failedGates(Feature feature, const Platform &platform);

/// The gates that each special register does not pass on a platform.
class SpecialRegisterGates {
public:
  explicit SpecialRegisterGates(const Platform &platform);

  llvm::ArrayRef<GateFailure> operator[](SpecialRegister reg) const {
    return failures[static_cast<size_t>(reg)];
  }

private:
  std::vector<llvm::SmallVector<GateFailure, 0>> failures;
};

/// "`sm_90a` and `sm_100f`".
std::string targetList(llvm::ArrayRef<TargetId> targets);

/// Which version `platform` is of, as a message says it: "the module declares PTX 7.0".
std::string describeVersion(const Platform &platform);

/// Collects the failed gates of a module, or of one body, so that each cause is reported once,
/// however many instructions share it.
class GateReport {
public:

  /// The name of the `.entry` that what is added from now on belongs to; empty outside.
  void setEntry(llvm::StringRef name) { entry = name; }

  void add(const GateFailure &failure, SourceRange where);

  /// Adds the failures of `other`, whose places stand behind those here.
  void append(GateReport &&other);

  /// Emits one diagnostic for each cause, at its first place. Notes show the directive that is not
  /// enough. That the version does not know a target is a note of the first that asks for a later
  /// version, or a diagnostic of its own.
  void emit(const Platform &platform, const ModuleHeader &header,
            DiagnosticList &diagnostics) const;

private:
  struct Places {
    GateFailure failure;
    SourceRange first;
    SourceRange second;
    llvm::StringRef entry; ///< of the first
    uint32_t count = 0;
  };

  llvm::StringRef entry;
  std::map<std::pair<uint32_t, std::string>, Places> causes;
};

} // namespace ptx

#endif // PTX_SEMA_GATES_H
