// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::lsp;

static UnitView bodyView(const CheckedSource &module, const Function &function) {
  const SyntaxUnit *body = module.module->bodyOf(function);
  return {body, body ? module.sema->bodies[function.body].get() : nullptr, &function};
}

std::vector<UnitView> lsp::unitsOf(const CheckedSource &module) {
  const SyntaxUnit &top = module.module->top();
  std::vector<UnitView> units{{&top, module.sema->top.get(), nullptr}};
  for (const Function &function : top.functions())
    if (UnitView body = bodyView(module, function); body.unit)
      units.push_back(body);
  return units;
}

/// The unit that contains `offset`.
static UnitView unitAt(const CheckedSource &module, uint32_t offset) {
  const SyntaxUnit &top = module.module->top();
  for (const Function &function : top.functions()) {
    if (!function.hasBody() || top.range(function.open).end > offset)
      continue;
    uint32_t end = function.close ? top.range(function.close).begin : ~0u;
    if (offset <= end)
      if (UnitView body = bodyView(module, function); body.unit)
        return body;
  }
  return {&top, module.sema->top.get(), nullptr};
}

TreePlace lsp::placeAt(const CheckedSource &module, uint32_t offset) {
  TreePlace place{unitAt(module, offset)};
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
