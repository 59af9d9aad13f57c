// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// A register whose first access in source order is a read.
struct Candidate {
  uint32_t reg;
  TokenId name;
  InstId inst;
};

} // namespace

static constexpr size_t maxCandidates = 64;

/// The registers that are written, but whose first access is a read, in source order.
static llvm::SmallVector<Candidate> findCandidates(BodyLintContext &context) {
  const RegisterAccesses &accesses = context.accesses();
  llvm::BitVector written(context.registers().size()), seen(context.registers().size());
  for (const RegisterAccess &access : accesses.all())
    if (access.writes())
      written.set(access.reg);
  llvm::SmallVector<Candidate> candidates;
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    for (const RegisterAccess &access : accesses[InstId{i}]) {
      if (seen.test(access.reg))
        continue;
      seen.set(access.reg);
      if (access.kind == AccessKind::Read && written.test(access.reg) &&
          !context.registers().isInput(access.reg) && candidates.size() < maxCandidates)
        candidates.push_back({access.reg, access.name, {i}});
    }
  return candidates;
}

/// Reports a register that is read before any path has written it, although it is written later. In
/// a body with very many such registers, only the first ones are checked. (Manual 5.1.1)
void ptx::checkReadBeforeWrite(BodyLintContext &context) {
  llvm::SmallVector<Candidate> candidates = findCandidates(context);
  if (candidates.empty() || !context.flow().isExact())
    return;
  llvm::DenseMap<uint32_t, unsigned> bits;
  for (unsigned i = 0; i != candidates.size(); ++i)
    bits[candidates[i].reg] = i;
  auto forEachCandidate = [&](InstId inst, auto visit) {
    for (const RegisterAccess &access : context.accesses()[inst])
      if (auto bit = bits.find(access.reg); bit != bits.end())
        visit(access, bit->second);
  };
  BlockInstructions insts(context.checked, context.flow(), [&](InstId inst) {
    bool accessesOne = false;
    forEachCandidate(inst, [&](const RegisterAccess &, unsigned) { accessesOne = true; });
    return accessesOne;
  });
  auto step = [&](FactsOnSomeWay &written, InstId inst) {
    forEachCandidate(inst, [&](const RegisterAccess &access, unsigned bit) {
      if (access.kind != AccessKind::Read)
        written.bits |= uint64_t(1) << bit;
    });
  };
  ForwardDataflow<FactsOnSomeWay> facts(context.flow(), insts, {}, step);
  facts.forEach(step, [&](const FactsOnSomeWay &written, InstId inst) {
    forEachCandidate(inst, [&](const RegisterAccess &access, unsigned bit) {
      const Candidate &read = candidates[bit];
      if (read.inst != inst || access.name != read.name || written.bits >> bit & 1)
        return;
      context.diagnostics
          .emit(diag::ReadBeforeWrite{.range = context.unit.range(read.name),
                                      .name = context.unit.text(read.name)})
          .note(context.registers().declaration(read.reg).range, "declared here");
    });
  });
}
