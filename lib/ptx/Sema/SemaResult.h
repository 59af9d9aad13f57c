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

/// The results of the checks for the statements of one unit.
struct CheckedUnit {
  /// The signature of each instruction, by its index in the unit; null if the instruction has an
  /// error.
  using Signatures = std::vector<const Signature *>;

  /// `position`: the location of the unit's function; later names of the module are unknown.
  CheckedUnit(const SyntaxUnit &unit, const SymbolTable &moduleSymbols, uint32_t position,
              ConstantRules constants)
      : scope(unit, moduleSymbols, position, constants), signatures(unit.instructions().size()) {}

  /// The declared names, and the reference of each name in an operand.
  BodyScope scope;
  Signatures signatures;
};

/// The results of the checks of a module, for later passes. The module must outlive it.
struct SemaResult {
  /// The data to which the rest of the result refers.
  struct Tables {
    Tables(const ModuleHeader &header, Platform platform, SymbolTable symbols)
        : header(header), platform(std::move(platform)), symbols(std::move(symbols)) {}

    ModuleHeader header;
    Platform platform;
    SymbolTable symbols;
    std::optional<MetadataSection> metadata;
    /// Those to whose signatures the bodies refer.
    std::vector<std::unique_ptr<MnemonicTable>> mnemonics;
  };

  std::shared_ptr<Tables> tables;
  /// `Module::top` of a fragment; null in a module, whose statements are all in bodies.
  std::unique_ptr<CheckedUnit> top;
  /// For `Module::bodies`, in the same order; null for a body whose function could not be parsed.
  std::vector<std::unique_ptr<CheckedUnit>> bodies;
  /// The `.loc`s of the bodies that have any, in source order.
  std::vector<DebugFacts> debug;
  /// The requirements of the module on its version and target, if they are recorded.
  GatedUses uses;
};

} // namespace ptx

#endif // PTX_SEMA_SEMARESULT_H
