// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// A register whose first access in the order of the source is a read.
struct Candidate {
  uint32_t reg;
  TokenId name;
  InstId inst;
};

/// Finds out which of at most 64 registers a path from the entry can have written: a bit for each.
/// Every block changes at most 64 times.
class WrittenRegisters {
public:
  WrittenRegisters(BodyLintContext &context, llvm::ArrayRef<Candidate> candidates);

  /// The registers that can be written in front of `inst`.
  uint64_t before(InstId inst, uint32_t block) const;

private:
  uint64_t writesOf(InstId inst) const;
  template <class Visitor> void forEachInstruction(uint32_t block, Visitor visit) const;

  BodyLintContext &context;
  llvm::DenseMap<uint32_t, unsigned> bits;
  std::vector<uint64_t> in;
};

} // namespace

static constexpr size_t maxCandidates = 64;

uint64_t WrittenRegisters::writesOf(InstId inst) const {
  uint64_t writes = 0;
  for (const RegisterAccess &access : context.accesses()[inst])
    if (access.kind != AccessKind::Read)
      if (auto bit = bits.find(access.reg); bit != bits.end())
        writes |= uint64_t(1) << bit->second;
  return writes;
}

template <class Visitor>
void WrittenRegisters::forEachInstruction(uint32_t block, Visitor visit) const {
  const BasicBlock &range = context.flow()[block];
  for (uint32_t i = range.first.index; i != range.end.index; ++i)
    if (const Stmt &stmt = context.unit.statements()[i]; stmt.kind == StmtKind::Instruction)
      visit(InstId{stmt.index});
}

WrittenRegisters::WrittenRegisters(BodyLintContext &context, llvm::ArrayRef<Candidate> candidates)
    : context(context), in(context.flow().size()) {
  for (unsigned i = 0; i != candidates.size(); ++i)
    bits[candidates[i].reg] = i;
  const ControlFlow &flow = context.flow();
  std::vector<uint64_t> writes(flow.size());
  for (uint32_t block = 0; block != flow.size(); ++block)
    forEachInstruction(block, [&](InstId inst) { writes[block] |= writesOf(inst); });
  std::vector<uint32_t> pending;
  for (uint32_t block = 0; block != flow.size(); ++block)
    pending.push_back(block);
  while (!pending.empty()) {
    uint32_t block = pending.back();
    pending.pop_back();
    for (uint32_t to : flow.successors(block)) {
      uint64_t reaching = in[to] | in[block] | writes[block];
      if (reaching == in[to])
        continue;
      in[to] = reaching;
      pending.push_back(to);
    }
  }
}

uint64_t WrittenRegisters::before(InstId inst, uint32_t block) const {
  uint64_t written = in[block];
  forEachInstruction(block, [&](InstId other) {
    if (other.index < inst.index)
      written |= writesOf(other);
  });
  return written;
}

/// The registers that are written, but first of all read, in the order of the source.
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

/// A register that is read where no path has written it yet, though something writes it later. Of a
/// body with very many such registers the first are looked at. (Manual 5.1.1)
void ptx::checkReadBeforeWrite(BodyLintContext &context) {
  llvm::SmallVector<Candidate> candidates = findCandidates(context);
  if (candidates.empty() || !context.flow().isExact())
    return;
  WrittenRegisters written(context, candidates);
  const ControlFlow &flow = context.flow();
  unsigned next = 0;
  for (uint32_t i = 0; i != context.unit.statements().size() && next != candidates.size(); ++i) {
    const Stmt &stmt = context.unit.statements()[i];
    if (stmt.kind != StmtKind::Instruction)
      continue;
    for (; next != candidates.size() && candidates[next].inst == InstId{stmt.index}; ++next) {
      uint32_t block = flow.blockOf({i});
      bool canBeWritten = written.before(candidates[next].inst, block) >> next & 1;
      if (canBeWritten || !flow.reachable().test(block))
        continue;
      const Candidate &read = candidates[next];
      context.diagnostics
          .emit(diag::ReadBeforeWrite{.range = context.unit.range(read.name),
                                      .name = context.unit.text(read.name)})
          .note(context.registers().declaration(read.reg).range, "declared here");
    }
  }
}
