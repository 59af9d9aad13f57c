// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_SEMARESULT_H
#define PTX_SEMA_SEMARESULT_H

#include "ptx/Sema/Debug/DebugDirectives.h"
#include "ptx/Sema/Debug/Metadata.h"
#include "ptx/Sema/Instructions/Signatures.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Sema/Platform/FeatureGates.h"

#include <memory>
#include <vector>

namespace ptx {

/// What the checks found out about the statements of one unit.
struct CheckedUnit {
  /// How each instruction is to be read, by its number in the unit; null if the instruction has an
  /// error.
  using Signatures = std::vector<const Signature *>;

  /// `position`: where the function of the unit is; names of the module after it are unknown.
  CheckedUnit(const SyntaxUnit &unit, const SymbolTable &moduleSymbols, uint32_t position,
              ConstantRules constants)
      : scope(unit, moduleSymbols, position, constants), signatures(unit.instructions().size()) {}

  /// The declared names, and what each name in an operand refers to.
  BodyScope scope;
  Signatures signatures;
};

/// What the checks found out about a module, for the passes after them. The module has to outlive
/// it.
struct SemaResult {
  /// What the rest refers to.
  struct Tables {
    Tables(ModuleHeader header, Platform platform, SymbolTable symbols)
        : header(std::move(header)), platform(std::move(platform)), symbols(std::move(symbols)) {}

    ModuleHeader header;
    Platform platform;
    SymbolTable symbols;
    std::optional<MetadataSection> metadata;
    /// One for each worker.
    std::vector<std::unique_ptr<MnemonicTable>> mnemonics;
  };

  std::unique_ptr<Tables> tables;
  /// `Module::top` of a fragment; null in a module, whose statements are all in bodies.
  std::unique_ptr<CheckedUnit> top;
  /// Of `Module::bodies`, in their order; null for a body whose function was not understood.
  std::vector<std::unique_ptr<CheckedUnit>> bodies;
  /// The `.loc`s of the bodies that have any, in the order of the source.
  std::vector<DebugFacts> debug;
  /// What the module needs of its version and target, if that is to be recorded.
  GatedUses uses;
};

} // namespace ptx

#endif // PTX_SEMA_SEMARESULT_H
