// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
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

/// Whether it is a generic address of shared memory, given for one in `.shared`: GPUs take the low
/// 32 bits, which are the same from sm_70 on.
static bool isGenericOfShared(const AddressUse &use) {
  return use.window == AddressWindow::Shared && use.value.window == AddressWindow::Generic &&
         use.value.kind().object == AddressWindow::Shared;
}

/// Whether a generic address is accepted: another rule is about what `tensormap.cp_fenceproxy`
/// reads, and kernels rely on what `tcgen05.alloc` does.
static bool isLetThrough(BodyLintContext &context, const AddressUse &use) {
  if (use.window != AddressWindow::Shared || use.value.window != AddressWindow::Generic)
    return false;
  AsyncOp op = context.asyncOps()[use.inst];
  return op == AsyncOp::MapCopyFence || (op == AsyncOp::TensorAlloc && isGenericOfShared(use));
}

/// Calls `report` with each address that counts in the wrong window for its instruction.
template <class Report> static void forEachWrongWindow(BodyLintContext &context, Report report) {
  // After a test of the space, accesses to several of them are right.
  if (context.uses(Trait::TestsSpace))
    return;
  for (const AddressUse &use : context.addressUses())
    if (use.window != AddressWindow::Generic && use.isInWrongWindow() &&
        !isLetThrough(context, use))
      report(use);
}

/// An access to a state space takes an address that counts in its window, which one of another
/// space, or a generic one of anything but `.global`, does not. (Manual 6.4.1.1)
void ptx::checkWrongSpaceAddress(BodyLintContext &context) {
  forEachWrongWindow(context, [&](const AddressUse &use) {
    if (!isGenericOfShared(use))
      context.explain(context.diagnostics.emit(
                          diag::WrongSpaceAddress{.range = context.unit.range(use.address),
                                                  .address = context.unit.source(use.address),
                                                  .what = use.value.kind().describe(),
                                                  .space = expectedText(use.window)}),
                      use);
  });
}

/// The same, where it works on GPUs so far. (Manual 6.4.1.1)
void ptx::checkGenericSharedAddress(BodyLintContext &context) {
  forEachWrongWindow(context, [&](const AddressUse &use) {
    if (isGenericOfShared(use))
      context.explain(context.diagnostics.emit(
                          diag::GenericSharedAddress{.range = context.unit.range(use.address),
                                                     .address = context.unit.source(use.address)}),
                      use);
  });
}
