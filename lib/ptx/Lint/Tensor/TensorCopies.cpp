// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies to and from shared memory as a whole.

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Reports an access of `size` bytes at an address that is not entirely within its variable.
static Diagnostic *checkRoom(BodyLintContext &context, ExprId operand, const KnownValue &address,
                             uint64_t size, StringRef rule) {
  if (!address.pointsTo() || !address.offset || address.symbol->bytes == 0 ||
      !address.symbol->isDefinedHere())
    return nullptr;
  uint64_t bytes = address.symbol->bytes;
  if (address.isWithin(size, bytes))
    return nullptr;
  Diagnostic &d =
      context.diagnostics.emit(diag::CopyBeyondObject{.range = context.unit.range(operand),
                                                      .size = size,
                                                      .offset = *address.offset,
                                                      .name = address.symbol->name,
                                                      .bytes = bytes,
                                                      .rule = rule});
  d.note(address.symbol->range, "declared here");
  return &d;
}

/// A bulk copy stays within the variables that it names. (Manual 9.7.9.25.4.1)
static void checkCopies(BodyLintContext &context) {
  context.forEach(Trait::LimitsCopySize, [&](InstId inst, const InstrView &view) {
    ExprId size = findOperand(context.checked, inst, AsyncRole::Bytes);
    KnownValue bytes = context.values().operand(inst, size);
    if (!bytes.isConstant())
      return;
    for (const OperandInfo &memory : view.form->operands()) {
      bool isCopied = memory.id == OperandId::dstMem || memory.id == OperandId::srcMem;
      if (!isCopied || !memory.object())
        continue;
      ExprId operand = findOperand(context.checked, inst, memory);
      KnownValue address = context.values().address(inst, operand);
      if (Diagnostic *d = checkRoom(context, operand, address, bytes.constant(), "T102"))
        context.values().explain(*d, inst, size);
    }
  });
}

/// An object with a fixed size, a tensor map, must also be within its variable. (Manual 5.5.8)
void ptx::checkCopyBeyondObject(BodyLintContext &context) {
  checkCopies(context);
  for (const ObjectOperand &operand : context.objectOperands()) {
    if (operand.object.bytes == 0)
      continue;
    if (Diagnostic *d =
            checkRoom(context, operand.address, operand.value, operand.object.bytes, "T041"))
      context.values().explain(*d, operand.inst, operand.address);
  }
}

/// A generic address has 64 bits, and no tensor map is in the first 4 GiB. (Manual 9.7.9.27.1.2)
void ptx::checkNarrowMapAddress(BodyLintContext &context) {
  constexpr unsigned addressBits = 64;
  for (const TensorCopy &copy : context.tensorCopies()) {
    if (!copy.map)
      continue;
    unsigned bits = context.values().operand(copy.inst, copy.map).width();
    if (bits < addressBits)
      context.diagnostics.emit(diag::NarrowMapAddress{.range = context.unit.range(copy.map),
                                                      .name = context.unit.source(copy.map),
                                                      .bits = bits});
  }
}

/// The manual recommends multicasts only for some targets. (Manual 9.7.9.27.1.2)
void ptx::checkSlowMulticast(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::BulkLoad))
    return;
  auto isFast = [](TargetId target) {
    const TargetInfo &entry = info(target);
    bool isNamed = entry.number == 90 || (entry.number >= 100 && entry.number < 120);
    return isNamed && entry.variant != TargetVariant::Base;
  };
  const auto *slow = llvm::find_if_not(context.platform.targets, isFast);
  if (slow == context.platform.targets.end())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
    if (context.asyncOps()[{i}] == AsyncOp::BulkLoad &&
        context.checked.signatures[i]->view.has(Modifier::multicast_cluster))
      context.diagnostics.emit(diag::SlowMulticast{
          .range = context.unit.range(context.unit[InstId{i}].opcode), .target = info(*slow).name});
}
