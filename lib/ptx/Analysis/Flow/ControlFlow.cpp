// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/ControlFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ptx;

namespace ptx {

/// Finds the blocks, then the edges.
class ControlFlowBuilder {
public:
  ControlFlowBuilder(const CheckedUnit &checked, ControlFlow &flow)
      : checked(checked), scope(checked.scope), unit(checked.scope.unit), flow(flow) {}

  void run() {
    findBlocks();
    findEdges();
    flow.next = sorted(&Edge::from, &Edge::to);
    flow.previous = sorted(&Edge::to, &Edge::from);
    findReachable();
  }

private:
  /// The kind of the last instruction of a block.
  enum class Ending : uint8_t { None, Branch, Table, Leave };
  struct End {
    Ending ending = Ending::None;
    InstId inst;
  };
  struct Edge {
    uint32_t from, to;
  };
  /// A declared label.
  struct Target {
    TokenId name;
    uint32_t block;
  };

  void findBlocks();
  void close(uint32_t end);
  Ending endingOf(InstId inst) const;
  bool callsNoReturn(const Instruction &inst) const;
  void findEdges();
  void addBranch(uint32_t from, ExprId label);
  void addTable(uint32_t from, InstId inst);
  void addList(uint32_t list, const Directive &directive);
  void addUnknown() { flow.exact = false; }
  std::optional<uint32_t> findLabel(ExprId name) const;
  std::optional<uint32_t> findLabel(llvm::StringRef name);
  ControlFlow::Edges sorted(uint32_t Edge::*by, uint32_t Edge::*value) const;
  void findReachable();

  const CheckedUnit &checked;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  ControlFlow &flow;
  std::vector<End> ends;      // by block
  std::vector<Target> labels; // in the order of the source
  std::vector<Edge> edges;
  std::vector<uint32_t> lists; // by directive: the block of a list
  llvm::StringMap<uint32_t> labelsByName;
  uint32_t start = 0; // of the current block
};

} // namespace ptx

bool ControlFlowBuilder::callsNoReturn(const Instruction &inst) const {
  for (ExprId id : unit.list(inst.operands())) {
    if (unit[id].kind != ExprKind::Name)
      continue;
    const Symbol *symbol = scope.symbol(scope.binding(id));
    if (symbol && symbol->noReturn)
      return true;
  }
  return false;
}

ControlFlowBuilder::Ending ControlFlowBuilder::endingOf(InstId id) const {
  const Instruction &inst = unit[id];
  uint64_t traits = 0;
  if (const Signature *signature = checked.signatures[id.index])
    traits = signature->view.form->traits;
  else if (std::optional<Opcode> opcode = findOpcode(unit.text(inst.opcode)))
    traits = info(*opcode).traits;
  constexpr uint64_t control = traitBit(Trait::Branches) | traitBit(Trait::BranchesByTable) |
                               traitBit(Trait::EndsControl) | traitBit(Trait::Calls);
  if (!(traits & control))
    return Ending::None;
  if (traits & traitBit(Trait::Branches))
    return Ending::Branch;
  if (traits & traitBit(Trait::BranchesByTable))
    return Ending::Table;
  return traits & traitBit(Trait::EndsControl) || callsNoReturn(inst) ? Ending::Leave
                                                                      : Ending::None;
}

void ControlFlowBuilder::close(uint32_t end) {
  flow.blocks.push_back({{start}, {end}});
  start = end;
}

void ControlFlowBuilder::findBlocks() {
  auto count = static_cast<uint32_t>(unit.statements().size());
  bool hasInstructions = false;
  for (uint32_t i = 0; i != count; ++i) {
    const Stmt &stmt = unit.statements()[i];
    if (stmt.kind == StmtKind::Label) {
      if (hasInstructions) {
        close(i);
        ends.push_back({});
        hasInstructions = false;
      }
      labels.push_back({{stmt.index}, flow.size()});
    } else if (stmt.kind == StmtKind::Instruction) {
      hasInstructions = true;
      InstId inst{stmt.index};
      if (Ending ending = endingOf(inst); ending != Ending::None) {
        close(i + 1);
        ends.push_back({ending, inst});
        hasInstructions = false;
      }
    }
  }
  close(count);
  ends.push_back({});
}

std::optional<uint32_t> ControlFlowBuilder::findLabel(ExprId name) const {
  const Symbol *symbol = scope.symbol(scope.binding(name));
  if (!symbol)
    return std::nullopt;
  auto found = llvm::partition_point(
      labels, [&](Target t) { return unit.range(t.name).begin < symbol->range.begin; });
  if (found == labels.end() || unit.range(found->name) != symbol->range)
    return std::nullopt;
  return found->block;
}

/// A label by its name; ambiguous if there are several.
std::optional<uint32_t> ControlFlowBuilder::findLabel(llvm::StringRef name) {
  constexpr uint32_t ambiguous = ~0u;
  if (labelsByName.empty())
    for (const Target &label : labels) {
      auto [entry, isNew] = labelsByName.try_emplace(unit.text(label.name), label.block);
      if (!isNew)
        entry->second = ambiguous;
    }
  auto found = labelsByName.find(name);
  if (found == labelsByName.end() || found->second == ambiguous)
    return std::nullopt;
  return found->second;
}

void ControlFlowBuilder::addBranch(uint32_t from, ExprId label) {
  if (std::optional<uint32_t> to = findLabel(label))
    edges.push_back({from, *to});
  else
    addUnknown();
}

/// The labels of a list can be named before the end of their scopes, so they are found by name.
void ControlFlowBuilder::addList(uint32_t list, const Directive &directive) {
  for (ExprId id : unit.list(directive.operands)) {
    std::optional<uint32_t> to = findLabel(id);
    if (!to && unit[id].kind == ExprKind::Name)
      to = findLabel(unit.text(unit[id].token));
    if (to)
      edges.push_back({list, *to});
    else
      addUnknown();
  }
}

void ControlFlowBuilder::addTable(uint32_t from, InstId inst) {
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  const Symbol *symbol = operands.empty() ? nullptr : scope.symbol(scope.binding(operands.back()));
  if (!symbol || symbol->kind != SymbolKind::BranchTargets || !symbol->directive)
    return addUnknown();
  DirectiveId directive = symbol->directive;
  lists.resize(unit.directives().size());
  uint32_t &list = lists[directive.index];
  if (list == 0) {
    list = flow.size();
    StmtId end{static_cast<uint32_t>(unit.statements().size())};
    flow.blocks.push_back({end, end});
    addList(list, unit[directive]);
  }
  edges.push_back({from, list});
}

void ControlFlowBuilder::findEdges() {
  for (uint32_t block = 0; block != ends.size(); ++block) {
    const End &end = ends[block];
    bool goesOn = end.ending == Ending::None;
    if (!goesOn) {
      goesOn = unit[end.inst].guard != GuardKind::None;
      if (!checked.signatures[end.inst.index])
        addUnknown();
      llvm::ArrayRef<ExprId> operands = unit.list(unit[end.inst].operands());
      if (end.ending == Ending::Branch && !operands.empty())
        addBranch(block, operands.front());
      else if (end.ending == Ending::Table)
        addTable(block, end.inst);
    }
    flow.lastBlock = block;
    flow.endsOpen = goesOn;
    if (goesOn && block + 1 != ends.size())
      edges.push_back({block, block + 1});
  }
}

ControlFlow::Edges ControlFlowBuilder::sorted(uint32_t Edge::*by, uint32_t Edge::*value) const {
  ControlFlow::Edges result;
  result.starts.resize(flow.size() + 1);
  result.ends.resize(edges.size());
  for (const Edge &edge : edges)
    ++result.starts[edge.*by + 1];
  for (uint32_t i = 0; i != flow.size(); ++i)
    result.starts[i + 1] += result.starts[i];
  std::vector<uint32_t> filled(result.starts.begin(), result.starts.end() - 1);
  for (const Edge &edge : edges)
    result.ends[filled[edge.*by]++] = edge.*value;
  return result;
}

void ControlFlowBuilder::findReachable() {
  flow.reached.resize(flow.size());
  std::vector<uint32_t> pending{0};
  flow.reached.set(0);
  while (!pending.empty()) {
    uint32_t block = pending.back();
    pending.pop_back();
    for (uint32_t to : flow.successors(block))
      if (!flow.reached.test(to)) {
        flow.reached.set(to);
        pending.push_back(to);
      }
  }
}

ControlFlow::ControlFlow(const CheckedUnit &checked) { ControlFlowBuilder(checked, *this).run(); }

uint32_t ControlFlow::blockOf(StmtId stmt) const {
  auto after = llvm::partition_point(
      blocks, [&](const BasicBlock &block) { return block.end.index <= stmt.index; });
  return static_cast<uint32_t>(after - blocks.begin());
}
