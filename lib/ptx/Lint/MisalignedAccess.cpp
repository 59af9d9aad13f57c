// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// An address must be a multiple of the size of the access. That of a variable is a multiple of its
/// alignment, and nothing more is known. (Manual 5.4.5)
void ptx::checkMisalignedAccess(BodyLintContext &context) {
  for (const SymbolAccess &access : context.symbolAccesses()) {
    uint32_t known = std::min(access.symbol->alignment, access.bytes);
    if (known < 2 || !llvm::isPowerOf2_32(known) || !llvm::isPowerOf2_32(access.bytes) ||
        access.offset % known == 0)
      continue;
    context.diagnostics
        .emit(diag::MisalignedAccess{.range = context.unit.range(access.address),
                                     .bytes = access.bytes,
                                     .name = access.symbol->name,
                                     .offset = access.offset})
        .note(access.symbol->range,
              "aligned to " + std::to_string(access.symbol->alignment) + " bytes here");
  }
}
