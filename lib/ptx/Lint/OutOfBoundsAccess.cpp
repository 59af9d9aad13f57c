// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// An access to bytes that do not belong to the variable that its address points to. One that
/// cannot be aligned either, or is to another state space, is a mistake of that kind. (Manual 5.4)
void ptx::checkOutOfBoundsAccess(BodyLintContext &context) {
  for (const AddressUse &use : context.addressUses()) {
    const KnownValue &value = use.value;
    if (use.bytes == 0 || !value.pointsTo() || !value.offset || value.symbol->bytes == 0 ||
        !value.symbol->isDefinedHere() || use.isMisaligned() || use.isInWrongWindow())
      continue;
    const Symbol &symbol = *value.symbol;
    bool isInside = *value.offset >= 0 && use.bytes <= symbol.bytes &&
                    static_cast<uint64_t>(*value.offset) <= symbol.bytes - use.bytes;
    if (isInside)
      continue;
    Diagnostic &diagnostic =
        context.diagnostics
            .emit(diag::OutOfBoundsAccess{.range = context.unit.range(use.address),
                                          .bytes = use.bytes,
                                          .offset = *value.offset,
                                          .name = symbol.name,
                                          .size = symbol.bytes})
            .note(symbol.range, "declared here");
    context.explain(diagnostic, use);
  }
}
