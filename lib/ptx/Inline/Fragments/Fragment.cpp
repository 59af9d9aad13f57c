// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagArguments.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Inline/Fragments/FragmentText.h"
#include "ptx/Inline/Fragments/PtxText.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

//===-- Operands ------------------------------------------------------------------------------===//

namespace {

/// The error in the letters of a constraint, and valid letters.
struct ConstraintProblem {
  std::string text;
  StringRef expected;
};

} // namespace

static std::optional<ConstraintProblem> problemOf(StringRef letters,
                                                  const AsmStatement &statement) {
  const AsmSyntax &syntax = *statement.syntax;
  auto problem = [&](const llvm::Twine &text, StringRef expected = "") {
    return ConstraintProblem{text.str(), expected.empty() ? syntax.expected : expected};
  };
  // Features that `nvcc` supports only for the host, and clang everywhere.
  bool isDevice = &syntax == &cudaSyntax && statement.isDeviceCode();
  unsigned matched = 0;
  if (!letters.empty() && !letters.getAsInteger(10, matched)) {
    if (matched >= statement.operands.size() || !statement.operands[matched].output)
      return problem("matches no output");
    if (isDevice)
      return problem("is not one of `nvcc` in device code", "a letter, or `+` for the output");
    return std::nullopt;
  }
  if (letters.empty())
    return problem("has no letter");
  if (letters.size() > 1 && !syntax.hasChoices)
    return problem("has several letters");
  if (!syntax.knows(letters))
    return problem("is not one of " + syntax.reader);
  if (isDevice && letters == "i")
    return problem("is not one of `nvcc` in device code", "`n`");
  return std::nullopt;
}

/// The letters that determine the register of an operand: those of the operand that it matches.
static StringRef lettersOf(const AsmStatement &statement, const AsmOperand &operand) {
  StringRef letters = operand.letters(*statement.syntax);
  unsigned matched = 0;
  if (!letters.empty() && !letters.getAsInteger(10, matched) && matched < statement.operands.size())
    return statement.operands[matched].letters(*statement.syntax);
  return letters;
}

static std::optional<TypeId> registerType(const AsmStatement &statement,
                                          const AsmOperand &operand) {
  return statement.syntax->registerType(lettersOf(statement, operand));
}

/// The operands whose register an input shares.
static llvm::BitVector tiedOutputs(const AsmStatement &statement) {
  llvm::BitVector tied(static_cast<unsigned>(statement.operands.size()));
  for (const AsmOperand &operand : statement.operands) {
    unsigned matched = 0;
    if (!operand.output && !operand.letters(*statement.syntax).getAsInteger(10, matched) &&
        matched < tied.size())
      tied.set(matched);
  }
  return tied;
}

void Fragment::declareOperands(const AsmStatement &statement, unsigned part,
                               DiagnosticList &diagnostics) {
  if (statement.syntax == &cudaSyntax && statement.isDeviceCode())
    for (const AsmClobber &clobber : statement.otherClobbers)
      diagnostics.emit(diag::UnknownClobber{.range = clobber.range, .clobber = clobber.text});
  llvm::BitVector tied = tiedOutputs(statement);
  for (auto [i, operand] : llvm::enumerate(statement.operands)) {
    auto index = static_cast<unsigned>(i);
    if (operand.lacksComma)
      diagnostics
          .emit(diag::MissingOperandComma{.range = {operand.range.begin, operand.range.begin}})
          .fix({statement.operands[i - 1].range.end, statement.operands[i - 1].range.end}, ",",
               "insert `,`");
    if (!operand.constraint)
      continue;
    std::string name = statement.syntax->name(index);
    if (std::optional<ConstraintProblem> problem =
            problemOf(operand.letters(*statement.syntax), statement)) {
      diagnostics.emit(diag::UnknownConstraint{.range = operand.constraintRange,
                                               .constraint = *operand.constraint,
                                               .name = name,
                                               .problem = problem->text,
                                               .expected = problem->expected});
      continue;
    }
    StringRef modifier = StringRef(*operand.constraint).take_front();
    bool isOutput =
        modifier == "=" || (modifier == "+" && statement.syntax->modifiers.contains('+'));
    if (operand.output != isOutput)
      diagnostics.emit(diag::UnknownConstraint{
          .range = operand.constraintRange,
          .constraint = *operand.constraint,
          .name = name,
          .problem = operand.output ? "of an output lacks its first character"
                                    : "is that of an output among the inputs",
          .expected = operand.output ? "`=` or `+`" : "neither `=` nor `+`"});
    std::optional<TypeId> type = registerType(statement, operand);
    if (!type)
      continue;
    uint32_t begin = text.size();
    text.appendFor((".reg ." + info(*type).name + " ").str(), operand.range);
    text.appendFor(statement.syntax->name(index, part), operand.range);
    bool isPlainOutput = operand.output && modifier == "=" && !tied.test(index);
    declarations.push_back({{begin, text.size()}, &statement, index, part, isPlainOutput});
    text.appendFor(";\n", operand.range);
  }
}

/// Declares the registers of `statement`, an earlier one, that the fragment seems to use.
void Fragment::declareRegisters(const AsmStatement &statement) {
  for (SourceRange range : registerDeclarations(statement.text.text())) {
    StringRef declaration = statement.text.text().slice(range.begin, range.end);
    bool isUsed = llvm::any_of(declaredStems(declaration.drop_back()), [&](StringRef stem) {
      return llvm::any_of(parts, [&](const AsmStatement *part) {
        return part->text.text().contains(stem.ltrim('%'));
      });
    });
    std::string plain;
    for (size_t i = 0; i != declaration.size(); ++i) {
      plain += declaration[i];
      // Two signs represent one; other uses form an unknown name.
      char sign = statement.syntax->sign;
      if (declaration[i] == sign && statement.isExtended &&
          !declaration.substr(++i).starts_with(sign))
        isUsed = false;
    }
    if (isUsed) {
      text.appendFor(plain + "\n", statement.text.sourceOf(range));
      hasRegistersBefore = true;
    }
  }
}

Fragment::Fragment(const SourceBuffer &source, llvm::ArrayRef<const AsmStatement *> statements,
                   llvm::ArrayRef<const AsmStatement *> before, DiagnosticList &diagnostics,
                   Unknown unknown)
    : source(source), parts(statements.begin(), statements.end()) {
  for (auto [part, statement] : llvm::enumerate(parts))
    declareOperands(*statement, static_cast<unsigned>(part), diagnostics);
  for (const AsmStatement *statement : before)
    declareRegisters(*statement);
  templates = text.size();
  for (auto [part, statement] : llvm::enumerate(parts)) {
    starts.push_back(text.size());
    complete &= appendTemplate(*statement, static_cast<unsigned>(part), text, diagnostics, unknown);
    // Text after a `//` comment is on a separate line.
    uint32_t end = statement->text.size();
    uint32_t place = end ? statement->text.sourceOf({end, end}).end : statement->range.end;
    text.appendFor("\n", {place, place});
  }
  ptx = SourceBuffer::fromString(text.text().str(), source.name().str());
}

std::optional<Fragment::Declaration> Fragment::operandNamed(StringRef name) const {
  std::pair<unsigned, unsigned> place; // part and index
  if (!syntax().isOperand(name))
    return std::nullopt;
  name = name.drop_front();
  if (name.consumeInteger(10, place.second) ||
      (name.consume_front("$") && name.consumeInteger(10, place.first)) || !name.empty())
    return std::nullopt;
  const auto *found = llvm::lower_bound(
      declared(), place, [](const Declaration &declaration, std::pair<unsigned, unsigned> wanted) {
        return std::pair(declaration.part, declaration.index) < wanted;
      });
  if (found == declared().end() || std::pair(found->part, found->index) != place)
    return std::nullopt;
  return *found;
}

std::optional<size_t> Fragment::declarationAt(uint32_t offset) const {
  const auto *next = llvm::partition_point(
      declared(), [&](const Declaration &d) { return d.range.begin <= offset; });
  if (next == declared().begin() || !next[-1].range.contains(offset))
    return std::nullopt;
  return next - declared().begin() - 1;
}

std::string Fragment::spelled(const AsmStatement &statement, unsigned index) const {
  constexpr size_t longest = 40;
  const AsmOperand &operand = statement.operands[index];
  bool isQuoted = statement.syntax->quotesConstraints;
  SourceRange written = isQuoted ? operand.expression : operand.range;
  std::string expression = printable(source.text(written).trim());
  if (expression.size() > longest)
    expression = expression.substr(0, longest - 3) + "...";
  if (!isQuoted)
    return expression;
  std::string constraint = "\"" + operand.constraint.value_or("") + "\"";
  return operand.expression.empty() ? constraint : constraint + "(" + expression + ")";
}

std::string Fragment::spelled(const Declaration &declaration) const {
  return spelled(*declaration.statement, declaration.index);
}

std::string Fragment::widthInWords(const Declaration &declaration) {
  const AsmStatement &statement = *declaration.statement;
  const TypeInfo &type = info(*registerType(statement, statement.operands[declaration.index]));
  if (type.kind == TypeKind::Predicate)
    return "a predicate";
  return std::to_string(type.width) + " bits" +
         (type.kind == TypeKind::Float ? " of floating point" : "");
}

//===-- The way back --------------------------------------------------------------------------===//

const AsmStatement &Fragment::statementAt(uint32_t place) const {
  const auto *next = llvm::upper_bound(starts, place);
  return *parts[next == starts.begin() ? 0 : next - starts.begin() - 1];
}

/// Whether `offset` of the source is between the literals of a template, where a macro can be.
static bool isBesideLiterals(const AsmStatement &statement, uint32_t offset) {
  return statement.hasOthers && statement.range.contains(offset) &&
         llvm::none_of(statement.literals, [&](SourceRange literal) {
           return literal.begin < offset && offset < literal.end;
         });
}

std::optional<uint32_t> Fragment::placeOf(uint32_t offset) const {
  if (llvm::any_of(parts,
                   [&](const AsmStatement *part) { return isBesideLiterals(*part, offset); }))
    return std::nullopt;
  if (std::optional<uint32_t> place = text.placeOf(offset, templates))
    return place;
  for (auto [part, statement] : llvm::enumerate(parts))
    if (llvm::is_contained(statement->emptyPlaces, offset)) {
      uint32_t next = part + 1 == parts.size() ? text.size() : starts[part + 1];
      return std::min(text.firstFrom(offset, starts[part]), next - 1); // a line break is last
    }
  return std::nullopt;
}

std::string Fragment::escaped(StringRef words, uint32_t place) const {
  if (!statementAt(place).isExtended)
    return words.str();
  std::string result;
  for (size_t i = 0; i != words.size(); ++i) {
    result += words[i];
    if (words[i] == syntax().sign && !syntax().isOperand(words.drop_front(i)))
      result += words[i];
  }
  return result;
}

std::optional<Fragment::OperandPlace> Fragment::operandAt(SourceRange range) const {
  const AsmStatement &statement = statementAt(range.begin);
  StringRef word = source.text(text.sourceOf(range));
  unsigned index = 0;
  if (isDeclaration(range) || !statement.isExtended || !syntax().isOperand(word) ||
      word.drop_front().getAsInteger(10, index) || index >= statement.operands.size())
    return std::nullopt;
  return OperandPlace{&statement, index};
}

bool Fragment::isNumbered(SourceRange range) const {
  return source.text(text.sourceOf(range)).contains(syntax().unique);
}

bool Fragment::isReplaceable(SourceRange range) const {
  // Literals end and begin, or lines are joined, at one of these.
  bool isSplit = source.text(text.sourceOf(range)).find_first_of("\"\\\n") != StringRef::npos;
  return isEditable(range) || (!isDeclaration(range) && isNumbered(range) && !isSplit);
}

std::string Fragment::unescaped(StringRef name) const {
  std::string result;
  for (StringRef rest = name; !rest.empty();) {
    if (rest.consume_front(syntax().unique)) {
      result += AsmSyntax::numberOfCopy;
      continue;
    }
    result += rest[0];
    bool isDouble = rest[0] == syntax().sign && rest.drop_front().starts_with(syntax().sign);
    rest = rest.drop_front(isDouble ? 2 : 1);
  }
  return result;
}

std::string Fragment::retyped(StringRef name, uint32_t place) const {
  bool isExtended = statementAt(place).isExtended;
  std::string result;
  for (StringRef rest = name;;) {
    auto [part, after] = rest.split(syntax().unique);
    for (char c : unescaped(part))
      result.append(isExtended && c == syntax().sign ? 2 : 1, c);
    if (part.size() == rest.size())
      return result;
    result += syntax().unique;
    rest = after;
  }
}

/// Names the operand of the source with the wrong type.
void Fragment::describeType(Diagnostic &d) const {
  if (d.id != diag::OperandType::id)
    return;
  std::optional<Declaration> operand = operandNamed(buffer().text(d.range));
  if (!operand)
    return;
  using Argument = diag::OperandTypeArgument;
  bool isOne = !StringRef(d.argument(Argument::operands)).starts_with("operands");
  d.restate(diag::AsmOperandType{.range = d.range,
                                 .name = syntax().name(operand->index),
                                 .operand = spelled(*operand),
                                 .width = widthInWords(*operand),
                                 .place = d.argument(Argument::operands),
                                 .mnemonic = d.argument(Argument::mnemonic),
                                 .takes = isOne ? "takes" : "take",
                                 .expected = d.argument(Argument::expected)});
  llvm::erase_if(d.notes, [&](const Note &note) { return isDeclaration(note.range); });
}

/// Operands have no register declaration, so the type must be changed. No release that supports
/// `sm_90` generates code for 32-bit addresses.
void Fragment::describeAddress(Diagnostic &d) const {
  if (d.id != diag::NarrowAddress::id)
    return;
  std::string space = d.argument(diag::NarrowAddressArgument::space);
  std::string name = asWritten(d.argument(diag::NarrowAddressArgument::name));
  std::string observed = "in a register of 32 bits";
  if (std::optional<Declaration> operand = operandNamed(buffer().text(d.range))) {
    d.notes.clear();
    observed = "`" + spelled(*operand) + "`, 32 bits";
  }
  StringRef hint = space == "generic" ? "; an address in shared memory is one of `.shared`" : "";
  if (isForNewTargets)
    d.restate(diag::RejectedAsmAddress{
        .range = d.range, .name = name, .observed = observed, .space = space, .hint = hint});
  else
    d.restate(diag::NarrowAsmAddress{
        .range = d.range, .name = name, .observed = observed, .space = space, .hint = hint});
}

/// Here `ptxas` is the only reader of the PTX that it rejects.
static void describeRejected(Diagnostic &d) {
  if (d.id != diag::RejectedOperand::id)
    return;
  using Argument = diag::RejectedOperandArgument;
  unsigned index = 0;
  if (!StringRef(d.argument(Argument::index)).getAsInteger(10, index))
    d.restate(diag::RejectedAsmOperand{.range = d.range,
                                       .index = index,
                                       .mnemonic = d.argument(Argument::mnemonic),
                                       .observed = d.argument(Argument::observed),
                                       .expected = d.argument(Argument::expected)});
}

/// `text` with the operands as the templates write them, which can have other names here.
std::string Fragment::asWritten(StringRef text) const {
  std::string result;
  while (!text.empty()) {
    size_t end = text.find(syntax().sign);
    result += text.take_front(end);
    text = text.drop_front(std::min(end, text.size()));
    if (text.empty())
      break;
    StringRef name = text.take_front(text.find_if_not(llvm::isDigit, 1));
    text = text.drop_front(name.size());
    unsigned index = 0, part = 0;
    bool isNumber = !name.drop_front().getAsInteger(10, index);
    if (isNumber && parts.size() > 1 && text.starts_with("$")) {
      StringRef digits = text.drop_front().take_while(llvm::isDigit);
      text = text.drop_front(1 + digits.size());
      if (digits.getAsInteger(10, part))
        part = 0;
    }
    bool isKnown = isNumber && part < parts.size() && index < parts[part]->operands.size();
    StringRef written;
    if (isKnown)
      written = parts[part]->operands[index].name;
    else if (isNumber && index == unknownInteger)
      written = "{...}";
    result += written.empty() ? name : written;
  }
  return result;
}

/// Names the construct that ends. A line that begins with `#` is not a preprocessor directive here.
static void describeEnd(Diagnostic &d) {
  if (d.id == diag::PreprocessorLine::id) {
    std::string line = d.argument(diag::PreprocessorLineArgument::line);
    d.restate(diag::SyntaxError{.range = d.range,
                                .expected = "PTX",
                                .where = "",
                                .found = "`" + line + "`, which begins with `#`"});
    return;
  }
  if (d.id != diag::SyntaxError::id)
    return;
  using Argument = diag::SyntaxErrorArgument;
  if (d.argument(Argument::found) == "end of file")
    d.restate(diag::SyntaxError{.range = d.range,
                                .expected = d.argument(Argument::expected),
                                .where = d.argument(Argument::where),
                                .found = "the end of the assembly"});
}

/// Notes about declarations name the operand of the source.
void Fragment::describeNotes(Diagnostic &d) const {
  for (Note &note : d.notes)
    if (std::optional<size_t> index = declarationAt(note.range.begin)) {
      const Declaration &declaration = declarations[*index];
      note.message = "`" + syntax().name(declaration.index) + "` is `" + spelled(declaration) +
                     "`, " + widthInWords(declaration);
    }
}

/// Keeps the edits that can be made inside of a literal.
void Fragment::translateFixes(Diagnostic &d) const {
  llvm::erase_if(d.fixes, [&](const FixIt &fix) {
    StringRef replacement = fix.replacement;
    return isDeclaration(fix.range) || !text.isEditable(fix.range) ||
           replacement.find_first_of("\"\\\n$") != StringRef::npos ||
           replacement.find_first_of(statementAt(fix.range.begin).reserved) != StringRef::npos;
  });
  for (FixIt &fix : d.fixes) {
    fix.replacement = escaped(fix.replacement, fix.range.begin);
    fix.range = text.sourceOf(fix.range);
  }
}

bool Fragment::toSource(Diagnostic &d) const {
  // Two branches of C++ can declare the same name.
  if (isDeclaration(d.range) ||
      ((parts.size() > 1 || hasRegistersBefore) && d.id == diag::Redeclared::id))
    return false;
  const AsmStatement &statement = statementAt(d.range.begin);
  describeType(d);
  describeAddress(d);
  describeRejected(d);
  d.severity = info(d.id).severity;
  describeEnd(d);
  describeNotes(d);
  translateFixes(d);
  d.function = statement.function;
  d.range = text.sourceOf(d.range);
  for (SourceRange &highlight : d.highlights)
    highlight = text.sourceOf(highlight);
  for (Note &note : d.notes)
    note.range = text.sourceOf(note.range);
  for (std::string &argument : d.arguments)
    argument = asWritten(argument);
  d.message = messageOf(d.id, d.arguments);
  for (Note &note : d.notes)
    note.message = asWritten(note.message);
  return true;
}
