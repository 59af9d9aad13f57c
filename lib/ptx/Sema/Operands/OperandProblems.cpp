// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/OperandProblems.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Instructions/MissingModifiers.h"
#include "ptx/Sema/Instructions/MnemonicRepairs.h"
#include "ptx/Sema/Names/SymbolWords.h"
#include "ptx/Sema/Operands/OperandPhrases.h"
#include "ptx/Sema/Operands/PtxasOperandRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Adds a note with the declaration of the symbol that an operand names.
static void noteDeclaration(const BodyScope &scope, ExprId id, Diagnostic &d) {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  if (symbol && symbol->kind == SymbolKind::Variable)
    noteDeclared(*symbol, scope.unit.text(scope.unit[id].token), d);
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

/// A number that is wider than its type; `ptxas` uses the lowest bits.
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
  // The messages are the same for all rules, since they describe the operand.
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
    if (problem.what == Mismatch::Range && PtxasOperandRules::isWrapped(scope, problem))
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

/// Whether a register of `inst` is declared with a floating-point type, so that the error is not in
/// the type of the instruction.
static bool hasFloatRegister(const BodyScope &scope, const Instruction &inst) {
  return llvm::any_of(scope.unit.list(inst.operands()), [&](ExprId id) {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    return symbol && symbol->isRegister() && symbol->type &&
           info(*symbol->type).kind == TypeKind::Float;
  });
}

/// Whether `number` with one letter before it is a register: `2` may be `r2`.
static bool isNumberOfRegister(const BodyScope &scope, StringRef number, uint32_t where) {
  auto isRegister = [&](char letter) {
    const Symbol *symbol = scope.symbol(scope.find((llvm::Twine(letter) + number).str(), where));
    return symbol && symbol->isRegister();
  };
  return llvm::any_of(StringRef("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%$_"),
                      isRegister);
}

/// An integer literal where a floating-point one is expected can be rewritten as one.
static void fixLiteral(const BodyScope &scope, const Instruction &inst,
                       const OperandProblem &problem, Diagnostic &d) {
  const Expr &e = scope.unit[problem.blamed];
  bool isDecimal = e.kind == ExprKind::Integer && e.notation() == Notation::Decimal;
  if (problem.what != Mismatch::Literal || !isDecimal || problem.expected->immediates.integer ||
      !problem.expected->immediates.wide)
    return;
  StringRef number = scope.unit.source(problem.blamed);
  SourceRange range = scope.unit.range(problem.blamed);
  std::string text = number.rtrim('U').str() + ".0";
  bool isSafe = hasFloatRegister(scope, inst) && !isNumberOfRegister(scope, number, range.begin);
  d.fix(range, text, "replace by " + quoted(text),
        isSafe ? Applicability::Safe : Applicability::Unsafe);
}

/// A register where only an address is accepted can be put in brackets.
static void fixBrackets(const BodyScope &scope, const OperandProblem &problem, Diagnostic &d) {
  const Symbol *symbol = scope.symbol(scope.binding(problem.blamed));
  constexpr uint32_t others = ~uint32_t(OperandKind::address);
  if (problem.what != Mismatch::Kind || problem.expected->info->kinds & others || !symbol ||
      scope.unit[problem.blamed].kind != ExprKind::Name || symbol->kind != SymbolKind::Variable)
    return;
  std::string text = "[" + scope.unit.source(problem.blamed).str() + "]";
  d.fix(scope.unit.range(problem.blamed), text, "replace by " + quoted(text));
}

/// `[map, x, y]`: the elements after the first one are a vector.
static void fixBraces(const BodyScope &scope, ExprId operand, const OperandProblem &problem,
                      Diagnostic &d) {
  const SyntaxUnit &unit = scope.unit;
  if (problem.what != Mismatch::BracketCount)
    return;
  llvm::ArrayRef<ExprId> list = unit.list(unit[operand].list());
  constexpr size_t least = 3;
  if (list.size() < least || !llvm::all_of(list.drop_front(), [&](ExprId id) {
        return unit[id].kind == ExprKind::Name || unit[id].kind == ExprKind::Integer;
      }))
    return;
  SourceRange range = {unit.range(list[1]).begin, unit.range(list.back()).end};
  std::string text = "{" + unit.tokens().buffer().slice(range.begin, range.end).str() + "}";
  d.fix(range, text, "put them in braces: " + quoted(text), Applicability::Unsafe);
}

/// For a special register that is wider or narrower than the type: its own type.
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

/// `cvt.u32.u64` where the operands match `cvt.u64.u32`.
static void fixExchangedTypes(const SyntaxUnit &unit, const Instruction &inst, unsigned first,
                              Diagnostic &d) {
  SourceRange types = unit.range(modifierToken(inst, first), modifierToken(inst, first + 1));
  std::string text =
      (unit.text(modifierToken(inst, first + 1)) + unit.text(modifierToken(inst, first))).str();
  d.fix(types, text, "exchange the types: " + quoted(text),
        Applicability::Unsafe); // the registers may be wrong instead
}

//===-- Errors --------------------------------------------------------------------------------===//

namespace {

/// Reports the operands of one `FormChoice`, grouped by cause.
class ProblemReporter {
public:
  ProblemReporter(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                  const FormChoice &choice, DiagnosticList &diagnostics);

  void report();

private:
  bool hasSameCause(size_t a, size_t b) const;
  Diagnostic &emit(size_t index);
  Diagnostic &emitType(size_t index);
  std::string observedTypes(size_t index) const;
  void fixTypes(Diagnostic &d) const;
  void suggestModifier(Diagnostic &d) const;

  const OperandProblem &problem(size_t index) const { return choice.problems[index].what; }

  const BodyScope &scope;
  const SyntaxUnit &unit;
  const Instruction &inst;
  const Mnemonic &mnemonic;
  const FormChoice &choice;
  const Signature &signature;
  DiagnosticList &diagnostics;
  /// The report of each problem of `choice`.
  std::vector<OperandReport> reports;
};

} // namespace

ProblemReporter::ProblemReporter(const BodyScope &scope, const Instruction &inst,
                                 const Mnemonic &mnemonic, const FormChoice &choice,
                                 DiagnosticList &diagnostics)
    : scope(scope), unit(scope.unit), inst(inst), mnemonic(mnemonic), choice(choice),
      signature(*choice.signature), diagnostics(diagnostics) {
  for (const FormChoice::Problem &problem : choice.problems)
    reports.push_back(describeProblem(scope, signature, signature.places[problem.operand],
                                      unit.list(inst.operands())[problem.operand], problem.what));
}

/// If another type modifier is intended, all operands have the same cause.
bool ProblemReporter::hasSameCause(size_t a, size_t b) const {
  return choice.change == FormChoice::Change::Type || reports[a] == reports[b];
}

void ProblemReporter::report() {
  bool isFirst = true;
  for (size_t i = 0; i != reports.size(); ++i) {
    if (OperandMatcher::isRejectedByPtxasAlone(problem(i))) {
      reportDifference(scope, inst, choice.problems[i].operand, signature, problem(i), diagnostics);
      continue;
    }
    if (reports[i].rule == OperandReport::Rule::Type &&
        llvm::any_of(llvm::seq<size_t>(0, i), [&](size_t other) { return hasSameCause(i, other); }))
      continue;
    if (Diagnostic *d = reportWholeVector(scope, problem(i), diagnostics)) {
      noteDeclaration(scope, problem(i).blamed, *d);
      continue;
    }
    Diagnostic &d = emit(i);
    noteDeclaration(scope, problem(i).blamed, d);
    noteWidth(scope, inst, signature, problem(i), d);
    fixLiteral(scope, inst, problem(i), d);
    if (reports.size() == 1) {
      fixBrackets(scope, problem(i), d);
      fixBraces(scope, unit.list(inst.operands())[choice.problems[i].operand], problem(i), d);
      suggestModifier(d);
    }
    if (isFirst && choice.change != FormChoice::Change::Type)
      noteSyntax(unit, inst, signature.view, d);
    isFirst = false;
  }
}

Diagnostic &ProblemReporter::emit(size_t index) {
  auto emitWith = [&](auto d) -> Diagnostic & {
    return emitOperand(scope, inst, choice.problems[index].operand, reports[index],
                       unit.range(problem(index).blamed), d, diagnostics);
  };
  switch (reports[index].rule) {
  case OperandReport::Rule::Kind:
    return emitWith(diag::OperandKind{});
  case OperandReport::Rule::Type:
    return emitType(index);
  case OperandReport::Rule::Vector:
    return emitWith(diag::VectorSize{});
  case OperandReport::Rule::Space:
    return emitWith(diag::AddressSpace{});
  case OperandReport::Rule::Range:
    return emitWith(diag::ImmediateRange{});
  }
  llvm_unreachable("all rules are above");
}

/// The types of the operands from `index` on: "`.f32`", "`.f32` and `.f64`", without the first and
/// the last backquote.
std::string ProblemReporter::observedTypes(size_t index) const {
  std::string observed = reports[index].observed;
  for (const OperandReport &other : llvm::drop_begin(reports, index + 1))
    if (!StringRef(observed).contains(other.observed + "`") &&
        !StringRef(observed).ends_with(other.observed))
      observed += "` and `" + other.observed;
  return observed;
}

/// Reports one error for this operand and all later ones with the same cause.
Diagnostic &ProblemReporter::emitType(size_t index) {
  const OperandReport &report = reports[index];
  llvm::SmallVector<unsigned, 4> numbers;
  std::vector<SourceRange> others;
  for (size_t i = index; i != reports.size(); ++i)
    if (hasSameCause(index, i)) {
      numbers.push_back(choice.problems[i].operand);
      if (i != index)
        others.push_back(unit.range(problem(i).blamed));
    }
  std::string observed = report.observed, expected = report.expected;
  if (choice.change == FormChoice::Change::Type) {
    bool isMixed = llvm::any_of(
        reports, [&](const OperandReport &other) { return other.observed != report.observed; });
    expected = isMixed ? quoted(choice.mnemonic)
                       : expected + "; did you mean " + quoted(choice.mnemonic) + "?";
    if (isMixed)
      observed = observedTypes(index);
  }
  Diagnostic &d = diagnostics.emit(diag::OperandType{.range = unit.range(problem(index).blamed),
                                                     .operands = operandNumbers(numbers),
                                                     .mnemonic = mnemonicText(unit, inst),
                                                     .have = numbers.size() == 1 ? "has" : "have",
                                                     .observed = observed,
                                                     .expected = expected});
  for (SourceRange other : others)
    d.highlight(other);
  fixTypes(d);
  return d;
}

/// Adds the fix that inserts the only modifier with which all operands match: `.parity` for a phase
/// of 32 bits.
void ProblemReporter::suggestModifier(Diagnostic &d) const {
  if (choice.change != FormChoice::Change::Operands || !d.fixes.empty())
    return;
  if (std::optional<InstrView> view = viewWithOneMore(scope, inst, mnemonic))
    fixMissing(unit, inst, *view, Applicability::Unsafe, d);
}

/// Adds the fix that changes the type modifiers. It is unsafe, since the registers may be wrong
/// instead.
void ProblemReporter::fixTypes(Diagnostic &d) const {
  if (choice.change == FormChoice::Change::Type) {
    std::string word = ("." + info(choice.replacement).name).str();
    d.fix(unit.range(modifierToken(inst, choice.word)), word, "replace by " + quoted(word),
          Applicability::Unsafe);
  } else if (std::optional<unsigned> exchanged = exchangedTypes(scope, inst, mnemonic)) {
    fixExchangedTypes(unit, inst, *exchanged, d);
  }
}

void ptx::reportProblems(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                         const FormChoice &choice, DiagnosticList &diagnostics) {
  ProblemReporter(scope, inst, mnemonic, choice, diagnostics).report();
}
