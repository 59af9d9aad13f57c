// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Declarations/Declarations.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// An address must be a multiple of the size of the access. The address of a variable is known to
/// be a multiple of its alignment, nothing more. (Manual 5.4.5)
static Diagnostic &report(BodyLintContext &context, const AddressUse &use) {
  const KnownValue &value = use.value;
  SourceRange range = context.unit.range(use.address);
  if (value.symbol && value.loaded && value.offset) {
    uint32_t alignment = pointeeAlignment(*value.symbol);
    return context.diagnostics
        .emit(diag::MisalignedAccess{.range = range,
                                     .bytes = use.bytes,
                                     .where = "offset " + std::to_string(*value.offset) +
                                              " from where `" + value.symbol->name.str() +
                                              "` points",
                                     .what = "offset",
                                     .unit = std::min(alignment, use.unit())})
        .note(value.symbol->range,
              "points to memory aligned to " + std::to_string(alignment) + " bytes");
  }
  if (!value.pointsTo() || !value.offset) {
    std::string bit = std::to_string(value.bits.One.countr_zero());
    return context.diagnostics.emit(
        diag::MisalignedAccess{.range = range,
                               .bytes = use.bytes,
                               .where = "an address in which bit " + bit + " is set",
                               .what = "address",
                               .unit = use.unit()});
  }
  const Symbol &symbol = *value.symbol;
  bool isKnown = llvm::isPowerOf2_32(symbol.alignment);
  Diagnostic &diagnostic = context.diagnostics.emit(diag::MisalignedAccess{
      .range = range,
      .bytes = use.bytes,
      .where = "offset " + std::to_string(*value.offset) + " of `" + symbol.name.str() + "`",
      .what = "offset",
      .unit = isKnown ? std::min(symbol.alignment, use.unit()) : use.unit()});
  return diagnostic.note(symbol.range,
                         "aligned to " + std::to_string(symbol.alignment) + " bytes here");
}

void ptx::checkMisalignedAccess(BodyLintContext &context) {
  for (const AddressUse &use : context.addressUses())
    if (use.isMisaligned())
      context.explain(report(context, use), use);
}
