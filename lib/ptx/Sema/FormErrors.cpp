// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/FormErrors.h"
#include "ptx/Isa/Words.h"
#include "ptx/Sema/Constant.h"
#include "ptx/Sema/Suggestions.h"
#include "ptx/Sema/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

SourceRange ptx::mnemonicRange(const SyntaxUnit &unit, const Instruction &inst) {
  return unit.range(inst.opcode, {inst.opcode.index + inst.modifierCount});
}

StringRef ptx::mnemonicText(const SyntaxUnit &unit, const Instruction &inst) {
  SourceRange range = mnemonicRange(unit, inst);
  return unit.tokens().buffer().slice(range.begin, range.end);
}

static TokenId modifierToken(const Instruction &inst, unsigned index) {
  return {inst.opcode.index + 1 + index};
}

static std::string quoted(StringRef text) { return ("`" + text + "`").str(); }

//===-- Modifiers -----------------------------------------------------------------------------===//

void ptx::reportNoInstruction(const SyntaxUnit &unit, const Instruction &inst,
                              DiagnosticList &diagnostics) {
  StringRef name = unit.text(inst.opcode);
  SourceRange range = unit.range(inst.opcode);
  Diagnostic &d = diagnostics.emit(diag::UnknownInstruction{.range = range, .name = name});
  suggestOpcode(unit, inst, d);
}

/// At most this many words are listed in a message.
static constexpr size_t maxListed = 12;

static std::string listOf(llvm::ArrayRef<Modifier> words) {
  if (words.size() <= maxListed)
    return describeModifiers(words);
  return describeModifiers(words.take_front(maxListed - 2)) + ", or one of " +
         std::to_string(words.size() - maxListed + 2) + " others";
}

/// Shows the syntax line that an instruction was compared with.
static void noteForm(const SyntaxUnit &unit, const Instruction &inst, const FormInfo &form,
                     Diagnostic &d) {
  std::string line;
  llvm::SmallVector<StringRef, 4> parts;
  form.syntax.split(parts, ' ', -1, false);
  for (StringRef part : parts)
    line += (line.empty() ? "" : " ") + part.str();
  d.note(mnemonicRange(unit, inst), "the syntax is " + quoted(line));
}

void ptx::reportIdleModifiers(const SyntaxUnit &unit, const Instruction &inst,
                              const MatchResult &match, DiagnosticList &diagnostics) {
  auto report = [&](auto d, uint8_t word) {
    if (word == MatchResult::noWord)
      return;
    d.range = unit.range(modifierToken(inst, word));
    d.opcode = unit.text(inst.opcode);
    d.modifier = unit.text(modifierToken(inst, word));
    diagnostics.emit(d);
  };
  report(diag::RepeatedModifier{}, match.repeated);
  report(diag::IgnoredModifier{}, match.ignored);
}

void ptx::reportNoForm(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                       DiagnosticList &diagnostics) {
  const MatchResult &match = mnemonic.match();
  StringRef opcode = unit.text(inst.opcode);
  if (match.nearest && mnemonicText(unit, inst).starts_with(match.nearest->instruction().name))
    opcode = match.nearest->instruction().name;
  auto token = [&](uint8_t word) { return modifierToken(inst, word); };
  auto text = [&](uint8_t word) { return unit.text(token(word)); };
  auto range = [&](uint8_t word) { return unit.range(token(word)); };
  switch (match.failure) {
  case MatchFailure::UnknownModifier: {
    Diagnostic &d = diagnostics.emit(
        diag::UnknownModifier{.range = range(match.word), .modifier = text(match.word)});
    return suggestModifier(unit, inst, match.word, mnemonic.opcode(), d);
  }
  case MatchFailure::NotAllowed: {
    Diagnostic &d = diagnostics.emit(diag::ModifierNotAllowed{
        .range = range(match.word), .opcode = opcode, .modifier = text(match.word), .context = ""});
    noteForm(unit, inst, *match.nearest, d);
    return suggestModifier(unit, inst, match.word, mnemonic.opcode(), d);
  }
  case MatchFailure::NotTogether: {
    std::string context = " with these modifiers";
    if (match.other != MatchResult::noWord)
      context = llvm::is_contained(llvm::split(opcode, '.'), text(match.other).drop_front())
                    ? "" // it is part of the name
                    : " together with " + quoted(text(match.other));
    Diagnostic &d = diagnostics.emit(diag::ModifierNotAllowed{.range = range(match.word),
                                                              .opcode = opcode,
                                                              .modifier = text(match.word),
                                                              .context = context});
    if (match.other != MatchResult::noWord)
      d.highlight(range(match.other));
    return noteForm(unit, inst, *match.nearest, d);
  }
  case MatchFailure::Misplaced:
    diagnostics.emit(diag::MisplacedModifier{
        .range = range(match.word), .modifier = text(match.word), .opcode = opcode});
    return;
  case MatchFailure::Conflict:
    if (text(match.word) == text(match.other))
      diagnostics.emit(diag::DuplicateModifier{
          .range = range(match.word), .opcode = opcode, .modifier = text(match.word)});
    else
      diagnostics
          .emit(diag::ModifierConflict{.range = range(match.word),
                                       .opcode = opcode,
                                       .first = text(match.other),
                                       .second = text(match.word)})
          .highlight(range(match.other));
    return;
  case MatchFailure::Missing: {
    const SlotInfo &slot = match.nearest->slots()[match.place];
    llvm::ArrayRef<Modifier> words = match.missing;
    StringRef kind = info(words.front()).what;
    std::string what;
    if (slot.type)
      what = "a type";
    else if (words.size() > 1 &&
             llvm::all_of(words, [&](Modifier word) { return info(word).what == kind; }))
      what = ("a " + kind).str();
    else
      what = ("`." + slot.name + "`").str();
    diagnostics.emit(diag::MissingModifier{.range = mnemonicRange(unit, inst),
                                           .mnemonic = mnemonicText(unit, inst),
                                           .what = what,
                                           .expected = listOf(words)});
    return;
  }
  case MatchFailure::RuleBroken:
    diagnostics.emit(
        diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                  .mnemonic = mnemonicText(unit, inst),
                                  .rule = describeBrokenRule(match.nearestView, *match.rule)});
    return;
  case MatchFailure::None:
    return;
  }
}

//===-- Operands ------------------------------------------------------------------------------===//

static std::string operandCount(unsigned count) {
  return count == 0   ? "no operands"
         : count == 1 ? "1 operand"
                      : std::to_string(count) + " operands";
}

/// The numbers of operands that the forms take, in words.
static std::string expectedCounts(const Mnemonic &mnemonic) {
  uint64_t counts = 0;
  for (const FormCandidate &candidate : mnemonic.match().candidates)
    for (unsigned n = candidate.view.form->minOperands();
         n <= candidate.view.form->maxOperands() && n < 64; ++n)
      counts |= uint64_t(1) << n;
  std::vector<std::string> items;
  for (unsigned n = 0; n < 64; ++n)
    if (counts >> n & 1)
      items.push_back(std::to_string(n));
  return items.size() == 1 && items[0] == "0" ? "none" : listText(items);
}

void ptx::reportNoSignature(const SyntaxUnit &unit, const Instruction &inst,
                            const Mnemonic &mnemonic, const SignatureSet &signatures,
                            DiagnosticList &diagnostics) {
  SourceRange range = mnemonicRange(unit, inst);
  StringRef text = mnemonicText(unit, inst);
  if (!signatures.all.empty()) {
    const Signature &nearest = signatures.all.front();
    diagnostics.emit(
        diag::ModifierCombination{.range = range,
                                  .mnemonic = text,
                                  .rule = describeBrokenRule(nearest.view, *nearest.brokenRule)});
    return;
  }
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  for (ExprId id : operands)
    if (unit[id].kind == ExprKind::Qualified && !mnemonic.takesQualifier()) {
      diagnostics.emit(diag::ModifierNotAllowed{.range = unit.range(unit[id].token),
                                                .opcode = text,
                                                .modifier = unit.text(unit[id].token),
                                                .context = " behind an address"});
      return;
    }
  // What is too much is to blame, else the instruction.
  unsigned most = 0;
  for (const FormCandidate &candidate : mnemonic.match().candidates)
    most = std::max(most, candidate.view.form->maxOperands());
  if (operands.size() > most)
    range = {unit.range(operands[most]).begin, unit.range(operands.back()).end};
  diagnostics.emit(diag::OperandCount{.range = range,
                                      .mnemonic = text,
                                      .observed = operandCount(operands.size()),
                                      .expected = expectedCounts(mnemonic)});
}

void ptx::reportBrokenRule(const SyntaxUnit &unit, const Instruction &inst, const InstrView &view,
                           const RuleInfo &rule, DiagnosticList &diagnostics) {
  SourceRange range = mnemonicRange(unit, inst);
  std::string text = describeBrokenRule(view, rule);
  if (rule.undocumented)
    diagnostics.emit(diag::RejectedCombination{
        .range = range, .mnemonic = mnemonicText(unit, inst), .rule = text});
  else if (rule.unchecked)
    diagnostics.emit(diag::UncheckedCombination{
        .range = range, .mnemonic = mnemonicText(unit, inst), .rule = text});
  else
    diagnostics.emit(diag::ModifierCombination{
        .range = range, .mnemonic = mnemonicText(unit, inst), .rule = text});
}

void ptx::reportBrokenPredicate(const SyntaxUnit &unit, const Instruction &inst,
                                InstrPredicate predicate, DiagnosticList &diagnostics) {
  diagnostics.emit(diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                             .mnemonic = mnemonicText(unit, inst),
                                             .rule = summary(predicate)});
}

/// What an expression is, in words.
static std::string describeOperand(const BodyScope &scope, ExprId id) {
  const SyntaxUnit &unit = scope.unit;
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Member:
  case ExprKind::Index: {
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
                spaceName(symbol->space) + "` variable " + name)
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
    case SymbolKind::CallPrototype:
      return "the prototype " + name;
    case SymbolKind::CallTargets:
    case SymbolKind::BranchTargets:
      return "the list of targets " + name;
    }
    return name;
  }
  case ExprKind::Sink:
    return "`_`";
  case ExprKind::Vector:
    return "a vector of " + std::to_string(e.list().count);
  case ExprKind::Address:
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

/// The registers that an operand can be, in words.
static std::string describeRegisters(TypeSet given, bool wider, std::optional<TypeId> type) {
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
  // All types of a width, or all integers of one or more, in few words.
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
    // `ptxas` takes `.f16x2` for integers; nobody is to be told to use it.
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

static std::string describeSpaces(const InstrView &view, const OperandInfo &operand) {
  std::vector<std::string> items;
  for (StringRef space : spacesOf(view, operand))
    items.push_back(space.empty() ? "a generic one in `.global`, `.shared` or `.local`"
                                  : ("one in `." + space + "`").str());
  return listText(items);
}

/// What an operand can be, in words.
static std::string describeExpected(const ExpectedOperand &expected) {
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
  if (kinds & OperandKind::predicate && !isSaid)
    items.push_back("a predicate");
  if (kinds & OperandKind::immediate) {
    const ImmediateKinds &takes = expected.immediates;
    if (takes.integer || !shape.type)
      items.push_back("an integer");
    if (takes.single || takes.wide)
      items.push_back(takes.single && !takes.wide ? "a literal `0f...`"
                                                  : "a floating-point number");
  }
  if (kinds & OperandKind::address)
    items.push_back("an address");
  if (kinds & OperandKind::symbol)
    items.push_back("the name of a variable");
  if (kinds & OperandKind::function)
    items.push_back("a function");
  if (kinds & OperandKind::special)
    items.push_back("a special register");
  if (kinds & OperandKind::label)
    items.push_back("a label");
  if (kinds & OperandKind::branchtargets)
    items.push_back("the label of a `.branchtargets`");
  if (kinds & OperandKind::calltargets)
    items.push_back("the label of a `.calltargets`");
  if (kinds & OperandKind::callprototype)
    items.push_back("the label of a `.callprototype`");
  if (kinds & OperandKind::arguments)
    items.push_back("a list in parentheses");
  if (kinds & OperandKind::sink)
    items.push_back("`_`");
  return listText(items);
}

static std::string describeLength(unsigned count) {
  return count < 2 ? "no vector" : "a vector of " + std::to_string(count);
}

/// The vectors that an operand can be, in words.
static std::string expectedLengths(const OperandShape &shape) {
  if (!shape.lengths)
    return shape.elements == 1 ? "a vector of 1" : describeLength(shape.elements);
  // One register in braces is in words the same as one without.
  unsigned lengths = shape.lengths & 1 ? shape.lengths & ~2u : shape.lengths;
  std::vector<std::string> items;
  for (unsigned n = 0; n < 16; ++n)
    if (lengths >> n & 1)
      items.push_back(describeLength(n));
  return listText(items);
}

/// The length of what was found in place of a vector.
static std::string observedLength(const BodyScope &scope, ExprId id) {
  const Expr &e = scope.unit[id];
  if (e.kind == ExprKind::Vector)
    return "a vector of " + std::to_string(e.list().count);
  if (const Symbol *symbol = scope.symbol(scope.binding(id)))
    return describeLength(symbol->vectorLength);
  if (SymbolRef ref = scope.binding(id); ref.isSpecial())
    return describeLength(info(ref.specialRegister()).components);
  return "no vector";
}

/// The type of a register or of the component of one, as a message shows it.
static std::string observedType(const BodyScope &scope, ExprId id) {
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

/// Says where the symbol behind an operand is declared.
static void noteDeclaration(const BodyScope &scope, ExprId id, Diagnostic &d) {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  if (symbol && symbol->kind == SymbolKind::Variable)
    noteDeclared(*symbol, scope.unit.text(scope.unit[id].token), d);
}

namespace {

/// What a message says of an operand, and which one.
struct OperandReport {
  enum class Rule : uint8_t { Kind, Type, Vector, Space, Range } rule;
  std::string observed;
  std::string expected;
};

} // namespace

/// The components of the vector that `%v.x` names, in words.
static std::string describeComponents(const BodyScope &scope, ExprId id) {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  if (symbol && symbol->vectorLength == 2)
    return "`.x` or `.y`, as " + quoted(symbol->name) + " has 2 elements";
  return "`.x`, `.y`, `.z` or `.w` of a vector";
}

/// The selectors `b[0-3] h0` in words: "`.b0`, `.b1`, `.b2`, `.b3` or `.h0`".
static std::string describeSelectors(StringRef patterns) {
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

/// The values of an immediate, in words.
static std::string describeRange(const OperandShape &shape, int64_t observed) {
  constexpr int maxSingle = 3; // so many values are listed
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

/// What an element of a vector of `count` can be, in words.
static std::string describeElement(const ExpectedOperand &expected, unsigned count) {
  std::string text =
      describeRegisters(expected.registersOf(count), expected.shape.wider, expected.shape.type);
  const ImmediateKinds &takes = expected.immediates;
  if (!(expected.info->kinds & OperandKind::immediate))
    return text;
  if (takes.integer)
    return text + " or an integer";
  if (takes.wide)
    return text + " or a floating-point number";
  return takes.single ? text + " or a literal `0f...`" : text;
}

/// Of a problem of operand `operand`, which stands on `place` of the signature.
static OperandReport describeProblem(const BodyScope &scope, const Signature &signature,
                                     const Signature::Place &place, ExprId operand,
                                     const OperandProblem &problem) {
  using Rule = OperandReport::Rule;
  const SyntaxUnit &unit = scope.unit;
  const ExpectedOperand &expected = *problem.expected;
  ExprId id = problem.blamed;
  const OperandShape &shape = expected.shape;
  // What is wrong with one element of a vector is said of it.
  bool isElement = unit[operand].kind == ExprKind::Vector && id != operand;
  auto wanted = [&] {
    return isElement ? describeElement(expected, unit[operand].list().count) + " in each place"
                     : describeExpected(expected);
  };
  auto observed = [&] { return (isElement ? "a vector with " : "") + describeOperand(scope, id); };
  switch (problem.what) {
  case Mismatch::None:
  case Mismatch::Kind:
  case Mismatch::SpecialRegister:
  case Mismatch::Literal:
    break;
  case Mismatch::Written:
    return {Rule::Kind, observed() + ", which cannot be written", wanted()};
  case Mismatch::Sink:
    if (unit[id].kind == ExprKind::Vector)
      return {Rule::Kind, "a vector of `_` alone", "a register in one place at least"};
    return {Rule::Kind, observed(), wanted()};
  case Mismatch::NumbersAlone:
    return {Rule::Kind, "a vector of numbers alone", "a register in one place at least"};
  case Mismatch::Negation: {
    bool isNot = unit[id].op() == TokenKind::Not;
    return {Rule::Kind, isNot ? "negated by `!`" : "negated by `-`",
            isNot && !expected.info->written ? "`!` in front of predicates alone"
                                             : "no negation here"};
  }
  case Mismatch::Selector:
    return {Rule::Kind, "selected by " + quoted(unit.text(unit[id].component())),
            expected.info->selectors.empty() ? "a register alone"
                                             : describeSelectors(expected.info->selectors)};
  case Mismatch::Pair:
    if (unit[id].kind != ExprKind::Pair)
      return {Rule::Kind, describeOperand(scope, id), "a predicate behind `|`"};
    return {Rule::Kind, "a pair", "one destination"};
  case Mismatch::PairMissing:
    return {Rule::Kind, "one destination", "a pair of them: `d|p`"};
  case Mismatch::BracketCount:
    return {Rule::Kind, "a list of " + std::to_string(unit[id].list().count) + " in brackets",
            "one of " + std::to_string(place.count)};
  case Mismatch::Component:
    return {Rule::Kind, "component " + quoted(unit.text(unit[id].component())),
            describeComponents(scope, id)};
  case Mismatch::NoArray:
    return {Rule::Kind, describeOperand(scope, id) + ", which is not an array", wanted()};
  case Mismatch::Index:
    return {Rule::Kind, "an element whose index is " + describeOperand(scope, id),
            "an integer or an integer register as the index"};
  case Mismatch::ObjectAccess:
    return {Rule::Kind, describeOperand(scope, id),
            "memory that is not a texture, a sampler or a surface"};
  case Mismatch::ObjectAddress:
    return {Rule::Kind, describeOperand(scope, id),
            "`.u64` as the type of the address of a texture, a sampler or a surface"};
  case Mismatch::Qualifier:
    return {Rule::Kind, describeOperand(scope, id) + " with `.unified`",
            "a variable that is declared `.attribute(.unified(...))`"};
  case Mismatch::FixedAddress:
    return {Rule::Kind, describeOperand(scope, id) + " as an address",
            "one in `.local`, or a register or variable"};
  case Mismatch::AddressWidth:
    return {Rule::Type, observedType(scope, id),
            "an address of " + std::to_string(shape.min) + " bits" +
                (shape.min < shape.max ? " or more" : "")};
  case Mismatch::WiderType:
    return {Rule::Type, observedType(scope, id),
            describeRegisters(expected.registers, false, shape.type)};
  case Mismatch::Object:
    return {Rule::Type, observedType(scope, id), describeTypes(expected.objects())};
  case Mismatch::MixedTypes:
    return {Rule::Type, observedType(scope, id), "the type of the elements before it"};
  case Mismatch::VectorSize:
    return {Rule::Vector, observedLength(scope, id), expectedLengths(shape)};
  case Mismatch::Type:
    return {Rule::Type, observedType(scope, id),
            shape.elements ? describeElement(expected, shape.elements) : wanted()};
  case Mismatch::AddressType:
  case Mismatch::AddressSize:
    return {Rule::Type, observedType(scope, id), "an integer register for an address"};
  case Mismatch::Space:
    return {Rule::Space, spaceName(scope.symbol(scope.binding(id))->space).str(),
            describeSpaces(signature.view, *expected.info)};
  case Mismatch::Range:
    return {Rule::Range, std::to_string(scope.constant(id)->asSigned()),
            describeRange(shape, scope.constant(id)->asSigned())};
  }
  return {Rule::Kind, observed(), wanted()};
}

static Diagnostic &emitAddressSize(const BodyScope &scope, const Signature &signature,
                                   const OperandProblem &problem, DiagnosticList &diagnostics) {
  llvm::SmallVector<StringRef, 4> spaces = spacesOf(signature.view, *problem.expected->info);
  std::string space =
      spaces.size() == 1 && !spaces[0].empty() ? ("`." + spaces[0] + "`").str() : "generic";
  Diagnostic &d = diagnostics.emit(
      diag::NarrowAddress{.range = scope.unit.range(problem.blamed),
                          .name = scope.unit.text(scope.unit[problem.blamed].token),
                          .space = space});
  d.note(scope.unit.range(problem.blamed),
         "declare the register `.b64`, or extend the address with `cvt.u64.u32`");
  return d;
}

void ptx::reportOperand(const BodyScope &scope, const Instruction &inst, unsigned index,
                        const Signature &signature, const OperandProblem &problem, bool unchecked,
                        DiagnosticList &diagnostics) {
  using Rule = OperandReport::Rule;
  OperandReport report = describeProblem(scope, signature, signature.places[index],
                                         scope.unit.list(inst.operands())[index], problem);
  // The messages that are the same for all rules say what the operand is.
  bool isRejected = OperandMatcher::isRejectedByPtxasAlone(problem);
  if ((unchecked || isRejected) && report.rule == Rule::Type)
    report.observed = "of type `" + report.observed + "`";
  if ((unchecked || isRejected) && report.rule == Rule::Space)
    report.observed = "an address in `" + report.observed + "`";
  OperandMatcher matcher(scope);
  StringRef mnemonic = mnemonicText(scope.unit, inst);
  SourceRange range = scope.unit.range(problem.blamed);
  uint64_t number = index + 1;
  auto emit = [&](auto d) -> Diagnostic & {
    d.range = range;
    d.index = number;
    d.mnemonic = mnemonic;
    d.observed = report.observed;
    d.expected = report.expected;
    return diagnostics.emit(d);
  };
  auto emitRule = [&]() -> Diagnostic & {
    if (problem.what == Mismatch::AddressSize)
      return emitAddressSize(scope, signature, problem, diagnostics);
    if (problem.what == Mismatch::Range && unchecked && matcher.isWrapped(problem))
      return emit(diag::WrappedImmediate{});
    if (isRejected)
      return emit(diag::RejectedOperand{});
    if (unchecked)
      return emit(diag::UncheckedOperand{});
    switch (report.rule) {
    case Rule::Kind:
      return emit(diag::OperandKind{});
    case Rule::Type:
      return emit(diag::OperandType{});
    case Rule::Vector:
      return emit(diag::VectorSize{});
    case Rule::Space:
      return emit(diag::AddressSpace{});
    case Rule::Range:
      return emit(diag::ImmediateRange{});
    }
    llvm_unreachable("all rules are above");
  };
  Diagnostic &d = emitRule();
  noteDeclaration(scope, problem.blamed, d);
  if (!unchecked && !isRejected)
    noteForm(scope.unit, inst, *signature.view.form, d);
}

//===-- Accepted, and yet -------------------------------------------------------------------===//

/// The mnemonic with its modifiers in the order of the manual.
static std::string manualMnemonic(const InstrView &view) {
  std::string text = info(view.form->opcode).name.str();
  for (Modifier word : view.modifiers)
    if (word != Modifier::none)
      (text += '.') += info(word).name;
  return text;
}

void ptx::reportFindings(const SyntaxUnit &unit, const Instruction &inst,
                         const Signature &signature, DiagnosticList &diagnostics) {
  SourceRange range = mnemonicRange(unit, inst);
  const FormInfo &form = *signature.view.form;
  if (!signature.manualOrder) {
    std::string expected = manualMnemonic(signature.view);
    diagnostics
        .emit(diag::ModifierOrder{
            .range = range, .opcode = unit.text(inst.opcode), .expected = expected})
        .fix(range, expected, "put the modifiers in order");
  }
  if (form.undocumented)
    diagnostics.emit(diag::UndocumentedForm{.range = range, .form = form.syntax});
  for (const RuleInfo *rule : {signature.uncheckedRule, signature.undocumentedRule})
    if (rule)
      reportBrokenRule(unit, inst, signature.view, *rule, diagnostics);
}
