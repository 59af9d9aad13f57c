// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

static std::string expectedText(AddressWindow window) {
  switch (window) {
  case AddressWindow::TensorMap:
    return "`.param`, `.const` or `.global`";
  case AddressWindow::AcquiredMap:
    return "`.global`";
  case AddressWindow::ReplacedMap:
    return "`.global` or `.shared::cta`";
  default:
    return ("`" + windowName(window) + "`").str();
  }
}

/// Whether another rule is about it: generic addresses of what `tensormap.cp_fenceproxy` reads.
static bool isSaidElsewhere(BodyLintContext &context, const AddressUse &use) {
  const InstrView &view = context.checked.signatures[use.inst.index]->view;
  return view.form->instruction().name == "tensormap.cp_fenceproxy" &&
         use.window == AddressWindow::Shared && use.value.window == AddressWindow::Generic;
}

/// An access to a state space takes an address that counts in its window, which one of another
/// space, or a generic one of anything but `.global`, does not. (Manual 6.4.1.1)
void ptx::checkWrongSpaceAddress(BodyLintContext &context) {
  // Behind a test of the space, accesses to several of them are right.
  if (context.uses(Opcode::isspacep))
    return;
  for (const AddressUse &use : context.addressUses()) {
    if (use.window == AddressWindow::Generic || !use.isInWrongWindow() ||
        isSaidElsewhere(context, use))
      continue;
    context.explain(context.diagnostics.emit(
                        diag::WrongSpaceAddress{.range = context.unit.range(use.address),
                                                .address = context.unit.source(use.address),
                                                .what = use.value.kind().describe(),
                                                .space = expectedText(use.window)}),
                    use);
  }
}
