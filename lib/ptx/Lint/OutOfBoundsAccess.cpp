// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// Whether the size of the variable is what its declaration says: another module can define what is
/// external, weak or common.
static bool hasKnownSize(const Symbol &symbol) {
  return symbol.bytes != 0 && symbol.linkage != Linkage::Extern &&
         symbol.linkage != Linkage::Weak && symbol.linkage != Linkage::Common;
}

/// An access to bytes that do not belong to the variable that its address names. One that cannot be
/// aligned either is a mistake of that kind. (Manual 5.4)
void ptx::checkOutOfBoundsAccess(BodyLintContext &context) {
  for (const SymbolAccess &access : context.symbolAccesses()) {
    const Symbol &symbol = *access.symbol;
    if (!hasKnownSize(symbol) || access.isMisaligned())
      continue;
    bool isInside = access.offset >= 0 && access.bytes <= symbol.bytes &&
                    static_cast<uint64_t>(access.offset) <= symbol.bytes - access.bytes;
    if (isInside)
      continue;
    context.diagnostics
        .emit(diag::OutOfBoundsAccess{.range = context.unit.range(access.address),
                                      .bytes = access.bytes,
                                      .offset = access.offset,
                                      .name = symbol.name,
                                      .size = symbol.bytes})
        .note(symbol.range, "declared here");
  }
}
