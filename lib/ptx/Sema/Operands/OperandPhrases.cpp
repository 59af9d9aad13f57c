// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/OperandPhrases.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// What the name in the expression `id`, a name, a member or an index, refers to.
static std::string describeName(const BodyScope &scope, ExprId id) {
  const SyntaxUnit &unit = scope.unit;
  const Expr &e = unit[id];
  bool whole = e.kind != ExprKind::Member;
  std::string name = quoted(whole ? unit.text(e.token) : unit.source(id));
  SymbolRef ref = scope.binding(id);
  if (ref.isSpecial())
    return "the special register " + name;
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol)
    return name;
  switch (symbol->kind) {
  case SymbolKind::Variable:
    if (symbol->isMemory())
      return ((e.kind == ExprKind::Index ? "an element of the `" : "the `") +
              info(symbol->space).word + "` variable " + name)
          .str();
    if (symbol->type == TypeId::pred)
      return "the predicate " + name;
    return (symbol->vectorLength > 1 && whole ? "the vector " : "the register ") + name;
  case SymbolKind::Function:
    return "the function " + name;
  case SymbolKind::Entry:
    return "the entry " + name;
  case SymbolKind::Label:
    return "the label " + name;
  case SymbolKind::MetadataLabel:
    return "the label of a `.metadata_label`, " + name;
  case SymbolKind::CallPrototype:
    return "the prototype " + name;
  case SymbolKind::CallTargets:
  case SymbolKind::BranchTargets:
    return "the list of targets " + name;
  }
  return name;
}

std::string ptx::describeOperand(const BodyScope &scope, ExprId id) {
  const SyntaxUnit &unit = scope.unit;
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Member:
  case ExprKind::Index:
    return describeName(scope, id);
  case ExprKind::Sink:
    return "`_`";
  case ExprKind::Vector:
    return "a vector of " + std::to_string(e.list().count);
  case ExprKind::Address:
    return e.list().count > 1 ? "a list in brackets" : "an address";
  case ExprKind::Qualified:
    return "an address";
  case ExprKind::Arguments:
    return "a list in parentheses";
  case ExprKind::Pair:
    return "a pair";
  case ExprKind::Offset:
    return "the sum " + quoted(unit.source(id));
  default:
    break;
  }
  std::optional<Constant> value = scope.constant(id);
  if (!value)
    return "a constant expression";
  if (value->isInteger())
    return "the number " + (value->kind == Constant::Kind::Unsigned
                                ? std::to_string(value->bits)
                                : std::to_string(value->asSigned()));
  return "the floating-point number " + quoted(unit.source(id));
}

std::string ptx::describeRegisters(TypeSet given, bool wider, std::optional<TypeId> type) {
  TypeSet types = given;
  if (!types)
    return "a register";
  if (types == typeBit(TypeId::pred))
    return "a predicate";
  if (wider && type) {
    const TypeInfo &least = info(*type);
    std::string width = std::to_string(least.width) + " bits or more";
    if (least.kind == TypeKind::Bits)
      return "a register of " + width;
    if (least.kind <= TypeKind::Signed)
      return "an integer register of " + width;
    return ("a `." + least.name + "` register or an untyped one of " + width).str();
  }
  // A short description of all types of a width, or of all integers of one or more widths.
  std::vector<std::string> widths;
  bool areIntegers = true, areAll = true;
  for (unsigned width : {8, 16, 32, 64}) {
    TypeSet all = 0, integers = 0;
    for (const TypeInfo &t : allTypes()) {
      if (!t.inRegister || t.width != width)
        continue;
      all |= typeBit(t.id);
      if (t.kind <= TypeKind::Signed && t.lanes == 1)
        integers |= typeBit(t.id);
    }
    TypeSet held = types & all;
    if (!held)
      continue;
    if (!widths.empty())
      widths.back() += '-';
    widths.push_back(std::to_string(width));
    areAll &= held == all;
    // `ptxas` accepts `.f16x2` for integers, but messages should not suggest it.
    areIntegers &= (held & ~typeBit(TypeId::f16x2)) == integers;
    types &= ~held;
  }
  if (!types && (areIntegers || areAll)) {
    std::string article = widths.front() == "8" ? "an " : "a ";
    return article + listText(widths, "or") +
           (areIntegers ? "-bit integer register" : "-bit register");
  }
  return "a " + describeTypes(given) + " register";
}

std::string ptx::describeSpaces(const InstrView &view, const OperandInfo &operand) {
  std::vector<std::string> items;
  for (StringRef space : spacesOf(view, operand))
    items.push_back(space.empty() ? "a generic one in `.global`, `.shared` or `.local`"
                                  : ("one in `." + space + "`").str());
  return listText(items);
}

/// The possible literals for an operand or an element of a vector.
static void addImmediates(const ExpectedOperand &expected, std::vector<std::string> &items) {
  if (!(expected.info->kinds & OperandKind::immediate))
    return;
  const ImmediateKinds &takes = expected.immediates;
  if (takes.integer || !expected.shape.type)
    items.push_back("an integer");
  if ((takes.single || takes.wide) && !(expected.checked & OperandKind::floating))
    items.push_back(takes.single && !takes.wide ? "a literal `0f...`" : "a floating-point number");
}

std::string ptx::describeExpected(const ExpectedOperand &expected) {
  uint32_t kinds = expected.info->kinds;
  std::vector<std::string> items;
  const OperandShape &shape = expected.shape;
  if (kinds & OperandKind::register_ && shape.elements)
    items.push_back("a vector of " + std::to_string(shape.elements));
  else if (kinds & OperandKind::register_ && expected.registers)
    items.push_back(describeRegisters(expected.registers, shape.wider, shape.type));
  else if (kinds & OperandKind::register_)
    items.push_back("a register");
  bool isSaid = kinds & OperandKind::register_ && expected.registers == typeBit(TypeId::pred);
  bool takesPredicate = !shape.type || shape.type == TypeId::pred;
  if (kinds & OperandKind::predicate && takesPredicate && !isSaid)
    items.push_back("a predicate");
  addImmediates(expected, items);
  if (kinds & OperandKind::address)
    items.push_back("an address");
  if (kinds & OperandKind::symbol)
    items.push_back("the name of a variable");
  if (kinds & OperandKind::function)
    items.push_back("a function");
  if (kinds & OperandKind::special)
    items.push_back(shape.type && shape.type != TypeId::pred
                        ? "a " + std::to_string(info(*shape.type).width) + "-bit special register"
                        : "a special register");
  if (kinds & OperandKind::label)
    items.push_back("a label");
  if (kinds & OperandKind::branchtargets)
    items.push_back("the label of a `.branchtargets`");
  if (kinds & OperandKind::calltargets)
    items.push_back("the label of a `.calltargets`");
  if (kinds & OperandKind::callprototype)
    items.push_back("the label of a `.callprototype`");
  if (kinds & OperandKind::metadata)
    items.push_back("the label of a `.metadata_label`");
  if (kinds & OperandKind::arguments)
    items.push_back("a list in parentheses");
  if (kinds & OperandKind::sink)
    items.push_back("`_`");
  return listText(items);
}

static std::string describeLength(unsigned count) {
  return count < 2 ? "a scalar" : "a vector of " + std::to_string(count);
}

std::string ptx::expectedLengths(const OperandShape &shape) {
  if (!shape.lengths)
    return shape.elements == 1 ? "a vector of 1" : describeLength(shape.elements);
  // The description of one register in braces is the same as without braces.
  unsigned lengths = shape.lengths & 1 ? shape.lengths & ~2u : shape.lengths;
  std::vector<std::string> items;
  for (unsigned n = 0; n < 16; ++n)
    if (lengths >> n & 1)
      items.push_back(describeLength(n));
  return listText(items);
}

std::string ptx::observedLength(const BodyScope &scope, ExprId id) {
  const Expr &e = scope.unit[id];
  if (e.kind == ExprKind::Vector)
    return "a vector of " + std::to_string(e.list().count);
  if (const Symbol *symbol = scope.symbol(scope.binding(id)))
    return describeLength(symbol->vectorLength);
  if (SymbolRef ref = scope.binding(id); ref.isSpecial())
    return describeLength(info(ref.specialRegister()).components);
  return "a scalar";
}

std::string ptx::observedType(const BodyScope &scope, ExprId id) {
  SymbolRef ref = scope.binding(id);
  if (ref.isSpecial()) {
    const SpecialRegisterInfo &reg = info(ref.specialRegister());
    bool isVector = reg.components > 1 && scope.unit[id].kind == ExprKind::Name;
    return ((isVector ? ".v" + llvm::Twine(unsigned(reg.components)) + " ." : ".") +
            info(reg.type).name)
        .str();
  }
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || !symbol->type)
    return "?";
  if (scope.unit[id].kind == ExprKind::Member)
    return ("." + info(*symbol->type).name).str();
  return typeText(*symbol);
}

std::string ptx::describeSelectors(StringRef patterns) {
  std::vector<std::string> items;
  for (StringRef pattern : llvm::split(patterns, ' ')) {
    auto [head, range] = pattern.split('[');
    if (range.empty())
      items.push_back(("`." + head + "`").str());
    else
      for (char c = range[0]; c <= range[2]; ++c) // `0-3]`
        items.push_back(("`." + head + StringRef(&c, 1) + "`").str());
  }
  return listText(items);
}

std::string ptx::describeRange(const OperandShape &shape, int64_t observed) {
  constexpr int maxSingle = 3; // the maximum number of listed values
  int64_t last = (int64_t(shape.max) - shape.min) / shape.step;
  auto value = [&](int64_t i) { return std::to_string(shape.min + i * shape.step); };
  if (last < maxSingle && (shape.step > 1 || last < 2)) {
    std::vector<std::string> items;
    for (int64_t i = 0; i <= last; ++i)
      items.push_back(value(i));
    return listText(items);
  }
  std::string range = value(0) + " to " + value(last);
  if (shape.step == 1)
    return range;
  std::string step = std::to_string(shape.step);
  if (shape.min % shape.step)
    return range + " in steps of " + step;
  bool isOpen = shape.min == 0 && shape.max > INT32_MAX - shape.step && observed < shape.max;
  return "a multiple of " + step + (isOpen ? "" : " from " + range);
}

std::string ptx::describeElement(const ExpectedOperand &expected, unsigned count) {
  std::vector<std::string> items = {
      describeRegisters(expected.registersOf(count), expected.shape.wider, expected.shape.type)};
  addImmediates(expected, items);
  return listText(items);
}

std::string ptx::operandNumbers(llvm::ArrayRef<unsigned> numbers) {
  if (numbers.size() == 1)
    return "operand " + std::to_string(numbers.front() + 1);
  bool inRow = numbers.back() - numbers.front() + 1 == numbers.size();
  if (inRow && numbers.size() > 2)
    return "operands " + std::to_string(numbers.front() + 1) + " to " +
           std::to_string(numbers.back() + 1);
  std::vector<std::string> texts;
  for (unsigned number : numbers)
    texts.push_back(std::to_string(number + 1));
  return "operands " + listText(texts, "and");
}
