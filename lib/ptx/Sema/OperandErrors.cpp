// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/OperandErrors.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Words.h"
#include "ptx/Sema/Constant.h"
#include "ptx/Sema/ElementClass.h"
#include "ptx/Sema/InstructionText.h"
#include "ptx/Sema/MnemonicRepairs.h"
#include "ptx/Sema/OperandPhrases.h"
#include "ptx/Sema/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using Change = FormChoice::Change;

static std::string quoted(StringRef text) { return ("`" + text + "`").str(); }

//===-- One operand ---------------------------------------------------------------------------===//

namespace {

/// What a message says of an operand, and which one.
struct OperandReport {
  enum class Rule : uint8_t { Kind, Type, Vector, Space, Range } rule;
  std::string observed;
  std::string expected;

  bool operator==(const OperandReport &) const = default;
};

} // namespace

/// A component that is not one of the vector's.
static OperandReport describeComponent(const BodyScope &scope, ExprId id) {
  const SyntaxUnit &unit = scope.unit;
  std::string observed = "component " + quoted(unit.text(unit[id].component()));
  unsigned length = 4;
  if (const Symbol *symbol = scope.symbol(scope.binding(id))) {
    length = symbol->vectorLength;
    observed += " of a vector of " + std::to_string(length);
  }
  std::vector<std::string> names;
  for (char name : StringRef("xyzw").take_front(length))
    names.push_back(std::string("`.") + name + "`");
  return {OperandReport::Rule::Kind, observed, listText(names)};
}

/// `{%p1, %p2}` where the two destinations are written as `%p1|%p2`.
static bool isBracedPair(const SyntaxUnit &unit, const OperandProblem &problem) {
  return unit[problem.blamed].kind == ExprKind::Vector && unit[problem.blamed].list().count == 2 &&
         problem.expected->info->pairedPredicate != PairedPredicate::None;
}

/// A vector of another length, or none, with the modifiers that decide on the length.
static OperandReport describeVector(const BodyScope &scope, const Signature &signature,
                                    const Signature::Place &place, const OperandProblem &problem) {
  const ExpectedOperand &expected = *problem.expected;
  std::string length = expectedLengths(expected.shape);
  if (std::string words = decidingWords(signature.view, *expected.info); !words.empty())
    length += " for " + words;
  bool isPart = place.bracketed && place.count > 1;
  if (isBracedPair(scope.unit, problem)) {
    llvm::ArrayRef<ExprId> elements = scope.unit.list(scope.unit[problem.blamed].list());
    length = "a pair: " +
             quoted((scope.unit.source(elements[0]) + "|" + scope.unit.source(elements[1])).str());
  }
  return {OperandReport::Rule::Vector,
          (isPart ? "an address with " : "") + observedLength(scope, problem.blamed), length};
}

/// What to say of a problem of operand `operand`, which is on `place` of the signature.
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
      return {Rule::Kind, "a vector of `_` only", "a register in one place at least"};
    return {Rule::Kind, observed(), wanted()};
  case Mismatch::NumbersAlone:
    return {Rule::Kind, "a vector of numbers only", "a register in one place at least"};
  case Mismatch::NumberFirst:
    return {Rule::Kind, "a vector that begins with a number", "a register in the first place"};
  case Mismatch::Negation: {
    bool isNot = unit[id].op() == TokenKind::Not;
    return {Rule::Kind, isNot ? "negated by `!`" : "negated by `-`",
            isNot && !expected.info->written ? "`!` only before a predicate" : "no negation here"};
  }
  case Mismatch::Selector:
    return {Rule::Kind, "selected by " + quoted(unit.text(unit[id].component())),
            expected.info->selectors.empty() ? "a register alone"
                                             : describeSelectors(expected.info->selectors)};
  case Mismatch::Pair:
    if (unit[id].kind != ExprKind::Pair)
      return {Rule::Kind, describeOperand(scope, id), "a predicate after `|`"};
    return {Rule::Kind, "a pair", "one destination"};
  case Mismatch::PairMissing:
    return {Rule::Kind, "one destination", "a pair of them: `d|p`"};
  case Mismatch::BracketCount: {
    std::string names;
    for (unsigned i = place.first; i != place.first + place.count; ++i)
      names += (names.empty() ? "" : ", ") + signature.operands[i].info->name.str();
    return {Rule::Kind, "a list of " + std::to_string(unit[id].list().count) + " in brackets",
            "one of " + std::to_string(place.count) + ": `[" + names + "]`"};
  }
  case Mismatch::Component:
    return describeComponent(scope, id);
  case Mismatch::NumberAndComponent:
    return {Rule::Kind,
            "a vector of numbers and component " + quoted(unit.text(unit[id].component())) +
                " of a vector",
            "whole registers beside numbers"};
  case Mismatch::TypedRegister: {
    std::string untypedName = info(untyped(*scope.symbol(scope.binding(id))->type)).name.str();
    return {Rule::Type, observedType(scope, id), "`." + untypedName + "`"};
  }
  case Mismatch::ExpandedComponent:
    return {Rule::Kind, "component " + quoted(unit.text(unit[id].component())) + " of a vector",
            "a register of its own"};
  case Mismatch::ExpandedVector:
    return {Rule::Kind, "a whole vector register", "its elements in braces"};
  case Mismatch::NoArray:
    return {Rule::Kind, describeOperand(scope, id) + ", which is not an array", wanted()};
  case Mismatch::Index:
    return {Rule::Kind, "an element whose index is " + describeOperand(scope, id),
            "an integer or an integer register as the index"};
  case Mismatch::ObjectArray: {
    const Symbol &symbol = *scope.symbol(scope.binding(id));
    std::string type = "`." + info(*symbol.type).name.str() + "`";
    return {Rule::Kind, "an array of " + type, "one " + type + ", or a register with its address"};
  }
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
    return describeVector(scope, signature, place, problem);
  case Mismatch::Type:
    return {Rule::Type, observedType(scope, id),
            shape.elements ? describeElement(expected, shape.elements) : wanted()};
  case Mismatch::AddressType:
  case Mismatch::AddressSize:
    return {Rule::Type, observedType(scope, id), "an integer register for an address"};
  case Mismatch::Space:
    return {Rule::Space, info(scope.symbol(scope.binding(id))->space).word.str(),
            describeSpaces(signature.view, *expected.info)};
  case Mismatch::Width:
    return {Rule::Range, std::to_string(scope.constant(id)->asSigned()),
            "a number of " + std::to_string(*OperandMatcher::integerWidth(expected)) + " bits"};
  case Mismatch::Range:
    return {Rule::Range, std::to_string(scope.constant(id)->asSigned()),
            describeRange(shape, scope.constant(id)->asSigned())};
  }
  return {Rule::Kind, observed(), wanted()};
}

//===-- All operands --------------------------------------------------------------------------===//

/// Says where the symbol that an operand names is declared.
static void noteDeclaration(const BodyScope &scope, ExprId id, Diagnostic &d) {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  if (symbol && symbol->kind == SymbolKind::Variable)
    noteDeclared(*symbol, scope.unit.text(scope.unit[id].token), d);
}

/// Emits `d`, one of those that say what one operand is.
template <class D>
static Diagnostic &emitOperand(const BodyScope &scope, const Instruction &inst, unsigned index,
                               const OperandReport &report, SourceRange range, D d,
                               DiagnosticList &diagnostics) {
  std::string mnemonic = mnemonicText(scope.unit, inst);
  d.range = range;
  d.index = index + 1;
  d.mnemonic = mnemonic;
  d.observed = report.observed;
  d.expected = report.expected;
  return diagnostics.emit(d);
}

/// An address in a register of 32 bits where addresses have 64.
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

/// A number that is wider than its type, of which `ptxas` takes the lowest bits.
static void emitTruncated(const BodyScope &scope, const Instruction &inst, unsigned index,
                          const OperandProblem &problem, DiagnosticList &diagnostics) {
  size_t count = problem.vector ? scope.unit.list(scope.unit[problem.vector].list()).size() : 1;
  unsigned width = *OperandMatcher::integerWidth(*problem.expected, count);
  uint64_t bits = scope.constant(problem.blamed)->bits;
  bool isSigned = info(*problem.expected->shape.type).kind == TypeKind::Signed;
  std::string kept = isSigned ? std::to_string(llvm::SignExtend64(bits, width))
                              : std::to_string(bits & llvm::maskTrailingOnes<uint64_t>(width));
  std::string mnemonic = mnemonicText(scope.unit, inst);
  diagnostics.emit(diag::TruncatedImmediate{.range = scope.unit.range(problem.blamed),
                                            .index = index + 1,
                                            .mnemonic = mnemonic,
                                            .value = scope.unit.source(problem.blamed),
                                            .width = width,
                                            .kept = kept});
}

/// Reports an operand that `ptxas` accepts although the manual does not, or the reverse.
static void reportDifference(const BodyScope &scope, const Instruction &inst, unsigned index,
                             const Signature &signature, const OperandProblem &problem,
                             DiagnosticList &diagnostics) {
  using Rule = OperandReport::Rule;
  if (problem.what == Mismatch::Width) {
    emitTruncated(scope, inst, index, problem, diagnostics);
    return;
  }
  OperandReport report = describeProblem(scope, signature, signature.places[index],
                                         scope.unit.list(inst.operands())[index], problem);
  // These messages are the same for all rules: they say what the operand is.
  if (report.rule == Rule::Type)
    report.observed = "of type `" + report.observed + "`";
  if (report.rule == Rule::Space)
    report.observed = "an address in `" + report.observed + "`";
  SourceRange range = scope.unit.range(problem.blamed);
  auto emit = [&](auto d) -> Diagnostic & {
    return emitOperand(scope, inst, index, report, range, d, diagnostics);
  };
  auto emitRule = [&]() -> Diagnostic & {
    if (problem.what == Mismatch::AddressSize)
      return emitAddressSize(scope, signature, problem, diagnostics);
    if (problem.what == Mismatch::Range && OperandMatcher(scope).isWrapped(problem))
      return emit(diag::WrappedImmediate{});
    if (OperandMatcher::isRejectedByPtxasAlone(problem))
      return emit(diag::RejectedOperand{});
    return emit(diag::UncheckedOperand{});
  };
  noteDeclaration(scope, problem.blamed, emitRule());
}

void ptx::reportUnchecked(const BodyScope &scope, const Instruction &inst,
                          const Signature &signature, DiagnosticList &diagnostics) {
  OperandMatcher matcher(scope);
  for (auto [i, id] : llvm::enumerate(scope.unit.list(inst.operands())))
    if (OperandProblem problem = matcher.match(id, signature, signature.places[i]);
        problem.what != Mismatch::None)
      reportDifference(scope, inst, i, signature, problem, diagnostics);
}

/// "operand 2", "operands 2 and 3", "operands 1 to 4".
static std::string operandNumbers(llvm::ArrayRef<unsigned> numbers) {
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

/// A vector register, or a special one, where one component is expected.
static Diagnostic *reportWholeVector(const BodyScope &scope, const OperandProblem &problem,
                                     DiagnosticList &diagnostics) {
  const Expr &e = scope.unit[problem.blamed];
  if (problem.what != Mismatch::VectorSize || e.kind != ExprKind::Name ||
      !problem.expected->takesScalar())
    return nullptr;
  StringRef name = scope.unit.text(e.token);
  return &diagnostics.emit(diag::WholeVector{.range = scope.unit.range(problem.blamed),
                                             .name = name,
                                             .observed = observedLength(scope, problem.blamed)});
}

/// An integer literal where a floating-point one is expected can be written as one.
static void fixLiteral(const BodyScope &scope, const OperandProblem &problem, Diagnostic &d) {
  const Expr &e = scope.unit[problem.blamed];
  bool isDecimal = e.kind == ExprKind::Integer && e.notation() == Notation::Decimal;
  if (problem.what != Mismatch::Literal || !isDecimal || problem.expected->immediates.integer ||
      !problem.expected->immediates.wide)
    return;
  std::string text = scope.unit.source(problem.blamed).rtrim('U').str() + ".0";
  d.fix(scope.unit.range(problem.blamed), text, "replace by " + quoted(text));
}

/// A register where only an address will do can be put in brackets.
static void fixBrackets(const BodyScope &scope, const OperandProblem &problem, Diagnostic &d) {
  const Symbol *symbol = scope.symbol(scope.binding(problem.blamed));
  constexpr uint32_t others = ~uint32_t(OperandKind::address);
  if (problem.what != Mismatch::Kind || problem.expected->info->kinds & others || !symbol ||
      scope.unit[problem.blamed].kind != ExprKind::Name || symbol->kind != SymbolKind::Variable)
    return;
  std::string text = "[" + scope.unit.source(problem.blamed).str() + "]";
  d.fix(scope.unit.range(problem.blamed), text, "replace by " + quoted(text));
}

/// Of a special register that is wider or narrower than the type: the type that it has.
static void noteWidth(const BodyScope &scope, const Instruction &inst, const Signature &signature,
                      const OperandProblem &problem, Diagnostic &d) {
  SymbolRef ref = scope.binding(problem.blamed);
  if (problem.what != Mismatch::Type || !ref.isSpecial())
    return;
  const TypeInfo &type = info(info(ref.specialRegister()).type);
  InstrView view = signature.view;
  for (auto [slot, word] : llvm::zip(view.form->slots(), view.modifiers))
    if (slot.type && word != Modifier::none && info(info(word).type).width != type.width)
      word = findModifier(type.name);
  d.note(mnemonicRange(scope.unit, inst),
         quoted(manualMnemonic(view)) + " reads " + quoted(scope.unit.source(problem.blamed)));
}

/// `cvt.u32.u64` where `cvt.u64.u32` is what the operands fit.
static void fixExchangedTypes(const SyntaxUnit &unit, const Instruction &inst, unsigned first,
                              Diagnostic &d) {
  SourceRange types = unit.range(modifierToken(inst, first), modifierToken(inst, first + 1));
  std::string text =
      (unit.text(modifierToken(inst, first + 1)) + unit.text(modifierToken(inst, first))).str();
  d.fix(types, text, "exchange the types: " + quoted(text),
        Applicability::Unsafe); // the registers may be at fault
}

/// Reports the operands of `choice`, those of one cause together.
static void reportProblems(const BodyScope &scope, const Instruction &inst,
                           const Mnemonic &mnemonic, const FormChoice &choice,
                           DiagnosticList &diagnostics) {
  using Rule = OperandReport::Rule;
  const Signature &signature = *choice.signature;
  const SyntaxUnit &unit = scope.unit;
  std::vector<OperandReport> reports;
  for (const FormChoice::Problem &problem : choice.problems)
    reports.push_back(describeProblem(scope, signature, signature.places[problem.operand],
                                      unit.list(inst.operands())[problem.operand], problem.what));
  Diagnostic *first = nullptr;
  for (auto [i, report] : llvm::enumerate(reports)) {
    const OperandProblem &problem = choice.problems[i].what;
    if (OperandMatcher::isRejectedByPtxasAlone(problem)) {
      reportDifference(scope, inst, choice.problems[i].operand, signature, problem, diagnostics);
      continue;
    }
    // Where another type modifier is meant, all operands have one cause.
    auto hasSameCause = [&](const OperandReport &other) {
      return choice.change == Change::Type || other == report;
    };
    if (report.rule == Rule::Type &&
        llvm::any_of(llvm::ArrayRef(reports).take_front(i), hasSameCause))
      continue;
    SourceRange range = unit.range(problem.blamed);
    unsigned index = choice.problems[i].operand;
    auto emit = [&](auto d) -> Diagnostic & {
      return emitOperand(scope, inst, index, report, range, d, diagnostics);
    };
    if (Diagnostic *d = reportWholeVector(scope, problem, diagnostics)) {
      noteDeclaration(scope, problem.blamed, *d);
      continue;
    }
    auto emitType = [&]() -> Diagnostic & {
      llvm::SmallVector<unsigned, 4> numbers;
      std::vector<SourceRange> others;
      for (size_t j = i; j != reports.size(); ++j)
        if (hasSameCause(reports[j])) {
          numbers.push_back(choice.problems[j].operand);
          if (j != i)
            others.push_back(unit.range(choice.problems[j].what.blamed));
        }
      std::string written = mnemonicText(unit, inst);
      std::string observed = report.observed, expected = report.expected;
      bool isOther = choice.change == Change::Type;
      bool isMixed = isOther && llvm::any_of(reports, [&](const OperandReport &other) {
                       return other.observed != report.observed;
                     });
      if (isMixed) {
        expected = quoted(choice.mnemonic);
        for (const OperandReport &other : llvm::drop_begin(reports, i + 1))
          if (!StringRef(observed).contains(other.observed + "`") &&
              !StringRef(observed).ends_with(other.observed))
            observed += "` and `" + other.observed;
      } else if (isOther) {
        expected += ", or " + quoted(choice.mnemonic);
      }
      Diagnostic &d =
          diagnostics.emit(diag::OperandType{.range = range,
                                             .operands = operandNumbers(numbers),
                                             .mnemonic = written,
                                             .have = numbers.size() == 1 ? "has" : "have",
                                             .observed = observed,
                                             .expected = expected});
      for (SourceRange other : others)
        d.highlight(other);
      if (isOther) {
        std::string word = ("." + info(choice.replacement).name).str();
        d.fix(unit.range(modifierToken(inst, choice.word)), word, "replace by " + quoted(word),
              Applicability::Unsafe); // the registers may be at fault
      } else if (std::optional<unsigned> exchanged = exchangedTypes(scope, inst, mnemonic)) {
        fixExchangedTypes(unit, inst, *exchanged, d);
      }
      return d;
    };
    auto emitRule = [&]() -> Diagnostic & {
      switch (report.rule) {
      case Rule::Kind:
        return emit(diag::OperandKind{});
      case Rule::Type:
        return emitType();
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
    noteWidth(scope, inst, signature, problem, d);
    fixLiteral(scope, problem, d);
    fixBrackets(scope, problem, d);
    if (!first && choice.change != Change::Type)
      noteSyntax(unit, inst, signature.view, d);
    first = &d;
  }
}

//===-- Missing, too many, elsewhere ----------------------------------------------------------===//

static std::string operandCount(size_t count) {
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

/// Reports that there are far too many or too few operands, or a qualifier that no form has.
static void reportCount(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                        DiagnosticList &diagnostics) {
  SourceRange range = mnemonicRange(unit, inst);
  std::string text = mnemonicText(unit, inst);
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  for (ExprId id : operands)
    if (unit[id].kind == ExprKind::Qualified && !mnemonic.takesQualifier()) {
      diagnostics.emit(diag::ModifierNotAllowed{.range = unit.range(unit[id].token),
                                                .opcode = text,
                                                .modifier = unit.text(unit[id].token),
                                                .context = " after an address"});
      return;
    }
  // What is too much is to blame, else the instruction.
  unsigned most = 0;
  for (const FormCandidate &candidate : mnemonic.match().candidates)
    most = std::max(most, candidate.view.form->maxOperands());
  if (operands.size() > most)
    range = {unit.range(operands[most]).begin, unit.range(operands.back()).end};
  Diagnostic &d = diagnostics.emit(diag::OperandCount{.range = range,
                                                      .mnemonic = text,
                                                      .observed = operandCount(operands.size()),
                                                      .expected = expectedCounts(mnemonic)});
  noteSyntax(unit, inst, mnemonic.match().candidates.front().view, d);
}

static void reportMissing(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                          DiagnosticList &diagnostics) {
  const Signature &signature = *choice.signature;
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  // Before the operand that takes its place, or after the last one.
  uint32_t where =
      choice.operand < operands.size()
          ? unit.range(operands[choice.operand]).begin
          : (operands.empty() ? mnemonicRange(unit, inst) : unit.range(operands.back())).end;
  std::vector<std::string> names;
  llvm::SmallVector<unsigned, 4> numbers;
  for (unsigned i = choice.operand; i != choice.operand + choice.count; ++i) {
    const OperandInfo &operand = *signature.operands[signature.places[i].first].info;
    bool inBrackets = operand.bracket || operand.kinds & OperandKind::address;
    names.push_back(quoted(inBrackets ? ("[" + operand.name + "]").str() : operand.name.str()));
    numbers.push_back(i);
  }
  Diagnostic &d = diagnostics.emit(diag::MissingOperand{.range = {where, where},
                                                        .operands = operandNumbers(numbers),
                                                        .mnemonic = mnemonicText(unit, inst),
                                                        .names = listText(names, "and"),
                                                        .are = choice.count == 1 ? "is" : "are",
                                                        .expected = syntaxLine(signature.view)});
  const OperandInfo &first = *signature.operands[signature.places[choice.operand].first].info;
  if (first.kinds & OperandKind::sink)
    d.note({where, where}, "`_` in its place drops the result");
  if (first.kinds & OperandKind::sink && choice.count == 1 && choice.operand < operands.size())
    d.fix({where, where}, "_, ", "insert `_`");
}

/// The mnemonic of another instruction that takes the modifiers and operands of `inst`, the first
/// of them as its result; empty if there is none.
static std::string mnemonicWithResult(const BodyScope &scope, const Instruction &inst,
                                      const Mnemonic &mnemonic) {
  for (const OpcodeInfo &opcode : allOpcodes()) {
    Mnemonic other = mnemonic.with(writtenWords(scope.unit, inst), findOpcode(opcode.name));
    if (other.match().matched() && operandMisfit(scope, inst, other) == 0)
      return manualMnemonic(other.match().candidates.front().view);
  }
  return "";
}

static void reportExtra(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                        const FormChoice &choice, DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  const Signature &signature = *choice.signature;
  ExprId extra = unit.list(inst.operands())[choice.operand];
  const Symbol *symbol = scope.symbol(scope.binding(extra));
  bool isFirst = choice.operand == 0 && symbol && symbol->isRegister();
  bool returns =
      llvm::any_of(signature.operands, [](const ExpectedOperand &o) { return o.info->written; });
  std::string reason = "is one too many";
  if (isFirst && symbol->type == TypeId::pred && inst.guard == GuardKind::None)
    reason = "is a condition; it is written before the instruction, as `@" +
             unit.source(extra).str() + "`";
  else if (isFirst && !returns)
    if (std::string other = mnemonicWithResult(scope, inst, mnemonic); !other.empty())
      reason = "is a destination, which only " + quoted(other) + " has";
  diagnostics.emit(diag::ExtraOperand{.range = unit.range(extra),
                                      .index = choice.operand + 1,
                                      .mnemonic = mnemonicText(unit, inst),
                                      .reason = reason,
                                      .expected = syntaxLine(signature.view)});
}

/// Whether the instruction has two different types in a row, which can be in the wrong order as
/// well as its operands.
static bool hasTwoTypes(const SyntaxUnit &unit, const Instruction &inst) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  for (size_t i = 1; i < words.size(); ++i)
    if (info(words[i - 1]).isType && info(words[i]).isType && words[i - 1] != words[i])
      return true;
  return false;
}

static void reportOrder(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                        DiagnosticList &diagnostics) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  llvm::SmallVector<ExprId, 8> list(operands);
  moveOperand(list, choice.operand, choice.place);
  std::string text;
  for (ExprId id : list)
    text += (text.empty() ? "" : ", ") + unit.source(id).str();
  SourceRange range = {unit.range(operands.front()).begin, unit.range(operands.back()).end};
  std::string mnemonic = mnemonicText(unit, inst);
  Diagnostic &d = diagnostics.emit(
      diag::OperandOrder{.range = range, .mnemonic = mnemonic, .expected = mnemonic + " " + text});
  if (!choice.ambiguous)
    d.fix(range, text, "put the operands in order",
          hasTwoTypes(unit, inst) ? Applicability::Unsafe : Applicability::Safe);
  noteSyntax(unit, inst, choice.signature->view, d);
}

/// Reports operands that are the elements of vectors, with the braces that they need.
static void reportBraces(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                         DiagnosticList &diagnostics) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  std::vector<std::string> numbers, vectors;
  for (auto [first, count] : choice.groups) {
    numbers.push_back(std::to_string(first + 1) +
                      (count == 2 && choice.groups.size() == 1 ? " and " : " to ") +
                      std::to_string(first + count));
    std::string list;
    for (ExprId id : operands.slice(first, count))
      list += (list.empty() ? "" : ", ") + unit.source(id).str();
    vectors.push_back("{" + list + "}");
  }
  FormChoice::Group last = choice.groups.back();
  SourceRange range = {unit.range(operands[choice.groups.front().first]).begin,
                       unit.range(operands[last.first + last.count - 1]).end};
  std::vector<std::string> shown;
  for (const std::string &vector : vectors)
    shown.push_back(quoted(vector));
  bool isOne = vectors.size() == 1;
  Diagnostic &d =
      diagnostics.emit(diag::UnbracedVector{.range = range,
                                            .operands = "operands " + listText(numbers, "and"),
                                            .mnemonic = mnemonicText(unit, inst),
                                            .what = isOne ? "a vector" : "vectors",
                                            .expected = listText(shown, "and")});
  if (isOne)
    d.fix(range, vectors.front(), "put them in braces");
  noteSyntax(unit, inst, choice.signature->view, d);
}

/// Reports a vector that belongs in the brackets before it.
static void reportBrackets(const SyntaxUnit &unit, const Instruction &inst,
                           const FormChoice &choice, DiagnosticList &diagnostics) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  ExprId vector = operands[choice.operand], address = operands[choice.operand - 1];
  std::string whole =
      unit.source(address).drop_back().str() + ", " + unit.source(vector).str() + "]";
  diagnostics
      .emit(diag::ExtraOperand{.range = unit.range(vector),
                               .index = choice.operand + 1,
                               .mnemonic = mnemonicText(unit, inst),
                               .reason = "belongs in the brackets of operand " +
                                         std::to_string(choice.operand),
                               .expected = syntaxLine(choice.signature->view)})
      .fix({unit.range(address).begin, unit.range(vector).end}, whole,
           "replace by " + quoted(whole));
}

/// `%f1 [%rd1]` is an element of a register for the grammar; whether there is one.
static bool reportFusedOperands(const BodyScope &scope, const Instruction &inst,
                                DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  for (ExprId id : unit.list(inst.operands())) {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    if (unit[id].kind != ExprKind::Index || !symbol || !symbol->isRegister())
      continue;
    uint32_t end = unit.range(unit[id].token).end;
    SourceRange address = {unit.range(id).begin + static_cast<uint32_t>(unit.source(id).find('[')),
                           unit.range(id).end};
    diagnostics.emit(diag::MissingComma{.range = address, .before = "`[`"})
        .fix({end, end}, ",", "insert `,`");
    return true;
  }
  return false;
}

void ptx::reportChoice(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                       const FormChoice &choice, DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  if (choice.change != Change::None && choice.change != Change::Operands &&
      reportFusedOperands(scope, inst, diagnostics))
    return;
  switch (choice.change) {
  case Change::None:
    return;
  case Change::Operands:
    if (choice.signature->brokenRule)
      return reportBrokenRule(scope, inst, choice.signature->view, *choice.signature->brokenRule,
                              {}, diagnostics);
    [[fallthrough]];
  case Change::Type:
    return reportProblems(scope, inst, mnemonic, choice, diagnostics);
  case Change::Add:
    return reportMissing(unit, inst, choice, diagnostics);
  case Change::Remove:
    return reportExtra(scope, inst, mnemonic, choice, diagnostics);
  case Change::Move:
    return reportOrder(unit, inst, choice, diagnostics);
  case Change::Brace:
    return reportBraces(unit, inst, choice, diagnostics);
  case Change::Bracket:
    return reportBrackets(unit, inst, choice, diagnostics);
  case Change::Count:
    return reportCount(unit, inst, mnemonic, diagnostics);
  }
}

//===-- Rules ---------------------------------------------------------------------------------===//

/// Reports the value of an operand that the rule is about; whether it is about one.
static bool reportValue(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                        const RuleInfo &rule, llvm::ArrayRef<ExprId> operands,
                        DiagnosticList &diagnostics) {
  std::optional<NeededValue> needed = neededValue(rule);
  if (!needed || needed->operand >= operands.size() || !operands[needed->operand] ||
      rule.ptxasIgnores || rule.undocumented)
    return false;
  ExprId blamed = operands[needed->operand];
  std::optional<Constant> value = scope.constant(blamed);
  if (!value)
    return false;
  unsigned index = 0; // of the operand in the source that holds it
  SourceRange range = scope.unit.range(blamed);
  for (auto [i, id] : llvm::enumerate(scope.unit.list(inst.operands())))
    if (scope.unit.range(id).begin <= range.begin)
      index = i;
  std::vector<std::string> values;
  for (int64_t one : needed->values)
    values.push_back(std::to_string(one));
  OperandReport report = {OperandReport::Rule::Range, std::to_string(value->asSigned()),
                          listText(values)};
  Diagnostic &d =
      emitOperand(scope, inst, index, report, range, diag::ImmediateRange{}, diagnostics);
  noteSyntax(scope.unit, inst, view, d);
  return true;
}

void ptx::reportBrokenRule(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                           const RuleInfo &rule, llvm::ArrayRef<ExprId> operands,
                           DiagnosticList &diagnostics) {
  if (reportValue(scope, inst, view, rule, operands, diagnostics))
    return;
  SourceRange range = mnemonicRange(scope.unit, inst);
  std::string mnemonic = mnemonicText(scope.unit, inst);
  std::string text = describeBrokenRule(view, rule);
  if (rule.undocumented)
    diagnostics.emit(diag::RejectedCombination{.range = range, .mnemonic = mnemonic, .rule = text});
  else if (rule.ptxasIgnores)
    diagnostics.emit(
        diag::UncheckedCombination{.range = range, .mnemonic = mnemonic, .rule = text});
  else
    diagnostics.emit(diag::ModifierCombination{.range = range, .mnemonic = mnemonic, .rule = text});
}

void ptx::reportBrokenPredicate(const SyntaxUnit &unit, const Instruction &inst,
                                InstrPredicate predicate, DiagnosticList &diagnostics) {
  diagnostics.emit(diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                             .mnemonic = mnemonicText(unit, inst),
                                             .rule = summary(predicate)});
}
