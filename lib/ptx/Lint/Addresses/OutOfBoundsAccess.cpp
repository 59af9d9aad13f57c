// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Addresses/UsedBytes.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Module/Prototype.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// The number of accessible bytes of a variable. A parameter occupies whole 32-bit words, and LLVM
/// accesses two 8-bit numbers as one word.
static uint64_t extentOf(const Symbol &symbol) {
  if (symbol.space != StateSpace::Param)
    return symbol.bytes;
  return std::max<uint64_t>(symbol.bytes, llvm::alignTo<4>(symbol.bytes));
}

/// Whether the used bytes of the access are in the variable, and the unused rest is in the padding
/// up to the variable's alignment, where nothing else can start. LLVM reads three numbers as a
/// vector of four.
static bool readsPadding(UsedBytes &used, const AddressUse &use, uint64_t extent) {
  const Symbol &symbol = *use.value.symbol;
  uint64_t alignment = std::max<uint64_t>(effectiveAlignment(symbol), 1);
  return use.value.isWithin(use.bytes, llvm::alignTo(symbol.bytes, alignment)) &&
         use.value.isWithin(used.of(use), extent);
}

/// An access to bytes outside of the variable that its address points to. A misaligned access, or
/// one to another state space, is reported by the rules for these. (Manual 5.4)
void ptx::checkOutOfBoundsAccess(BodyLintContext &context) {
  UsedBytes used(context);
  for (const AddressUse &use : context.addressUses()) {
    const KnownValue &value = use.value;
    if (use.bytes == 0 || !value.pointsTo() || !value.offset || value.symbol->bytes == 0 ||
        !value.symbol->isDefinedHere() || use.isMisaligned() || use.isInWrongWindow())
      continue;
    const Symbol &symbol = *value.symbol;
    uint64_t extent = extentOf(symbol);
    if (value.isWithin(use.bytes, extent) || readsPadding(used, use, extent))
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
