// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The control-flow graph and the definitions of registers, in the form of the public interface.

#include "ptxkit/State.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace ptxkit;
using detail::Body;

static void makeSet(std::vector<uint32_t> &numbers) {
  llvm::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Whether a block of the analysis represents the list of an indirect branch.
static bool isList(const ptx::ControlFlow &flow, uint32_t block) {
  return block && flow[block].first.index == flow[block].end.index;
}

/// The blocks to which `edges` lead; a list is replaced by its targets.
template <class Edges>
static std::vector<uint32_t> neighbours(const ptx::ControlFlow &flow, uint32_t block, Edges edges) {
  std::vector<uint32_t> result;
  for (uint32_t next : edges(block)) {
    if (!isList(flow, next))
      result.push_back(next);
    else
      llvm::append_range(result, edges(next));
  }
  makeSet(result);
  return result;
}

std::vector<Block> Function::blocks() const {
  const Body *body = state->functions[index].body.get();
  if (!body || !body->checked)
    return {};
  const ptx::ControlFlow &flow = body->analyses().flow;
  std::vector<Block> result;
  uint32_t count = 0; // of the instructions so far
  for (uint32_t i = 0; i != flow.size() && !isList(flow, i); ++i) {
    Block &block = result.emplace_back();
    block.begin = count;
    for (uint32_t j = flow[i].first.index; j != flow[i].end.index; ++j) {
      const ptx::Stmt &stmt = body->unit[ptx::StmtId{j}];
      if (stmt.kind == ptx::StmtKind::Label)
        block.label = detail::view(body->unit.text(ptx::TokenId{stmt.index}));
      count += stmt.kind == ptx::StmtKind::Instruction;
    }
    block.end = count;
    block.isReachable = flow.reachable().test(i);
    block.successors = neighbours(flow, i, [&](uint32_t of) { return flow.successors(of); });
    block.predecessors = neighbours(flow, i, [&](uint32_t of) { return flow.predecessors(of); });
  }
  return result;
}

bool Function::hasAllEdges() const {
  const Body *body = state->functions[index].body.get();
  return body && body->checked && body->analyses().flow.isExact();
}

/// The instructions that may have written the value of a register before an instruction.
static std::vector<uint32_t> definitionsOf(const Body &body, uint32_t inst, uint32_t reg) {
  ptx::ReachingDefinitions &definitions = body.analyses().values.definitions();
  std::vector<uint32_t> result;
  llvm::SmallVector<ptx::ReachingDefinitions::SourceId> open = {
      definitions.before(ptx::InstId{inst}, reg)};
  std::vector<bool> seen;
  while (!open.empty()) {
    ptx::ReachingDefinitions::SourceId id = open.pop_back_val();
    if (id >= seen.size())
      seen.resize(definitions.size());
    if (seen[id])
      continue;
    seen[id] = true;
    const ptx::ValueSource source = definitions[id];
    if (source.kind == ptx::ValueSource::Definition || source.kind == ptx::ValueSource::Guarded)
      result.push_back(source.inst.index);
    if (source.kind == ptx::ValueSource::Guarded || source.kind == ptx::ValueSource::Join ||
        source.kind == ptx::ValueSource::All)
      definitions.appendAlternatives(id, open);
  }
  makeSet(result);
  return result;
}

std::vector<RegisterUse> Instruction::registers() const {
  std::vector<RegisterUse> result;
  if (!body->checked)
    return result;
  for (const ptx::RegisterAccess &access : body->analyses().accesses[ptx::InstId{index}]) {
    RegisterUse &use = result.emplace_back();
    use.name = detail::view(body->unit.text(access.name));
    use.range = detail::rangeOf(body->unit.range(access.name));
    use.isWritten = access.writes();
    if (access.kind != ptx::AccessKind::Written)
      use.definitions = definitionsOf(*body, index, access.reg);
  }
  return result;
}
