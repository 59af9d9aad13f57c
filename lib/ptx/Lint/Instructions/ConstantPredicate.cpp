// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Sema/Declarations/Constant.h"

using namespace ptx;

namespace {

/// The known definition of a register.
struct Definition {
  uint32_t writes = 0;
  InstId inst;
  AccessKind kind;
};

} // namespace

/// The result of the comparison `word` of two integers of a type; none if `word` is not an integer
/// comparison.
static std::optional<bool> compare(Modifier word, int64_t a, int64_t b) {
  auto [ua, ub] = std::pair(static_cast<uint64_t>(a), static_cast<uint64_t>(b));
  switch (word) {
  case Modifier::eq:
    return a == b;
  case Modifier::ne:
    return a != b;
  case Modifier::lt:
    return a < b;
  case Modifier::le:
    return a <= b;
  case Modifier::gt:
    return a > b;
  case Modifier::ge:
    return a >= b;
  case Modifier::lo:
    return ua < ub;
  case Modifier::ls:
    return ua <= ub;
  case Modifier::hi:
    return ua > ub;
  case Modifier::hs:
    return ua >= ub;
  default:
    return std::nullopt;
  }
}

static std::optional<int64_t> integer(const BodyScope &scope, ExprId id) {
  std::optional<Constant> value = scope.constant(id);
  return value && value->isInteger() ? std::optional(value->asSigned()) : std::nullopt;
}

/// The predicate that `inst` computes from constants only: a `mov`, or a `setp` of two non-negative
/// integers, whose comparison is the same for all types.
static std::optional<bool> constantResult(const BodyLintContext &context, InstId id) {
  const SyntaxUnit &unit = context.unit;
  const InstrView &view = context.checked.signatures[id.index]->view;
  llvm::ArrayRef<ExprId> operands = unit.list(unit[id].operands());
  if (view.form->action == Action::Move && operands.size() == 2) {
    std::optional<int64_t> value = integer(context.checked.scope, operands[1]);
    return value ? std::optional(*value != 0) : std::nullopt;
  }
  if (view.form->action != Action::Compare || operands.size() != 3 ||
      unit[operands[0]].kind != ExprKind::Name)
    return std::nullopt;
  std::optional<int64_t> a = integer(context.checked.scope, operands[1]),
                         b = integer(context.checked.scope, operands[2]);
  if (!a || !b || *a < 0 || *b < 0 || *a > INT16_MAX || *b > INT16_MAX)
    return std::nullopt;
  for (Modifier word : view.modifiers)
    if (std::optional<bool> result = compare(word, *a, *b))
      return result;
  return std::nullopt;
}

/// A guard whose register has a single definition, a constant. (Manual 9.3)
void ptx::checkConstantPredicate(BodyLintContext &context) {
  const RegisterAccesses &accesses = context.accesses();
  std::vector<Definition> definitions(context.registers().size());
  auto count = static_cast<uint32_t>(context.unit.instructions().size());
  for (uint32_t i = 0; i != count; ++i)
    for (const RegisterAccess &access : accesses[InstId{i}])
      if (access.kind != AccessKind::Read) {
        Definition &definition = definitions[access.reg];
        ++definition.writes;
        definition.inst = {i};
        definition.kind = access.kind;
      }
  for (uint32_t i = 0; i != count; ++i) {
    const Instruction &inst = context.unit[InstId{i}];
    if (inst.guard == GuardKind::None)
      continue;
    TokenId name = inst.guardRegister();
    uint32_t reg = context.registers().ofGuard({i});
    if (reg == Registers::none || definitions[reg].writes != 1 ||
        definitions[reg].kind != AccessKind::Written)
      continue;
    InstId definition = definitions[reg].inst;
    std::optional<bool> value = constantResult(context, definition);
    if (!value)
      continue;
    bool holds = *value != (inst.guard == GuardKind::Negated);
    context.diagnostics
        .emit(diag::ConstantPredicate{.range = context.unit.range(name),
                                      .name = context.unit.text(name),
                                      .value = *value ? "true" : "false",
                                      .effect = holds ? "always" : "never"})
        .note(context.unit.range(context.unit[definition].opcode, context.unit[definition].last),
              "its only value is computed here");
  }
}
