// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/ReachingDefinitions.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static constexpr ReachingDefinitions::SourceId undefinedSource = 0;
static constexpr ReachingDefinitions::SourceId unknownSource = 1;
static constexpr uint32_t allBlocks = ~0u;

ReachingDefinitions::ReachingDefinitions(const CheckedUnit &checked, const Registers &registers,
                                         const RegisterAccesses &accesses, const ControlFlow &flow)
    : registers(registers), accesses(accesses), flow(flow),
      isStatementList(checked.scope.functionPosition() == 0), starts(registers.size() + 1),
      byAccess(accesses.all().size(), none) {
  const SyntaxUnit &unit = checked.scope.unit;
  auto count = static_cast<uint32_t>(unit.instructions().size());
  // A sixteenth of it gives the same results for real modules.
  steps = 16 * (uint64_t(count) + flow.size()) + 4096;
  sources = {{.kind = ValueSource::Undefined}, {.kind = ValueSource::Unknown}};

  for (const RegisterAccess &access : accesses.all())
    if (access.kind != AccessKind::Read)
      ++starts[access.reg + 1];
  for (uint32_t reg = 0; reg != registers.size(); ++reg)
    starts[reg + 1] += starts[reg];
  writes.resize(starts.back());
  std::vector<uint32_t> filled(starts.begin(), starts.end() - 1);
  uint32_t index = 0;
  for (uint32_t i = 0; i != count; ++i)
    for (const RegisterAccess &access : accesses[InstId{i}]) {
      if (access.kind != AccessKind::Read)
        writes[filled[access.reg]++] = {index, {i}};
      ++index;
    }

  // The blocks with statements come in the order of the source, the lists of labels after them.
  uint32_t inst = 0, stmt = 0;
  for (uint32_t block = 0; block != flow.size(); ++block) {
    for (; stmt < flow[block].first.index; ++stmt)
      inst += unit.statements()[stmt].kind == StmtKind::Instruction;
    firsts.push_back(inst);
  }
  firsts.push_back(count);
}

ReachingDefinitions::SourceId ReachingDefinitions::add(ValueSource source) {
  sources.push_back(source);
  return size() - 1;
}

uint32_t ReachingDefinitions::blockOf(InstId inst) const {
  auto after = llvm::upper_bound(firsts, inst.index);
  return static_cast<uint32_t>(after - firsts.begin()) - 1;
}

/// The last write among the instructions `begin` to `end`, exclusive.
const ReachingDefinitions::Write *ReachingDefinitions::lastWrite(uint32_t reg, uint32_t begin,
                                                                 uint32_t end) const {
  llvm::ArrayRef<Write> list = writesOf(reg);
  const Write *after =
      llvm::partition_point(list, [&](const Write &write) { return write.inst.index < end; });
  if (after == list.begin() || std::prev(after)->inst.index < begin)
    return nullptr;
  return std::prev(after);
}

bool ReachingDefinitions::hasValueAtEntry(uint32_t reg) const {
  return isStatementList || registers.isInput(reg);
}

ReachingDefinitions::SourceId ReachingDefinitions::atEntry(uint32_t reg) const {
  return hasValueAtEntry(reg) ? unknownSource : undefinedSource;
}

ReachingDefinitions::SourceId ReachingDefinitions::atWrite(const Write &write, uint32_t reg,
                                                           bool isOnly) {
  AccessKind kind = accesses.all()[write.access].kind;
  if (kind == AccessKind::Unknown)
    return unknownSource;
  SourceId &known = byAccess[write.access];
  if (known != none)
    return known;
  bool isWhole = isOnly || kind == AccessKind::Written;
  known = add({.kind = isWhole ? ValueSource::Definition : ValueSource::Guarded,
               .reg = reg,
               .access = write.access,
               .inst = write.inst});
  return known;
}

ReachingDefinitions::SourceId ReachingDefinitions::before(InstId inst, uint32_t reg) {
  llvm::ArrayRef<Write> list = writesOf(reg);
  if (list.empty())
    return unknownSource;
  // A single write reaches all code after it, and code before it only in a loop.
  bool isOnly = list.size() == 1 && !hasValueAtEntry(reg);
  if (isOnly && (list.front().inst.index < inst.index || !flow.isExact()))
    return atWrite(list.front(), reg, true);
  if (!flow.isExact())
    return unknownSource;
  return atEnd(blockOf(inst), inst.index, reg);
}

/// The source of the value before instruction `end` of `block`.
ReachingDefinitions::SourceId ReachingDefinitions::atEnd(uint32_t block, uint32_t end,
                                                         uint32_t reg) {
  for (;; end = firsts[block + 1]) {
    if (!flow.reachable().test(block))
      return undefinedSource;
    if (const Write *write = lastWrite(reg, firsts[block], end))
      return atWrite(*write, reg, false);
    llvm::ArrayRef<uint32_t> predecessors = flow.predecessors(block);
    if (predecessors.empty())
      return block == 0 ? atEntry(reg) : undefinedSource;
    uint64_t cost = predecessors.size();
    if (steps < cost) {
      block = allBlocks;
    } else {
      steps -= cost;
      if (block != 0 && cost == 1) {
        block = predecessors.front();
        continue;
      }
    }
    auto [entry, isNew] = joins.try_emplace({reg, block}, size());
    if (isNew)
      add({.kind = block == allBlocks ? ValueSource::All : ValueSource::Join,
           .reg = reg,
           .block = block});
    return entry->second;
  }
}

void ReachingDefinitions::appendAlternatives(SourceId id, llvm::SmallVectorImpl<SourceId> &out) {
  const ValueSource source = sources[id];
  switch (source.kind) {
  case ValueSource::Guarded:
    out.push_back(add({.kind = ValueSource::Definition,
                       .reg = source.reg,
                       .access = source.access,
                       .inst = source.inst}));
    out.push_back(atEnd(blockOf(source.inst), source.inst.index, source.reg));
    return;
  case ValueSource::Join:
    if (source.block == 0)
      out.push_back(atEntry(source.reg));
    for (uint32_t from : flow.predecessors(source.block))
      if (flow.reachable().test(from))
        out.push_back(atEnd(from, firsts[from + 1], source.reg));
    return;
  case ValueSource::All:
    out.push_back(atEntry(source.reg));
    for (const Write &write : writesOf(source.reg))
      out.push_back(atWrite(write, source.reg, true));
    return;
  default:
    return;
  }
}
