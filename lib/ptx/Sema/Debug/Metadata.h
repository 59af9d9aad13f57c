// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DEBUG_METADATA_H
#define PTX_SEMA_DEBUG_METADATA_H

#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// The properties of the `.metadata_section` of a module that matter to `trace.mark`.
struct MetadataSection {
  SourceRange range;
  /// Whether it begins with `.metadata_domain`.
  bool hasDomain = false;
  /// The `.metadata` with the number that `ptxas` assigns to the list of marks without a label: the
  /// number of lists plus one.
  std::optional<SourceRange> taken;
};

/// The first `.metadata_section` of the module, if it has one.
std::optional<MetadataSection> metadataSectionOf(const SyntaxUnit &top);

/// Declares the labels of all `.metadata_section`s, except those whose names are already used at
/// module scope.
void declareMetadataLabels(const SyntaxUnit &top, SymbolTable &symbols);

/// Checks the content of each `.metadata_section`, and that there is at most one.
void checkMetadataSections(const SyntaxUnit &top, GateReport &gates, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_DEBUG_METADATA_H
