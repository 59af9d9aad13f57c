// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// An address must be a multiple of the size of the access. That of a variable is a multiple of its
/// alignment, and nothing more is known. (Manual 5.4.5)
void ptx::checkMisalignedAccess(BodyLintContext &context) {
  for (const SymbolAccess &access : context.symbolAccesses())
    if (access.isMisaligned())
      context.diagnostics
          .emit(diag::MisalignedAccess{.range = context.unit.range(access.address),
                                       .bytes = access.bytes,
                                       .offset = access.offset,
                                       .name = access.symbol->name,
                                       .unit = access.unit()})
          .note(access.symbol->range,
                "aligned to " + std::to_string(access.symbol->alignment) + " bytes here");
}
