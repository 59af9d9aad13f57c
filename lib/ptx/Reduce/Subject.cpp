// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Subject.h"

using namespace ptx;
using llvm::StringRef;

Subject::Subject(StringRef text) : source(SourceBuffer::fromString(text.str(), "candidate")) {
  DiagnosticList ignored;
  tree = parseModule(*source, ignored);
  unitList.push_back(&tree->top());
  for (const SyntaxUnit &body : tree->bodies())
    unitList.push_back(&body);
}

size_t Subject::statementCount() const {
  size_t count = 0;
  for (const SyntaxUnit *unit : unitList)
    count += unit->statements().size();
  return count;
}

static bool isName(TokenKind kind) {
  return kind == TokenKind::Identifier || kind == TokenKind::FunctionName;
}

void Subject::makeIndex() const {
  isIndexed = true;
  auto add = [](Index &index, StringRef name, const Place &place) {
    std::vector<Place> &places = index[name];
    if (places.empty() || places.back().unit != place.unit ||
        places.back().statement != place.statement)
      places.push_back(place);
  };
  forEachStatement(*this, [&](Place place) {
    const SyntaxUnit &unit = *place.unit;
    StmtKind kind = unit[place.statement].kind;
    if (kind == StmtKind::Block || (kind == StmtKind::Function && &unit == unitList.front()))
      return;
    TokenId last = unit.lastToken(place.statement);
    for (TokenId token = unit.firstToken(place.statement); token.index <= last.index;
         ++token.index) {
      if (!isName(unit.tokens().kind(token.index)))
        continue;
      StringRef name = unit.text(token);
      add(names, name, place);
      StringRef stem = name.rtrim("0123456789");
      if (stem.size() < name.size())
        add(stems, stem, place);
    }
  });
}

llvm::ArrayRef<Place> Subject::uses(StringRef name, bool numbered) const {
  if (!isIndexed)
    makeIndex();
  const Index &index = numbered ? stems : names;
  auto found = index.find(name);
  return found == index.end() ? llvm::ArrayRef<Place>() : llvm::ArrayRef(found->second);
}

SourceRange ptx::wholeRange(const SyntaxUnit &unit, const Function &function) {
  return unit.range(function.first, function.last);
}

void ptx::forEachStatement(const Subject &subject, llvm::function_ref<void(Place place)> visit) {
  for (const SyntaxUnit *unit : subject.units())
    for (uint32_t i = 0; i < unit->statements().size(); ++i)
      visit({unit, StmtId{i}});
}

const Instruction *ptx::instructionAt(const Place &place) {
  const Stmt &statement = (*place.unit)[place.statement];
  return statement.kind == StmtKind::Instruction ? &(*place.unit)[InstId{statement.index}]
                                                 : nullptr;
}

void ptx::forEachInstruction(
    const Subject &subject,
    llvm::function_ref<void(const SyntaxUnit &unit, const Instruction &instruction)> visit) {
  for (const SyntaxUnit *unit : subject.units())
    for (const Instruction &instruction : unit->instructions())
      visit(*unit, instruction);
}
