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

/// Whether a generic address is let through: another rule is about what `tensormap.cp_fenceproxy`
/// reads, and of an address of shared memory `tcgen05.alloc` takes the low bits, on which kernels
/// rely.
static bool isLetThrough(BodyLintContext &context, const AddressUse &use) {
  if (use.window != AddressWindow::Shared || use.value.window != AddressWindow::Generic)
    return false;
  const InstrView &view = context.checked.signatures[use.inst.index]->view;
  llvm::StringRef name = view.form->instruction().name;
  return name == "tensormap.cp_fenceproxy" ||
         (name == "tcgen05.alloc" && use.value.kind().object == AddressWindow::Shared);
}

/// An access to a state space takes an address that counts in its window, which one of another
/// space, or a generic one of anything but `.global`, does not. (Manual 6.4.1.1)
void ptx::checkWrongSpaceAddress(BodyLintContext &context) {
  // Behind a test of the space, accesses to several of them are right.
  if (context.uses(Opcode::isspacep))
    return;
  for (const AddressUse &use : context.addressUses()) {
    if (use.window == AddressWindow::Generic || !use.isInWrongWindow() ||
        isLetThrough(context, use))
      continue;
    context.explain(context.diagnostics.emit(
                        diag::WrongSpaceAddress{.range = context.unit.range(use.address),
                                                .address = context.unit.source(use.address),
                                                .what = use.value.kind().describe(),
                                                .space = expectedText(use.window)}),
                    use);
  }
}
