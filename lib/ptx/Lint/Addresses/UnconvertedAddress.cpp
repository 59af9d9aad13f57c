// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// A generic access requires a generic address. The address of a variable in `.shared`, `.local` or
/// `.const` must be converted by `cvta`; addresses in `.global` are equal to generic ones. (Manual
/// 6.4.1.1, 9.7.9.20)
void ptx::checkUnconvertedAddress(BodyLintContext &context) {
  for (const AddressUse &use : context.addressUses()) {
    if (use.window != AddressWindow::Generic || !use.isInWrongWindow() ||
        use.value.kind().isPrivate())
      continue;
    // Other instructions with a generic form accept unconverted addresses of mbarrier objects in
    // `.shared` and of tensor maps in `.param`, and compilers rely on it.
    bool readsOrWrites =
        use.bytes != 0 || groupOf(context.asyncOps()[use.inst]) == AsyncGroup::Mbarriers;
    if (!readsOrWrites)
      continue;
    context.explain(context.diagnostics.emit(
                        diag::UnconvertedAddress{.range = context.unit.range(use.address),
                                                 .address = context.unit.source(use.address),
                                                 .space = windowName(use.value.window)}),
                    use);
  }
}
