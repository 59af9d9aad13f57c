// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DEBUG_METADATA_H
#define PTX_SEMA_DEBUG_METADATA_H

#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// The `.metadata_section` of a module, as `trace.mark` sees it.
struct MetadataSection {
  SourceRange range;
  /// Whether it begins with `.metadata_domain`.
  bool hasDomain = false;
  /// The `.metadata` with the number that `ptxas` gives to the list of marks without a label, which
  /// is one more than there are lists.
  std::optional<SourceRange> taken;
};

/// The first `.metadata_section` of the module, if it has one.
std::optional<MetadataSection> metadataSectionOf(const SyntaxUnit &top);

/// Declares the labels of all `.metadata_section`s whose names nothing else at module scope has.
void declareMetadataLabels(const SyntaxUnit &top, SymbolTable &symbols);

/// Checks what is in each `.metadata_section`, and that there is one at most.
void checkMetadataSections(const SyntaxUnit &top, GateReport &gates, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_DEBUG_METADATA_H
