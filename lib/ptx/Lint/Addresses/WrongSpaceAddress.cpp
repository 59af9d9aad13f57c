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
  case AddressWindow::Generic:
    return "`.global` or `.shared`";
  default:
    return ("`" + windowName(window) + "`").str();
  }
}

/// Whether it is a generic address of shared memory where an address in `.shared` is expected: GPUs
/// use the low 32 bits, which are the same from sm_70 on.
static bool isGenericOfShared(const AddressUse &use) {
  return use.window == AddressWindow::Shared && use.value.window == AddressWindow::Generic &&
         use.value.kind().object == AddressWindow::Shared;
}

/// Whether a generic address is accepted: another rule covers the source of
/// `tensormap.cp_fenceproxy`, and kernels rely on the behavior of `tcgen05.alloc`.
static bool isLetThrough(BodyLintContext &context, const AddressUse &use) {
  if (use.window != AddressWindow::Shared || use.value.window != AddressWindow::Generic)
    return false;
  AsyncOp op = context.asyncOps()[use.inst];
  return op == AsyncOp::MapCopyFence || (op == AsyncOp::TensorAlloc && isGenericOfShared(use));
}

/// Calls `report` with each address in the wrong window for its instruction.
template <class Report> static void forEachWrongWindow(BodyLintContext &context, Report report) {
  // After a test of the space, accesses to several spaces are correct.
  if (context.uses(Action::TestSpace))
    return;
  for (const AddressUse &use : context.addressUses()) {
    // Another rule covers addresses that are not generic.
    bool isOther = use.window == AddressWindow::Generic && !use.value.kind().isPrivate();
    if (!isOther && use.isInWrongWindow() && !isLetThrough(context, use))
      report(use);
  }
}

/// An access to a state space requires an address in its window. An address of another space, or a
/// generic address outside of `.global`, is invalid. (Manual 6.4.1.1)
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

/// The same, for cases that work on current GPUs. (Manual 6.4.1.1)
void ptx::checkGenericSharedAddress(BodyLintContext &context) {
  forEachWrongWindow(context, [&](const AddressUse &use) {
    if (isGenericOfShared(use))
      context.explain(context.diagnostics.emit(
                          diag::GenericSharedAddress{.range = context.unit.range(use.address),
                                                     .address = context.unit.source(use.address)}),
                      use);
  });
}
