// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::lsp;

Units::Units(const CheckedSource &fragment) : checked(fragment), functions{nullptr} {}

Units::Units(Session &session, Workers &workers)
    : checked(session.checked()), session(&session), workers(&workers), functions{nullptr} {
  for (const Function &function : checked.module->top().functions())
    if (function.body != Function().body)
      functions.push_back(&function);
}

UnitView Units::operator[](uint32_t number) const {
  const Function *function = functions[number];
  if (!function)
    return {&checked.module->top(), checked.sema->top.get(), nullptr};
  if (session)
    session->makeBody(function->body);
  return {checked.module->bodyOf(*function), checked.sema->bodies[function->body].get(), function};
}

std::vector<UnitView> Units::all() const {
  if (session)
    session->makeBodies(*workers);
  std::vector<UnitView> units;
  for (uint32_t number = 0; number != count(); ++number)
    units.push_back((*this)[number]);
  return units;
}

SourceRange Units::range(uint32_t number) const {
  if (const Function *function = functions[number])
    return session->bodyRange(function->body);
  return {0, static_cast<uint32_t>(checked.module->source().text().size())};
}

uint32_t Units::at(uint32_t offset) const {
  for (uint32_t number = 1; number < count(); ++number)
    if (SourceRange body = range(number); body.begin <= offset && offset <= body.end)
      return number;
  return 0;
}

uint32_t Units::around(uint32_t offset) const {
  for (uint32_t number = 1; number < count(); ++number)
    if (SourceRange unit = withHeader(number); unit.begin <= offset && offset <= unit.end)
      return number;
  return 0;
}

TreePlace lsp::placeAt(const Units &units, uint32_t offset) {
  TreePlace place{units[units.at(offset)]};
  const SyntaxUnit &unit = *place.unit;
  const TokenList &tokens = unit.tokens();
  if (tokens.begin() == tokens.end()) // unreadable text, for example with a NUL
    return place;
  // The last token, other than the end token, that starts at or before the offset.
  const Token *next = llvm::partition_point(llvm::make_range(tokens.begin(), tokens.end() - 1),
                                            [&](const Token &t) { return t.offset() <= offset; });
  if (next == tokens.begin())
    return place;
  auto index = static_cast<uint32_t>(next - tokens.begin()) - 1;
  SourceRange range = tokens.range(index);
  // Between a word and a punctuation mark, choose the word.
  if (range.begin == offset && index != 0 && tokens.range(index - 1).end == offset &&
      !llvm::isAlnum(tokens.buffer()[offset]) &&
      !llvm::StringRef("%._$").contains(tokens.buffer()[offset]))
    --index, range = tokens.range(index);
  if (range.end < offset)
    return place;
  place.token = TokenId{index};
  auto after = llvm::partition_point(
      unit.instructions(), [&](const Instruction &inst) { return inst.first().index <= index; });
  if (after != unit.instructions().begin() && std::prev(after)->last.index >= index)
    place.instruction = InstId{static_cast<uint32_t>(after - unit.instructions().begin()) - 1};
  return place;
}

std::optional<OperandPlace> lsp::operandAt(const SyntaxUnit &unit, InstId inst, uint32_t offset) {
  for (auto [number, id] : llvm::enumerate(unit.list(unit[inst].operands()))) {
    SourceRange range = unit.range(id);
    if (range.begin <= offset && offset <= range.end)
      return OperandPlace{static_cast<uint32_t>(number), id};
  }
  return std::nullopt;
}
