// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Tensor/ObjectOperands.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

static constexpr uint32_t mapBytes = 128;

// Manual 5.5.8, 9.7.9.25.4, 9.7.9.26, 9.7.13.15, 9.7.14.5.15, 9.7.16.7.1. That a tensor map lies at
// a multiple of 64 is said by `CUtensorMap` of `cuda.h`.
// A copy in shared memory is no tensor map yet: nothing says how it is aligned.
static constexpr ObjectRule objectRules[] = {
    {"cp.async.bulk.tensor", OperandId::dstMem, 16, "the shared memory of a tensor copy", "T037"},
    {"cp.async.bulk.tensor", OperandId::srcMem, 16, "the shared memory of a tensor copy", "T037"},
    {"cp.reduce.async.bulk.tensor", OperandId::srcMem, 16, "the shared memory of a tensor copy",
     "T037"},
    {"cp.async.bulk.tensor", OperandId::mbar, 8, "an mbarrier object", "T038"},
    {"cp.async.bulk", OperandId::mbar, 8, "an mbarrier object", "T038"},
    {"cp.reduce.async.bulk", OperandId::mbar, 8, "an mbarrier object", "T038"},
    {"cp.async.bulk", OperandId::dstMem, 16, "the memory of a bulk copy", "T103"},
    {"cp.async.bulk", OperandId::srcMem, 16, "the memory of a bulk copy", "T103"},
    {"cp.reduce.async.bulk", OperandId::dstMem, 16, "the memory of a bulk copy", "T103"},
    {"cp.reduce.async.bulk", OperandId::srcMem, 16, "the memory of a bulk copy", "T103"},
    {"cp.async.bulk.prefetch", OperandId::srcMem, 16, "the memory of a bulk copy", "T103"},
    {"cp.async.bulk.tensor", OperandId::tensorMap, 64, "a tensor map", "T041", mapBytes},
    {"cp.reduce.async.bulk.tensor", OperandId::tensorMap, 64, "a tensor map", "T041", mapBytes},
    {"cp.async.bulk.prefetch.tensor", OperandId::tensorMap, 64, "a tensor map", "T041", mapBytes},
    {"tensormap.replace", OperandId::addr, 64, "a tensor map", "T147", mapBytes},
    {"tensormap.cp_fenceproxy", OperandId::dst, 64, "a tensor map", "T041", mapBytes},
    {"tensormap.cp_fenceproxy", OperandId::src, 1, "a copy of a tensor map", "T041", mapBytes},
    {"fence.proxy", OperandId::addr, 64, "a tensor map", "T041", mapBytes},
    {"mbarrier.", OperandId::addr, 8, "an mbarrier object", "T157"},
    {"tcgen05.alloc", OperandId::dst, 4, "the destination of `tcgen05.alloc`", "T210"},
    {"ldmatrix", OperandId::p, 16, "a row of a matrix", "T296"},
    {"stmatrix", OperandId::p, 16, "a row of a matrix", "T296"},
};

static bool isAbout(const ObjectRule &rule, StringRef instruction) {
  return rule.instruction.ends_with(".") ? instruction.starts_with(rule.instruction)
                                         : instruction == rule.instruction;
}

bool ObjectOperand::isMisaligned() const {
  return value.bits.One.countr_zero() < llvm::Log2_32(rule.unit);
}

void ptx::forEachObject(BodyLintContext &context,
                        llvm::function_ref<void(const ObjectOperand &)> visit) {
  if (!context.usesAny({Opcode::cp, Opcode::fence, Opcode::tensormap, Opcode::mbarrier,
                        Opcode::tcgen05, Opcode::ldmatrix, Opcode::stmatrix}))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature)
      continue;
    StringRef instruction = signature->view.form->instruction().name;
    for (const ObjectRule &rule : objectRules) {
      if (!isAbout(rule, instruction))
        continue;
      if (ExprId address = findOperand(context.checked, {i}, rule.operand))
        visit({{i}, address, context.values().operand({i}, address), rule});
    }
  }
}
