// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Addresses/UsedBytes.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Module/Prototype.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// How many bytes of a variable can be accessed. A parameter takes up whole words of 32 bits, and
/// LLVM reads and writes two numbers of 8 bits as one word.
static uint64_t extentOf(const Symbol &symbol) {
  if (symbol.space != StateSpace::Param)
    return symbol.bytes;
  return std::max<uint64_t>(symbol.bytes, llvm::alignTo<4>(symbol.bytes));
}

/// Whether what the access needs is in the variable, and the rest, which the program does not use,
/// in the bytes up to the variable's alignment: nothing else can begin there. LLVM reads three
/// numbers of four so.
static bool readsPadding(UsedBytes &used, const AddressUse &use, uint64_t extent) {
  const Symbol &symbol = *use.value.symbol;
  uint64_t alignment = std::max<uint64_t>(effectiveAlignment(symbol), 1);
  return use.value.isWithin(use.bytes, llvm::alignTo(symbol.bytes, alignment)) &&
         use.value.isWithin(used.of(use), extent);
}

/// An access to bytes that do not belong to the variable that its address points to. One that
/// cannot be aligned either, or is to another state space, is a mistake of that kind. (Manual 5.4)
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
