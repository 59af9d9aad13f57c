// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

static std::string expectedText(AddressWindow window) {
  if (window == AddressWindow::TensorMap)
    return "`.param`, `.const` or `.global`";
  return ("`" + windowName(window) + "`").str();
}

/// An access to a state space takes an address that counts in its window, which one of another
/// space, or a generic one of anything but `.global`, does not. (Manual 6.4.1.1)
void ptx::checkWrongSpaceAddress(BodyLintContext &context) {
  // Behind a test of the space, accesses to several of them are right.
  if (context.uses(Opcode::isspacep))
    return;
  for (const AddressUse &use : context.addressUses()) {
    if (use.window == AddressWindow::Generic || !use.isInWrongWindow())
      continue;
    // What `tensormap.cp_fenceproxy` copies has a rule of its own.
    if (context.checked.signatures[use.inst.index]->view.form->opcode == Opcode::tensormap)
      continue;
    context.explain(context.diagnostics.emit(
                        diag::WrongSpaceAddress{.range = context.unit.range(use.address),
                                                .address = context.unit.source(use.address),
                                                .what = use.value.kind().describe(),
                                                .space = expectedText(use.window)}),
                    use);
  }
}
