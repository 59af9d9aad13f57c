// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers are those of `ptxas` 13.0; the messages C7406 and C7602 tell them.

#include "ptx/Lint/Registers/RegisterBudget.h"

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Lint/Functions/KernelExtent.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

static constexpr uint64_t registersOfCta = 65536;
static constexpr uint64_t warpsOfMultiprocessor = 64;
/// Registers are allocated for four warps at a time, in units of eight for each thread.
static constexpr uint64_t warpUnit = 4;
static constexpr uint64_t registerUnit = 8;
/// The number of registers of each thread, regardless of `.maxnreg`.
static constexpr uint64_t fewestRegisters = 24;

/// The registers of each thread if this number of warps shares them.
static uint64_t shareOf(uint64_t warps) {
  uint64_t share = registersOfCta / (warpSize * llvm::alignTo(warps, warpUnit));
  return share - share % registerUnit;
}

RegisterBudget ptx::registerBudget(const BodyLintContext &context) {
  RegisterBudget budget;
  if (!context.function || !context.module.top().isEntry(*context.function))
    return budget;
  auto extent = [&](TokenKind keyword) {
    return kernelExtent(context.module.top(), *context.function, keyword);
  };
  auto limit = [&](uint64_t count, const KernelExtent &by) {
    if (count >= budget.count)
      return;
    budget.count = static_cast<unsigned>(std::max(count, fewestRegisters));
    budget.limits.push_back(by.range);
  };
  std::optional<KernelExtent> threads = extent(TokenKind::ReqNTid);
  if (!threads)
    threads = extent(TokenKind::MaxNTid);
  constexpr uint64_t mostThreads = warpSize * warpsOfMultiprocessor;
  if (threads && threads->product > 0 && threads->product <= mostThreads) {
    uint64_t warps = llvm::divideCeil(threads->product, warpSize);
    limit(shareOf(warps), *threads);
    // CTAs beyond the maximum number are ignored.
    if (std::optional<KernelExtent> ctas = extent(TokenKind::MinNCtaPerSm);
        ctas && ctas->product > 0 && ctas->product <= warpsOfMultiprocessor / warps) {
      limit(shareOf(warps * ctas->product), *ctas);
      budget.isFixed = true;
    }
  }
  if (std::optional<KernelExtent> registers = extent(TokenKind::MaxNReg)) {
    limit(registers->product, *registers);
    budget.isFixed = true;
  }
  return budget;
}

unsigned ptx::vectorRegisters(const BodyLintContext &context, InstId inst) {
  unsigned registers = 0;
  for (ExprId operand : context.unit.list(context.unit[inst].operands()))
    if (context.unit[operand].kind == ExprKind::Vector)
      registers += static_cast<unsigned>(context.unit.list(context.unit[operand].list()).size());
  return registers;
}

unsigned ptx::requiredRegisters(BodyLintContext &context, InstId inst) {
  constexpr unsigned besideTensorMemory = 18;
  unsigned besides = 0;
  switch (context.asyncOps()[inst]) {
  case AsyncOp::WgmmaMma:
    besides = registersBesideResults;
    if (view::WgmmaMma::of(context.checked, inst)->sp_meta())
      ++besides;
    break;
  case AsyncOp::TensorLoad:
  case AsyncOp::TensorStore:
    besides = besideTensorMemory;
    break;
  default:
    return 0;
  }
  unsigned registers = vectorRegisters(context, inst);
  return registers ? registers + besides : 0;
}

std::optional<int64_t> ptx::countSet(const BodyLintContext &context, InstId inst) {
  return integerOf(context.checked,
                   view::SetRegisterCount::of(context.checked, inst)->imm_reg_count());
}
