// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/SyntaxErrors.h"

#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Support/Spelling.h"
#include "ptx/Syntax/CharScan.h"
#include "ptx/Syntax/GrammarWords.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace ptx;
using llvm::StringRef;

//===-- What is in the text ---------------------------------------------------------------===//

static std::string inBackticks(StringRef text) { return ("`" + text + "`").str(); }

/// The text of a token for a message: in backticks, shortened, on one line.
std::string SyntaxErrors::quoted(uint32_t token) const {
  constexpr size_t most = 40;
  StringRef text = parser.tokens.text(token);
  StringRef shown = text.take_front(most).take_until([](char c) { return c == '\n' || c == '\r'; });
  return ("`" + shown + (shown.size() < text.size() ? "..." : "") + "`").str();
}

std::string SyntaxErrors::found() const {
  uint32_t at = parser.position();
  if (kind() != TokenKind::EndOfFile)
    return quoted(at);
  uint32_t offset = parser.tokens[at].offset();
  if (parser.isBody && parser.bodyClosed && offset < parser.tokens.buffer().size())
    return "`}`";
  return "end of file";
}

unsigned SyntaxErrors::statementFrame() const {
  for (unsigned i = parser.depth - 1; i != 0; --i)
    switch (parser.frames[i].rule) {
    case Rule::LabelOrInstruction:
    case Rule::LabelOrCall:
    case Rule::GuardedInstruction:
    case Rule::VariableDeclaration:
    case Rule::LocDirective:
    case Rule::LocIntermediate:
    case Rule::PragmaDirective:
    case Rule::Entry:
    case Rule::Function:
    case Rule::Block:
    case Rule::Body:
      return i;
    default:
      break;
    }
  return 0;
}

/// The token of the mnemonic of the instruction at hand, if it has been taken.
std::optional<uint32_t> SyntaxErrors::mnemonic() const {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  uint32_t token = frame.mark.firstToken;
  switch (frame.rule) {
  case Rule::LabelOrInstruction:
  case Rule::LabelOrCall:
    break;
  case Rule::GuardedInstruction: // @p or @!p comes first
    token += parser.tokens.kind(token + 1) == TokenKind::Not ? 3 : 2;
    break;
  default:
    return std::nullopt;
  }
  return token < parser.position() ? std::optional(token) : std::nullopt;
}

/// The token after the modifiers of the instruction whose mnemonic is at `token`.
uint32_t SyntaxErrors::behindModifiers(uint32_t token) const {
  do
    ++token;
  while (token < parser.position() && parser.tokens.text(token).starts_with("."));
  return token;
}

/// The mnemonic with its modifiers of the instruction at hand, in backticks; empty outside of one.
std::string SyntaxErrors::instruction() const {
  std::optional<uint32_t> first = mnemonic();
  if (!first)
    return "";
  constexpr size_t most = 80;
  std::string text;
  for (uint32_t i = *first; i != behindModifiers(*first) && text.size() < most; ++i)
    text += parser.tokens.text(i).take_front(most);
  return inBackticks(text);
}

/// Where a `;` is missing: after operands, or after a mnemonic without any.
std::string SyntaxErrors::afterOperands() const {
  std::string name = instruction();
  if (name.empty()) {
    switch (parser.frames[statementFrame()].rule) {
    case Rule::VariableDeclaration:
      return " after the declaration";
    case Rule::PragmaDirective:
      return " after `.pragma`";
    default:
      return "";
    }
  }
  return (hasOperands() ? " after the operands of " : " after ") + name;
}

/// Whether anything is between the modifiers of the instruction at hand and the token found.
bool SyntaxErrors::hasOperands() const {
  std::optional<uint32_t> first = mnemonic();
  return first && behindModifiers(*first) != parser.position();
}

bool SyntaxErrors::startsMnemonic() const {
  uint32_t at = parser.position();
  return touches(at + 1) && parser.tokens.text(at + 1).starts_with(".") &&
         findOpcode(parser.tokens.text(at));
}

bool SyntaxErrors::startsOperand() const {
  if (startsMnemonic())
    return false;
  switch (kind()) {
  case TokenKind::Identifier:
  case TokenKind::Call:
  case TokenKind::Integer:
  case TokenKind::Float:
  case TokenKind::Float32:
  case TokenKind::Float64:
  case TokenKind::WarpSize:
  case TokenKind::LBracket:
  case TokenKind::LBrace:
  case TokenKind::LParen:
  case TokenKind::Sink:
    return !parser.onNewLine(parser.position());
  default:
    return false;
  }
}

//===-- What was expected ---------------------------------------------------------------------===//

namespace {

/// What a rule wants, in words.
struct RuleWords {
  Rule rule;
  llvm::StringLiteral words;
};

} // namespace

/// What a name is in each rule that has one; another is "a name".
static constexpr RuleWords nameWords[] = {
    {Rule::Entry, "the name of the entry"},
    {Rule::Function, "the name of the function"},
    {Rule::Declarator, "the name of a variable"},
    {Rule::VariableDeclaration, "the name of a variable"},
    {Rule::Parameter, "the name of the parameter"},
    {Rule::Guard, "a predicate register"},
    {Rule::TargetDirective, "a target such as `sm_90`"},
    {Rule::AliasDirective, "the name of a function"},
    {Rule::Target, "a label or function"},
    {Rule::TargetList, "a label or function"},
    {Rule::LabelledDirective, "a label or function"},
    {Rule::CallOperands, "the function to call"},
    {Rule::PairedName, "a predicate register"},
    {Rule::PairedPredicate, "a predicate register"},
    {Rule::GuardedInstruction, "an instruction"},
    {Rule::InlinedLocation, "a label"},
};

/// What is wanted where none of the alternatives of a rule begins, if that depends on nothing else.
static constexpr RuleWords startWords[] = {
    {Rule::ConstantExpression, "a constant"},
    {Rule::ConstantTerm, "a constant"},
    {Rule::ConstantPrimary, "a constant"},
    {Rule::ConstantAtom, "a constant"},
    {Rule::ConstantRest, "a constant"},
    {Rule::StateSpace, "a state space"},
    {Rule::PointedSpace, "a state space"},
    {Rule::Qualifier, "a state space"},
    {Rule::Count, "a number"},
    {Rule::Entry, "a body `{ ... }` or `;`"},
    {Rule::Function, "a body `{ ... }` or `;`"},
    {Rule::ModuleItem, "a variable, `.entry` or `.func`"},
    {Rule::VariableDeclaration, "a state space"},
    {Rule::Address, "an address"},
    {Rule::Index, "an index"},
    {Rule::Coordinates, "a coordinate"},
    {Rule::VectorElement, "an element of the vector"},
    {Rule::CallOperands, "the function to call"},
    {Rule::CallArgument, "an argument"},
    {Rule::CallArguments, "an argument"},
    {Rule::SectionLine, "a label or data such as `.b8 1`"},
    {Rule::SectionValue, "a value"},
    {Rule::DwarfValue, "a value"},
    {Rule::DwarfDirective, "a value"},
    {Rule::FieldValue, "a value"},
    {Rule::Declarator, "`,` or `;`"},
    {Rule::PairedName, "a predicate register or `_`"},
    {Rule::MaskedAddress, "the name of a variable or a number"},
};

/// The words of `rule`, or `other` if it is not in the table.
static std::string wordsOf(llvm::ArrayRef<RuleWords> table, Rule rule, StringRef other) {
  const RuleWords *row =
      llvm::find_if(table, [&](const RuleWords &row) { return row.rule == rule; });
  return (row == table.end() ? other : StringRef(row->words)).str();
}

std::string SyntaxErrors::expectedHere(std::string &where) const {
  switch (rule()) {
  case Rule::Operand:
  case Rule::Destination:
  case Rule::SignedOperand:
  case Rule::ConstantStart: {
    std::string name = instruction();
    return name.empty() ? "an operand" : "an operand of " + name;
  }
  case Rule::Initializer:
  case Rule::InitializerElement:
    if (parser.position() == parser.frames[parser.depth - 1].mark.firstToken)
      return "an initial value";
    return rule() == Rule::Initializer ? "`,` or `;`" : "`,` or `}`";
  case Rule::Name:
  case Rule::PlainName:
    return wordsOf(nameWords, rule(1), "a name");
  case Rule::GuardedInstruction:
    if (instruction().empty())
      return "an instruction";
    [[fallthrough]];
  case Rule::LabelledDirective:
  case Rule::LabelOrInstruction:
  case Rule::LabelOrCall:
    where = " after " + instruction();
    return parser.onNewLine(parser.position()) ? "`;`" : "an operand or `;`";
  case Rule::Parameter:
    return parser.tokens.kind(parser.position() - 1) == TokenKind::Modifier
               ? "the name of the parameter"
               : "a state space such as `.param`";
  default:
    return wordsOf(startWords, rule(), "something else");
  }
}

/// A token as a reader of the manual would call it.
std::string SyntaxErrors::expectedToken(TokenKind wanted) const {
  StringRef spelling = tokenSpelling(wanted);
  switch (wanted) {
  case TokenKind::Modifier:
    switch (rule()) {
    case Rule::SectionDirective:
      return "a section name such as `.debug_str`";
    case Rule::Attribute:
      return "an attribute such as `.managed`";
    default:
      return "a type such as `.u32`";
    }
  case TokenKind::Identifier:
    return "a name";
  case TokenKind::Integer:
    return "an integer";
  case TokenKind::Float:
    return "a version such as `9.2`";
  case TokenKind::String:
    return "a string";
  case TokenKind::SourceText:
    return "a text between `.source_begin` and `.source_end`";
  case TokenKind::Semicolon: {
    if (instruction().empty() || parser.onNewLine(parser.position()))
      return "`;`";
    if (!hasOperands())
      return "an operand or `;`";
    return startsOperand() ? "`,` or `;`" : "`;`";
  }
  case TokenKind::RBrace:
  case TokenKind::RParen:
    if (startsOperand())
      return ("`,` or `" + spelling + "`").str();
    break;
  default:
    break;
  }
  return inBackticks(spelling);
}

/// Where a single token was expected.
std::string SyntaxErrors::context(TokenKind wanted) const {
  switch (rule()) {
  case Rule::Address:
    return " to close the address";
  case Rule::Index:
    return " to close the index";
  case Rule::Vector:
    return " to close the vector";
  case Rule::CallArguments:
    return " to close the argument list";
  case Rule::ParameterList:
  case Rule::ReturnParameters:
    return " to close the parameter list";
  case Rule::InitializerList:
    return " to close the initializer";
  case Rule::ConstantAtom:
  case Rule::Cast:
    return " to close the parenthesis";
  case Rule::FirstDimension:
  case Rule::ArrayDimensions:
    return " to close the array dimension";
  case Rule::ParameterizedName:
    return " to close the register count";
  case Rule::Attributes:
  case Rule::Attribute:
    return wanted == TokenKind::RParen ? " to close the attribute" : "";
  case Rule::Conditional:
    return " of the conditional expression";
  case Rule::SectionDirective:
    return wanted == TokenKind::RBrace   ? " to close the section"
           : wanted == TokenKind::LBrace ? " after the section name"
                                         : "";
  case Rule::Block:
    return " to close the block";
  default:
    return wanted == TokenKind::Semicolon ? afterOperands() : "";
  }
}

//===-- Reports -------------------------------------------------------------------------------===//

/// If the token found is none, says what is wrong with the text itself.
bool SyntaxErrors::lexical() {
  DiagnosticList &list = *parser.diagnostics;
  StringRef buffer = parser.tokens.buffer();
  SourceRange range = here();
  switch (kind()) {
  case TokenKind::UnterminatedString:
    list.emit(diag::UnterminatedString{.range = {range.begin, range.begin + 1}});
    return true;
  case TokenKind::UnterminatedComment:
    list.emit(diag::UnterminatedComment{.range = {range.begin, range.begin + 2}});
    return true;
  case TokenKind::Unexpected: {
    auto c = static_cast<uint8_t>(buffer[range.begin]);
    if (c == '#') {
      StringRef line =
          buffer.substr(range.begin).take_until([](char x) { return x == '\n' || x == '\r'; });
      list.emit(diag::PreprocessorLine{
          .range = {range.begin, range.begin + static_cast<uint32_t>(line.size())},
          .line = line.take_front(60)});
    } else if (c >= 0x80) {
      list.emit(diag::NonAsciiCharacter{.range = range, .byte = c});
    } else {
      list.emit(diag::UnexpectedCharacter{.range = range, .character = c});
    }
    return true;
  }
  default:
    return malformedNumber();
  }
}

/// The number that `text`, which may end in C's suffix `f`, is in PTX: `1.0` for `1.f` and `1f`.
/// Empty if it is something else.
static std::string withoutSuffix(StringRef text) {
  if (text.size() > 40 || !(text.consume_back("f") || text.consume_back("F")) ||
      text.starts_with("0x") || text.starts_with("0f") || text.starts_with("0d"))
    return "";
  double value;
  if (text.getAsDouble(value))
    return "";
  std::string number = text.str();
  if (text.ends_with("."))
    number += "0";
  else if (llvm::all_of(text, llvm::isDigit))
    number += ".0";
  return number;
}

/// The integer that `text` is in PTX, which ends in a suffix of C: `10U` for `10u`, `10` for `10L`.
/// Empty if it is something else.
static std::string withoutIntegerSuffix(StringRef text) {
  StringRef digits = text.rtrim("uUlL");
  std::string suffix = text.drop_front(digits.size()).lower();
  bool isSuffix = llvm::is_contained({"u", "l", "ll", "ul", "ull", "lu", "llu"}, suffix);
  uint64_t value;
  if (!isSuffix || digits.getAsInteger(0, value))
    return "";
  return digits.str() + (StringRef(suffix).contains('u') ? "U" : "");
}

/// A number that runs on into letters or further digits is several tokens for the lexer.
bool SyntaxErrors::malformedNumber() {
  uint32_t first = parser.position();
  uint32_t last = first;
  auto joined = [this](uint32_t token) {
    return parser.tokens.range(token - 1).end == parser.tokens[token].offset() &&
           charscan::is(parser.tokens.text(token).front(), charscan::Word);
  };
  auto isNumber = [this](uint32_t token) {
    TokenKind kind = parser.tokens.kind(token);
    return kind >= TokenKind::Integer && kind <= TokenKind::Float64;
  };
  if (kind() == TokenKind::EndOfFile)
    return false;
  while (first != 0 && joined(first) && isNumber(first - 1))
    --first;
  if (first == last)
    return false;
  while (last + 2 < parser.tokens.size() && joined(last + 1))
    ++last;
  SourceRange range = {parser.tokens.range(first).begin, parser.tokens.range(last).end};
  StringRef text = parser.tokens.buffer().slice(range.begin, range.end);
  StringRef head = text.take_front(2);
  StringRef rule = "a number cannot run on into letters";
  bool octal = text[0] == '0' && text.size() > 1 && llvm::isDigit(text[1]);
  if (head.equals_insensitive("0x"))
    rule = "`0x` takes hexadecimal digits";
  else if (head.equals_insensitive("0b"))
    rule = "`0b` takes binary digits";
  else if (head.equals_insensitive("0f"))
    rule = "`0f` takes exactly 8 hexadecimal digits";
  else if (head.equals_insensitive("0d"))
    rule = "`0d` takes exactly 16 hexadecimal digits";
  else if (octal && llvm::all_of(text, llvm::isDigit))
    rule = "a leading `0` makes it octal, with digits up to 7";
  else if (text.ends_with("u") || text.ends_with("L"))
    rule = "the only suffix of an integer is `U`";
  std::string suffixed = withoutSuffix(text);
  std::string advice = "PTX numbers have no suffix `f`; write `" + suffixed + "`";
  if (!suffixed.empty()) {
    double value = 0;
    StringRef(suffixed).getAsDouble(value);
    auto bits = llvm::bit_cast<uint32_t>(static_cast<float>(value));
    advice += " or `0f" + llvm::utohexstr(bits, /*LowerCase=*/false, /*Width=*/8) + "`";
    rule = advice;
  }
  Diagnostic &d = parser.diagnostics->emit(
      diag::MalformedNumber{.range = range, .number = text.take_front(60), .rule = rule});
  if (suffixed.empty())
    suffixed = withoutIntegerSuffix(text);
  if (!suffixed.empty())
    d.fix(range, suffixed, "replace by `" + suffixed + "`");
  return true;
}

void SyntaxErrors::report(StringRef expected, StringRef where) {
  if (!explain(TokenKind()))
    reportExpected(expected, where, TokenKind());
}

void SyntaxErrors::reportExpected(StringRef expected, StringRef where, TokenKind wanted) {
  Diagnostic &d = parser.diagnostics->emit(
      diag::SyntaxError{.range = here(), .expected = expected, .where = where, .found = found()});
  addHints(d);
  if (d.notes.empty() && d.fixes.empty())
    fixBracket(wanted, d);
  // `cvt.16.s32`: what looks like a modifier is a number.
  if (uint32_t last = parser.position() - 1; parser.position() &&
                                             parser.tokens.kind(last) == TokenKind::Float &&
                                             parser.tokens.text(last).starts_with(".")) {
    d.note(parser.tokens.range(last),
           (inBackticks(parser.tokens.text(last)) + " is a number, not a modifier"));
    fixLostLetter(last, d);
  }
}

/// A dotted word where a directive should be may be a misspelt one.
void SyntaxErrors::suggestKeyword(Diagnostic &diagnostic) const {
  StringRef text = parser.tokens.text(parser.position());
  NearestSpelling nearest(text);
  auto consider = [&](StringRef word) {
    if (word.starts_with("."))
      nearest.consider(word);
  };
  if (text.size() < 32) {
#define PTX_SPELLING(name, spelling) consider(spelling);
#include "ptx/Syntax/TokenKinds.inc"
  }
  suggest(diagnostic, here(), nearest.words());
}

/// Whether a constant can end in such a token.
static bool endsConstant(TokenKind kind) {
  return kind == TokenKind::Integer || kind == TokenKind::WarpSize || kind == TokenKind::RParen;
}

/// What brackets mean, where others were meant; empty if it is not about brackets.
std::string SyntaxErrors::bracketHint() const {
  uint32_t at = parser.position();
  TokenKind before = parser.tokens.kind(at - 1);
  std::optional<uint32_t> first = mnemonic();
  if (!first)
    return "";
  bool isCall = parser.tokens.kind(*first) == TokenKind::Call;
  if (isCall && kind() == TokenKind::Comma)
    return "results and arguments are in parentheses: `call (r), f, (a, b)`";
  if (before == TokenKind::LParen && kind() == TokenKind::Identifier && !isCall)
    return "parentheses are for constants; an address is in `[]`, a vector in `{}`";
  if (before == TokenKind::RBracket && (kind() == TokenKind::Plus || kind() == TokenKind::Minus))
    return "an offset is inside the brackets, as in `[%rd1+4]`";
  if (kind() == TokenKind::RBracket && before == TokenKind::Identifier && rule() != Rule::Address)
    return "no `[` opens the address";
  if (kind() == TokenKind::Assign)
    return "operands are separated by `,`";
  if (kind() == TokenKind::Percent && parser.tokens.text(at + 1).starts_with("%"))
    return "`%%` is for the text of inline assembly; PTX has one `%`";
  return "";
}

/// Where the one bracket belongs that is missing: what it would close ends before the token at
/// hand, or what that closes begins with the name before it.
void SyntaxErrors::fixBracket(TokenKind wanted, Diagnostic &d) const {
  uint32_t at = parser.position();
  if (at == 0)
    return;
  uint32_t end = parser.tokens.range(at - 1).end;
  bool endsStatement = kind() == TokenKind::Semicolon;
  bool isMissing =
      (wanted == TokenKind::RBracket && rule() == Rule::Address && endsStatement) ||
      (wanted == TokenKind::Greater && rule() == Rule::ParameterizedName && endsStatement) ||
      (wanted == TokenKind::RParen && rule() == Rule::ParameterList && kind() == TokenKind::LBrace);
  if (isMissing)
    d.fix({end, end}, tokenSpelling(wanted).str(), "insert " + inBackticks(tokenSpelling(wanted)));
  bool isHeader = rule() == Rule::Entry || rule() == Rule::Function;
  if (isHeader && kind() == TokenKind::RParen && kindAt(at - 1) == TokenKind::Identifier)
    d.fix({end, end}, "(", "insert `(`");
}

void SyntaxErrors::addHints(Diagnostic &diagnostic) const {
  uint32_t at = parser.position();
  TokenKind found = kind();
  Rule innermost = rule();
  if (at == 0)
    return;
  SourceRange before = parser.tokens.range(at - 1);
  bool afterName = parser.tokens.kind(at - 1) == TokenKind::Identifier;
  if (found == TokenKind::Minus && afterName &&
      (innermost == Rule::Address || innermost == Rule::Index ||
       StringRef(diagnostic.message).contains("after the operands"))) {
    diagnostic.note(here(), "an offset is always added; write `+-` to subtract");
    diagnostic.fix(here(), "+-", "replace `-` by `+-`");
    return;
  }
  if (std::string note = bracketHint(); !note.empty()) {
    diagnostic.note(here(), note);
    std::optional<uint32_t> first = mnemonic();
    std::optional<Opcode> opcode = first ? findOpcode(textAt(*first)) : std::nullopt;
    // With a list in brackets they can open further to the left.
    if (found == TokenKind::RBracket && opcode && !hasListInBrackets(*opcode))
      diagnostic.fix({before.begin, before.begin}, "[", "insert `[`");
    return;
  }
  if (found == TokenKind::Identifier && parser.tokens.text(at).starts_with("%") &&
      endsConstant(parser.tokens.kind(at - 1)) && !parser.onNewLine(at)) {
    StringRef name = parser.tokens.text(at);
    diagnostic.note(here(),
                    (inBackticks(name) + " is a name; a remainder needs a blank after `%`"));
    diagnostic.fix({here().begin + 1, here().begin + 1}, " ", "insert a blank");
    return;
  }
  if (const DirectiveInfo *directive = directiveOf(found);
      directive && directive->places == placeBit(DirectivePlace::EntryHeader)) {
    diagnostic.note(here(),
                    quoted(at) + " belongs between the parameters and the body of an `.entry`");
    return;
  }
  if (found == TokenKind::Modifier && innermost != Rule::Operand) {
    // Registers alone are declared with a count.
    if (isTypeName(textAt(at)) && kindAt(at + 1) == TokenKind::Identifier &&
        kindAt(at + 2) == TokenKind::Less)
      diagnostic.fix({here().begin, here().begin}, ".reg ", "insert `.reg`");
    else
      suggestKeyword(diagnostic);
    return;
  }
  if (found == TokenKind::Sink && StringRef(diagnostic.message).contains("an operand")) {
    diagnostic.note(here(), "`_` can only take the place of an unused result");
    return;
  }
  if (StringRef(diagnostic.message).starts_with("expected `;`") &&
      (parser.onNewLine(at) || startsMnemonic())) {
    diagnostic.note(before, "the statement ends here");
    diagnostic.fix({before.end, before.end}, ";", "insert `;`");
  }
}

void SyntaxErrors::mismatch(TokenKind wanted) {
  if (rule() == Rule::VersionDirective && wanted == TokenKind::Version) {
    if (!notPtx() && !lexical())
      parser.diagnostics->emit(diag::MissingVersion{.range = here()});
    return;
  }
  if (rule() == Rule::TargetDirective && wanted == TokenKind::Target) {
    if (kind() == TokenKind::Semicolon)
      return stray();
    if (!lexical())
      parser.diagnostics->emit(diag::MissingTarget{.range = here()});
    return;
  }
  if (rule() == Rule::VersionDirective && wanted == TokenKind::Float) {
    uint32_t at = parser.position();
    bool sameLine = !parser.onNewLine(at);
    if (!lexical())
      parser.diagnostics->emit(diag::MalformedVersion{
          .range = sameLine ? here() : parser.tokens.range(at - 1),
          .found = sameLine ? parser.tokens.text(at).take_front(40) : parser.tokens.text(at - 1)});
    return;
  }
  // Words are only made if no cause was found.
  if (!explain(wanted))
    reportExpected(expectedToken(wanted), context(wanted), wanted);
}

void SyntaxErrors::unexpected() {
  if (explain(TokenKind()))
    return;
  std::string where;
  std::string expected = expectedHere(where);
  reportExpected(expected, where, TokenKind());
}

bool SyntaxErrors::isTypeName(StringRef word) {
  return word == ".pred" || (word.size() > 2 && StringRef("bsuf").contains(word[1]) &&
                             llvm::all_of(word.drop_front(2), llvm::isDigit));
}

/// Whether the token at hand follows the end of a statement on its line. A `;` elsewhere may have
/// lost its statement.
bool SyntaxErrors::followsEnd() const {
  uint32_t at = parser.position();
  if (at == 0 || parser.onNewLine(at))
    return false;
  TokenKind before = kindAt(at - 1);
  return before == TokenKind::Semicolon || before == TokenKind::RBrace;
}

/// A `}` or `;` that closes nothing.
void SyntaxErrors::stray() {
  if (kind() == TokenKind::RBrace)
    parser.diagnostics->emit(diag::StrayBrace{.range = here()});
  else
    parser.diagnostics->emit(diag::EmptyStatement{.range = here()})
        .fix(here(), "", "remove the `;`",
             followsEnd() ? Applicability::Safe : Applicability::Unsafe);
}

void SyntaxErrors::notAStatement() {
  if (canBe(kind(), DirectivePlace::AfterLabel))
    return report("a label and `:`", (" before " + llvm::Twine(quoted(parser.position()))).str());
  switch (kind()) {
  case TokenKind::RBrace:
  case TokenKind::Semicolon:
    return stray();
  case TokenKind::Modifier:
    if (isTypeName(parser.tokens.text(parser.position())))
      return report("a state space such as `.reg`", "");
    [[fallthrough]];
  default:
    if (!outsideOfBody())
      report("a statement", "");
  }
}

void SyntaxErrors::notAnItem() {
  if (kind() == TokenKind::RBrace || kind() == TokenKind::Semicolon)
    return stray();
  if (isTypeName(parser.tokens.text(parser.position())))
    return report("a state space such as `.global`", "");
  report("a variable, function or directive", " at module scope");
}

void SyntaxErrors::tooDeep() {
  TokenKind found = kind();
  StringRef what = found == TokenKind::LBrace   ? "braces"
                   : found == TokenKind::LParen ? "parentheses"
                                                : "conditional expressions";
  Rule level = found == TokenKind::LBrace   ? Rule::Block
               : found == TokenKind::LParen ? Rule::ConstantAtom
                                            : Rule::Conditional;
  uint64_t levels = 0;
  for (unsigned i = 1; i != parser.depth; ++i)
    levels += parser.frames[i].rule == level ||
              (level == Rule::Block && parser.frames[i].rule == Rule::InitializerList);
  parser.diagnostics->emit(diag::NestingTooDeep{.range = here(), .what = what, .limit = levels});
}
