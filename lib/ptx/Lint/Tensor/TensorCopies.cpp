// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies to and from shared memory as a whole.

#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// A bulk copy stays within the variables that it names. (Manual 9.7.9.25.4.1)
void ptx::checkCopyBeyondObject(BodyLintContext &context) {
  if (!context.uses(Opcode::cp))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature || signature->view.form->opcode != Opcode::cp)
      continue;
    ExprId size = findOperand(context.checked, {i}, "size");
    if (!size)
      continue;
    KnownValue bytes = context.values().operand({i}, size);
    if (!bytes.isConstant())
      continue;
    for (StringRef name : {"dstMem", "srcMem"}) {
      ExprId operand = findOperand(context.checked, {i}, name);
      if (!operand)
        continue;
      KnownValue address = context.values().address({i}, operand);
      if (!address.pointsTo() || !address.offset || address.symbol->bytes == 0)
        continue;
      auto end = static_cast<uint64_t>(*address.offset) + bytes.constant();
      if (*address.offset >= 0 && end <= address.symbol->bytes)
        continue;
      Diagnostic &d =
          context.diagnostics.emit(diag::CopyBeyondObject{.range = context.unit.range(operand),
                                                          .size = bytes.constant(),
                                                          .offset = *address.offset,
                                                          .name = address.symbol->name,
                                                          .bytes = address.symbol->bytes});
      d.note(address.symbol->range, "declared here");
      context.values().explain(d, {i}, size);
    }
  }
}

/// The manual advises multicasts for some targets alone. (Manual 9.7.9.27.1.2)
void ptx::checkSlowMulticast(BodyLintContext &context) {
  if (!context.uses(Opcode::cp))
    return;
  auto isFast = [](TargetId target) {
    const TargetInfo &entry = info(target);
    bool isNamed = entry.number == 90 || (entry.number >= 100 && entry.number < 120);
    return isNamed && entry.variant != TargetVariant::Base;
  };
  const auto *slow = llvm::find_if_not(context.platform.targets, isFast);
  if (slow == context.platform.targets.end())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (signature && signature->view.form->opcode == Opcode::cp &&
        llvm::is_contained(signature->view.modifiers, Modifier::multicast_cluster))
      context.diagnostics.emit(diag::SlowMulticast{
          .range = context.unit.range(context.unit[InstId{i}].opcode), .target = info(*slow).name});
  }
}
