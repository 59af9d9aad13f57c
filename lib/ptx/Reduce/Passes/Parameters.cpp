// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

namespace {

/// The parameters, or the results, of the functions of one name.
struct FunctionLists {
  const Subject &subject;
  llvm::StringRef function;
  bool results;

  IdRange<VarId> of(const Function &each) const { return results ? each.results : each.parameters; }
  /// The removal of item `index` from all declarations and calls.
  Change removal(size_t index) const;

private:
  SourceRange itemRange(const SyntaxUnit &unit, llvm::ArrayRef<ListItem> items, size_t index) const;
  void removeParameter(const SyntaxUnit &top, const Function &each, size_t index,
                       Change &change) const;
  void removeArgument(const SyntaxUnit &unit, const Instruction &call, size_t index,
                      Change &change) const;
};

} // namespace

/// An item with its comma. For the only result, also its parentheses, and in a call the comma after
/// them.
SourceRange FunctionLists::itemRange(const SyntaxUnit &unit, llvm::ArrayRef<ListItem> items,
                                     size_t index) const {
  if (!results || items.size() > 1)
    return itemWithComma(unit, items, index);
  TokenId end{items[0].last.index + 1};
  bool hasComma = unit.tokens().kind(end.index + 1) == TokenKind::Comma;
  return unit.range({items[0].first.index - 1}, {end.index + hasComma});
}

void FunctionLists::removeParameter(const SyntaxUnit &top, const Function &each, size_t index,
                                    Change &change) const {
  llvm::SmallVector<ListItem> items;
  for (VarId id : of(each))
    items.push_back({top[id].first, top[id].last});
  if (index >= items.size())
    return;
  change.push_back({itemRange(top, items, index)});
  for (DeclaratorId id : top[of(each)[static_cast<uint32_t>(index)]].declarators)
    removeUses(subject, top.text(top[id].name), /*numbered=*/false, change);
}

/// The arguments of a call follow the name of the function, and its results precede it.
void FunctionLists::removeArgument(const SyntaxUnit &unit, const Instruction &call, size_t index,
                                   Change &change) const {
  llvm::ArrayRef<ExprId> operands = unit.list(call.operands());
  const ExprId *named = llvm::find_if(operands, [&](ExprId id) {
    return id.valid() && unit[id].kind == ExprKind::Name && unit.source(id) == function;
  });
  size_t place = named - operands.begin();
  if (named == operands.end() || (results ? place == 0 : place + 1 >= operands.size()))
    return;
  ExprId list = operands[results ? place - 1 : place + 1];
  if (!list.valid() || unit[list].kind != ExprKind::Arguments)
    return;
  llvm::SmallVector<ListItem> items;
  for (ExprId item : unit.children(unit[list]))
    items.push_back({unit.firstToken(item), unit.lastToken(item)});
  if (index < items.size())
    change.push_back({itemRange(unit, items, index)});
}

Change FunctionLists::removal(size_t index) const {
  Change change;
  const SyntaxUnit &top = subject.module().top();
  for (const Function &each : top.functions())
    if (top.text(each.name) == function)
      removeParameter(top, each, index, change);
  for (const Place &use : subject.uses(function))
    if (const Instruction *call = instructionAt(use))
      removeArgument(*use.unit, *call, index, change);
  return change;
}

void ptx::findParameters(const Subject &subject, ChangeList &changes) {
  const SyntaxUnit &top = subject.module().top();
  for (const Function &function : top.functions())
    for (bool results : {false, true}) {
      FunctionLists lists{subject, top.text(function.name), results};
      for (uint32_t i = 0; i < lists.of(function).size(); ++i)
        changes.add(lists.removal(i));
    }
}
