// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Tree.h"

#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptxkit/State.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptxkit;
using detail::Body;

//===-- Operands ------------------------------------------------------------------------------===//

static const ptx::Expr &exprOf(const Body &body, uint32_t id) { return body.unit[ptx::ExprId{id}]; }

/// The name that determines the kind of an operand, below signs, components and offsets.
static ptx::ExprId nameIn(const Body &body, ptx::ExprId id) {
  for (;;) {
    const ptx::Expr &e = body.unit[id];
    switch (e.kind) {
    case ptx::ExprKind::Unary:
    case ptx::ExprKind::Paren:
      id = e.child();
      break;
    case ptx::ExprKind::Offset:
      id = e.lhs();
      break;
    default:
      return id;
    }
  }
}

static OperandKind kindOf(const Body &body, const ptx::Expr &e, ptx::ExprId name) {
  switch (e.kind) {
  case ptx::ExprKind::Vector:
    return OperandKind::Vector;
  case ptx::ExprKind::Address:
  case ptx::ExprKind::Qualified:
    return OperandKind::Address;
  case ptx::ExprKind::Pair:
    return OperandKind::Pair;
  case ptx::ExprKind::Arguments:
    return OperandKind::Arguments;
  case ptx::ExprKind::Sink:
    return OperandKind::Sink;
  default:
    break;
  }
  if (!body.checked)
    return OperandKind::Other;
  if (ptx::SymbolRef ref = body.checked->scope.binding(name)) {
    if (ref.isSpecial())
      return OperandKind::SpecialRegister;
    const ptx::Symbol &symbol = *body.checked->scope.symbol(ref);
    if (symbol.isFunction())
      return OperandKind::Function;
    if (symbol.kind != ptx::SymbolKind::Variable)
      return OperandKind::Label;
    return symbol.isRegister() ? OperandKind::Register : OperandKind::Variable;
  }
  return body.checked->scope.constant(name) ? OperandKind::Immediate : OperandKind::Other;
}

static ptx::ExprId nameOf(const Body &body, uint32_t expression) {
  return nameIn(body, ptx::ExprId{expression});
}

OperandKind Operand::kind() const {
  return kindOf(*body, exprOf(*body, expression), nameOf(*body, expression));
}

std::string_view Operand::text() const {
  return detail::view(body->unit.source(ptx::ExprId{expression}));
}

Range Operand::range() const { return detail::rangeOf(body->unit.range(ptx::ExprId{expression})); }

/// The operand of the form at `index`, if the instruction has a form.
static const ptx::ExpectedOperand *expectedAt(const Body &body, uint32_t inst, uint32_t index) {
  const ptx::Signature *signature = body.signature(inst);
  return signature && index < signature->operands.size() ? &signature->operands[index] : nullptr;
}

std::string_view Operand::role() const {
  const ptx::ExpectedOperand *operand = expectedAt(*body, instruction, expected);
  return operand && !isPairedPredicate ? detail::view(operand->info->name) : std::string_view();
}

bool Operand::isWritten() const {
  const ptx::ExpectedOperand *operand = expectedAt(*body, instruction, expected);
  return operand && operand->info->written;
}

std::optional<Symbol> Operand::symbol() const {
  if (!body->checked)
    return std::nullopt;
  const ptx::BodyScope &scope = body->checked->scope;
  ptx::SymbolRef ref = scope.binding(nameOf(*body, expression));
  if (!ref)
    return std::nullopt;
  return ref.isSpecial() ? detail::describe(ref.specialRegister())
                         : detail::describe(*scope.symbol(ref));
}

std::optional<uint32_t> Operand::number() const {
  if (!body->checked)
    return std::nullopt;
  const ptx::BodyScope &scope = body->checked->scope;
  return detail::numberOf(scope, scope.numberedBinding(nameOf(*body, expression)));
}

std::optional<Type> Operand::type() const {
  const ptx::ExpectedOperand *operand = expectedAt(*body, instruction, expected);
  if (!operand)
    return std::nullopt;
  if (isPairedPredicate)
    return detail::describe(ptx::TypeId::pred);
  uint32_t count = elements;
  if (const ptx::Expr &e = exprOf(*body, expression); e.kind == ptx::ExprKind::Vector)
    count = e.list().count;
  const ptx::Signature &signature = *body->signature(instruction);
  if (auto type = ptx::operandType(signature.view, *operand->info, count))
    return detail::describe(*type);
  std::optional<Symbol> named = symbol();
  return named && kind() == OperandKind::Register ? named->type : std::nullopt;
}

unsigned Operand::width() const {
  std::optional<Type> each = type();
  if (!each)
    return 0;
  const ptx::Expr &e = exprOf(*body, expression);
  return each->width * (e.kind == ptx::ExprKind::Vector ? e.list().count : 1);
}

std::optional<uint64_t> Operand::value() const {
  OperandKind what = kind();
  if (!expectedAt(*body, instruction, expected) || isWritten() ||
      (what != OperandKind::Register && what != OperandKind::Immediate))
    return std::nullopt;
  ptx::KnownValue known =
      body->analyses().values.operand(ptx::InstId{instruction}, ptx::ExprId{expression});
  if (known.width() > 64 || !known.isConstant())
    return std::nullopt;
  return known.constant();
}

std::vector<Operand> Operand::parts() const {
  ptx::ExprId inner{expression};
  if (body->unit[inner].kind == ptx::ExprKind::Qualified)
    inner = body->unit[inner].child();
  const ptx::Expr &e = body->unit[inner];
  std::vector<Operand> result;
  auto add = [&](ptx::ExprId id) -> Operand & {
    return result.emplace_back(Operand(*body, instruction, id.index));
  };
  switch (e.kind) {
  case ptx::ExprKind::Vector:
    for (ptx::ExprId id : body->unit.list(e.list())) {
      Operand &part = add(id);
      part.expected = expected;
      part.elements = e.list().count;
    }
    break;
  case ptx::ExprKind::Address:
    for (auto [i, id] : llvm::enumerate(body->unit.list(e.list()))) {
      Operand &part = add(id);
      if (i < placeCount)
        part.expected = expected + i;
    }
    break;
  case ptx::ExprKind::Arguments:
    for (ptx::ExprId id : body->unit.list(e.list()))
      add(id);
    break;
  case ptx::ExprKind::Pair: {
    add(e.lhs()).expected = expected;
    Operand &partner = add(e.rhs());
    partner.expected = expected;
    partner.isPairedPredicate = true;
    break;
  }
  default:
    break;
  }
  return result;
}

//===-- Instructions --------------------------------------------------------------------------===//

static const ptx::Instruction &instOf(const Body &body, uint32_t index) {
  return body.unit[ptx::InstId{index}];
}

std::string_view Instruction::opcode() const {
  return detail::view(body->unit.text(instOf(*body, index).opcode));
}

std::vector<std::string_view> Instruction::modifiers() const {
  const ptx::Instruction &inst = instOf(*body, index);
  std::vector<std::string_view> words;
  for (uint32_t i = 1; i <= inst.modifierCount; ++i)
    words.push_back(detail::view(body->unit.text(ptx::TokenId{inst.opcode.index + i})));
  return words;
}

Range Instruction::modifierRange(size_t modifier) const {
  ptx::TokenId opcode = instOf(*body, index).opcode;
  return detail::rangeOf(
      body->unit.range(ptx::TokenId{opcode.index + 1 + static_cast<uint32_t>(modifier)}));
}

Range Instruction::mnemonicRange() const {
  const ptx::Instruction &inst = instOf(*body, index);
  return detail::rangeOf(
      body->unit.range(inst.opcode, ptx::TokenId{inst.opcode.index + inst.modifierCount}));
}

std::string Instruction::mnemonic() const {
  std::string text(opcode());
  for (std::string_view word : modifiers())
    text += word;
  return text;
}

std::optional<Guard> Instruction::guard() const {
  const ptx::Instruction &inst = instOf(*body, index);
  if (inst.guard == ptx::GuardKind::None)
    return std::nullopt;
  Guard guard{detail::view(body->unit.text(inst.guardRegister())),
              inst.guard == ptx::GuardKind::Negated,
              detail::rangeOf(body->unit.range(inst.guardRegister())),
              {},
              {}};
  if (!body->checked)
    return guard;
  const ptx::BodyScope &scope = body->checked->scope;
  ptx::Binding binding = scope.numberedGuard(ptx::InstId{index});
  if (const ptx::Symbol *symbol = scope.symbol(binding.symbol))
    guard.symbol = detail::describe(*symbol);
  guard.number = detail::numberOf(scope, binding);
  return guard;
}

std::vector<Operand> Instruction::operands() const {
  const ptx::Signature *signature = body->signature(index);
  std::vector<Operand> result;
  for (auto [i, id] : llvm::enumerate(body->unit.list(instOf(*body, index).operands()))) {
    Operand &operand = result.emplace_back(Operand(*body, index, id.index));
    if (!signature || i >= signature->places.size())
      continue;
    operand.expected = signature->places[i].first;
    operand.placeCount = signature->places[i].count;
  }
  return result;
}

Range Instruction::range() const {
  const ptx::Instruction &inst = instOf(*body, index);
  return detail::rangeOf(body->unit.range(inst.first(), inst.last));
}

std::string_view Instruction::text() const {
  Range where = range();
  return detail::view(body->module.source().text({where.begin, where.end}));
}

bool Instruction::isChecked() const { return body->signature(index) != nullptr; }

std::string_view Instruction::form() const {
  const ptx::Signature *signature = body->signature(index);
  return signature ? detail::view(signature->view.form->syntax) : std::string_view();
}

std::string_view Instruction::section() const {
  const ptx::Signature *signature = body->signature(index);
  return signature ? detail::view(signature->view.form->instruction().section) : std::string_view();
}

//===-- Functions -----------------------------------------------------------------------------===//

std::string_view Function::name() const {
  const ptx::Function *function = state->functions[index].function;
  return function ? detail::view(state->checked.module->top().text(function->name))
                  : std::string_view();
}

bool Function::isEntry() const {
  const ptx::Function *function = state->functions[index].function;
  return function && state->checked.module->top().isEntry(*function);
}

bool Function::isDefinition() const { return state->functions[index].body != nullptr; }

Range Function::range() const {
  const ptx::Function *function = state->functions[index].function;
  if (!function)
    return {0, static_cast<uint32_t>(state->source->text().size())};
  return detail::rangeOf(state->checked.module->top().range(function->first, function->last));
}

std::vector<Instruction> Function::instructions() const {
  std::vector<Instruction> result;
  if (const Body *body = state->functions[index].body.get())
    for (uint32_t i = 0; i < body->unit.instructions().size(); ++i)
      result.push_back(Instruction(*body, i));
  return result;
}

std::vector<Symbol> Function::symbols() const {
  std::vector<Symbol> result;
  const Body *body = state->functions[index].body.get();
  if (body && body->checked)
    for (const ptx::Symbol &symbol : body->checked->scope.symbols().all())
      result.push_back(detail::describe(symbol));
  return result;
}
