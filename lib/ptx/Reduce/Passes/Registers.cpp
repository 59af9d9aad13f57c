// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

#include <map>

using namespace ptx;

namespace {

/// A declaration of several registers, `%r<100>`.
struct Registers {
  const Subject &subject;
  const SyntaxUnit &unit;
  llvm::StringRef stem;

  /// Calls `visit` with each use, and the number of the register. The registers of a body are not
  /// visible in other bodies.
  void forEachUse(
      llvm::function_ref<void(const SyntaxUnit &unit, TokenId name, uint64_t number)> visit) const;
};

} // namespace

void Registers::forEachUse(
    llvm::function_ref<void(const SyntaxUnit &unit, TokenId name, uint64_t number)> visit) const {
  bool isOfModule = &unit == &subject.module().top();
  for (const Place &place : subject.uses(stem, /*numbered=*/true)) {
    if (!isOfModule && place.unit != &unit)
      continue;
    TokenId last = place.unit->lastToken(place.statement);
    for (TokenId token = place.unit->firstToken(place.statement); token.index <= last.index;
         ++token.index) {
      llvm::StringRef name = place.unit->text(token);
      uint64_t number;
      if (name.consume_front(stem) && !name.getAsInteger(10, number))
        visit(*place.unit, token, number);
    }
  }
}

static void addRegisters(const Registers &registers, uint64_t declared, SourceRange count,
                         ChangeList &changes) {
  std::map<uint64_t, uint64_t> numbers;
  registers.forEachUse(
      [&](const SyntaxUnit &, TokenId, uint64_t number) { numbers.try_emplace(number); });
  uint64_t next = 0;
  for (auto &[old, number] : numbers)
    number = next++;
  uint64_t least = numbers.empty() ? 0 : numbers.rbegin()->first + 1;
  if (next < least) {
    Change change{TextEdit{count, std::to_string(next)}};
    registers.forEachUse([&](const SyntaxUnit &unit, TokenId name, uint64_t number) {
      change.push_back(
          {unit.range(name), (registers.stem + std::to_string(numbers[number])).str()});
    });
    changes.add(std::move(change));
  }
  if (least < declared)
    changes.replace(count, std::to_string(least));
}

void ptx::findRegisters(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units())
    for (const Variable &variable : unit->variables())
      for (DeclaratorId id : variable.declarators) {
        const Declarator &declarator = (*unit)[id];
        if (declarator.nameCount.valid() && (*unit)[declarator.nameCount].kind == ExprKind::Integer)
          addRegisters({subject, *unit, unit->text(declarator.name)},
                       (*unit)[declarator.nameCount].integerValue(),
                       unit->range(declarator.nameCount), changes);
      }
}
