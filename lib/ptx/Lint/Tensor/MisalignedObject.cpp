// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// What an operand's address has to be a multiple of.
struct ObjectRule {
  StringRef instruction; ///< its name, or with a dot at the end how it begins
  StringRef operand;
  uint32_t unit; ///< bytes
  StringRef what;
  StringRef rule;
};

} // namespace

// Manual 5.5.8, 9.7.9.25.4, 9.7.9.26, 9.7.13.15, 9.7.14.5.15, 9.7.16.7.1.
static constexpr ObjectRule objectRules[] = {
    {"cp.async.bulk.tensor", "dstMem", 16, "the shared memory of a tensor copy", "T037"},
    {"cp.async.bulk.tensor", "srcMem", 16, "the shared memory of a tensor copy", "T037"},
    {"cp.reduce.async.bulk.tensor", "srcMem", 16, "the shared memory of a tensor copy", "T037"},
    {"cp.async.bulk.tensor", "mbar", 8, "an mbarrier object", "T038"},
    {"cp.async.bulk", "mbar", 8, "an mbarrier object", "T038"},
    {"cp.reduce.async.bulk", "mbar", 8, "an mbarrier object", "T038"},
    {"cp.async.bulk", "dstMem", 16, "the memory of a bulk copy", "T103"},
    {"cp.async.bulk", "srcMem", 16, "the memory of a bulk copy", "T103"},
    {"cp.reduce.async.bulk", "dstMem", 16, "the memory of a bulk copy", "T103"},
    {"cp.reduce.async.bulk", "srcMem", 16, "the memory of a bulk copy", "T103"},
    {"cp.async.bulk.prefetch", "srcMem", 16, "the memory of a bulk copy", "T103"},
    {"tensormap.replace", "addr", 64, "a tensor map", "T147"},
    {"mbarrier.", "addr", 8, "an mbarrier object", "T157"},
    {"tcgen05.alloc", "dst", 4, "the destination of `tcgen05.alloc`", "T210"},
    {"ldmatrix", "p", 16, "a row of a matrix", "T296"},
    {"stmatrix", "p", 16, "a row of a matrix", "T296"},
};

static bool isAbout(const ObjectRule &rule, StringRef instruction) {
  return rule.instruction.ends_with(".") ? instruction.starts_with(rule.instruction)
                                         : instruction == rule.instruction;
}

/// Objects that instructions work on lie at multiples of their units. What is known of the low bits
/// of an address tells where one cannot.
void ptx::checkMisalignedObject(BodyLintContext &context) {
  if (!context.usesAny({Opcode::cp, Opcode::tensormap, Opcode::mbarrier, Opcode::tcgen05,
                        Opcode::ldmatrix, Opcode::stmatrix}))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature)
      continue;
    StringRef instruction = signature->view.form->instruction().name;
    for (const ObjectRule &rule : objectRules) {
      if (!isAbout(rule, instruction))
        continue;
      ExprId address = findOperand(context.checked, {i}, rule.operand);
      if (!address)
        continue;
      KnownValue value = context.values().operand({i}, address);
      if (value.bits.One.countr_zero() >= llvm::Log2_32(rule.unit))
        continue;
      Diagnostic &d =
          context.diagnostics.emit(diag::MisalignedObject{.range = context.unit.range(address),
                                                          .address = context.unit.source(address),
                                                          .unit = rule.unit,
                                                          .what = rule.what,
                                                          .rule = rule.rule});
      context.values().explain(d, {i}, address);
    }
  }
}
