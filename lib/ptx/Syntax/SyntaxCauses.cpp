// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax errors whose cause can be told: mistakes that authors make, each recognized by its tokens.
// What is not recognized here is worded by SyntaxErrors.cpp as what was expected and found.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/ForeignWords.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/CharScan.h"
#include "ptx/Syntax/GrammarWords.h"
#include "ptx/Syntax/JoinedGuard.h"
#include "ptx/Syntax/SyntaxErrors.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// As many tokens are read again at most where a statement turns out to have ended earlier, so that
/// the time stays linear.
static constexpr uint32_t maxReadAgain = 12;
/// As much of what may be a name is looked at.
static constexpr size_t maxName = 256;
/// As many tokens in parentheses are skipped at most.
static constexpr uint32_t maxSkipped = 256;

static std::string inBackticks(StringRef text) {
  constexpr size_t most = 60;
  return ("`" + text.take_front(most) + (text.size() > most ? "..." : "") + "`").str();
}

TokenKind SyntaxErrors::kindAt(uint32_t token) const {
  return token < parser.tokens.size() ? parser.tokens.kind(token) : TokenKind::EndOfFile;
}

StringRef SyntaxErrors::textAt(uint32_t token) const {
  return token < parser.tokens.size() ? parser.tokens.text(token) : StringRef();
}

bool SyntaxErrors::touches(uint32_t token) const {
  return token != 0 && token < parser.tokens.size() &&
         parser.tokens.range(token - 1).end == parser.tokens[token].offset();
}

/// The first token of the instruction or label at hand, its guard aside, if there is one.
std::optional<uint32_t> SyntaxErrors::firstWord() const {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  if (frame.rule == Rule::LabelOrInstruction || frame.rule == Rule::LabelOrCall)
    return frame.mark.firstToken;
  return mnemonic();
}

bool SyntaxErrors::likelyCause(TokenKind wanted) {
  return foreignStatement() || missingColon() || endedEarlier() || splitMnemonic() ||
         joinedGuard() || registerArithmetic() || openAddress() || unknownVector() ||
         missingSpace() || wrongName() || missingComma(wanted);
}

//===-- Text that is not PTX ------------------------------------------------------------------===//

namespace {

/// What a text is that does not begin as a module, and how to get to the PTX in it.
struct OtherText {
  StringRef what; ///< empty if that cannot be told
  StringRef advice = {};
};

} // namespace

static constexpr OtherText cppText{
    "C or C++ source",
    "`ptx-check --language=cuda` checks its `asm` statements; `nvcc -ptx` makes PTX of it"};
static constexpr OtherText llvmText{
    "LLVM IR", "`ptx-check --language=llvm` checks its `asm` statements; `llc` makes PTX of it"};
static constexpr OtherText mlirText{"MLIR", "`ptx-check --language=mlir` checks its inline PTX"};
static constexpr OtherText listingText{
    "a listing of `cuobjdump`", "`cuobjdump -xptx all` writes each module of an object to a file"};

/// `text` without the comments that it begins with; what a comment says of the text ends this.
static StringRef afterComments(StringRef text) {
  for (;;) {
    text = text.ltrim();
    if (text.starts_with("/*") && text.contains("*/"))
      text = text.drop_front(text.find("*/") + 2);
    else if (text.starts_with("//") || (text.starts_with(";") && !text.starts_with("; ModuleID")))
      text = text.drop_until([](char c) { return c == '\n'; });
    else
      return text;
  }
}

static OtherText languageOf(StringRef text) {
  StringRef start = afterComments(text);
  if (start.starts_with("; ModuleID"))
    return llvmText;
  if (start.starts_with("{") || start.starts_with("["))
    return {"JSON"};
  if (start.starts_with("<"))
    return {"XML or HTML"};
  if (start.starts_with("#!"))
    return {"a script"};
  auto startsWithWord = [&](StringRef word) {
    return start.starts_with(word) &&
           !(start.size() > word.size() && charscan::is(start[word.size()], charscan::Word));
  };
  for (StringRef word :
       {"#include", "#pragma",    "#define",    "#ifndef",  "#ifdef", "#if",   "int",
        "void",     "template",   "namespace",  "using",    "static", "const", "constexpr",
        "extern",   "__global__", "__device__", "__host__", "struct", "class", "typedef",
        "enum",     "inline",     "unsigned",   "float",    "double"})
    if (startsWithWord(word))
      return cppText;
  for (StringRef word : {"define", "declare", "target", "source_filename"})
    if (startsWithWord(word))
      return llvmText;
  if (start.starts_with("module {") || start.starts_with("module attributes") ||
      start.starts_with("module @") || startsWithWord("func.func"))
    return mlirText;
  if (startsWithWord("Fatbin"))
    return listingText;
  for (StringRef word : {".headerflags", ".elftype", "Function"})
    if (startsWithWord(word))
      return {"SASS"};
  for (StringRef word : {"import", "from", "def"})
    if (startsWithWord(word))
      return {"Python"};
  return {};
}

/// The whole text is something else. Nothing more is said of it.
bool SyntaxErrors::notPtx() {
  OtherText text = languageOf(parser.tokens.buffer());
  if (parser.position() != 0 || text.what.empty())
    return false;
  Diagnostic &d = parser.diagnostics->emit(diag::NotPtx{.range = here(), .what = text.what});
  if (!text.advice.empty())
    d.note(here(), text.advice.str());
  parser.resumeAt = parser.tokens.size() - 1;
  return true;
}

//===-- Statements of C -----------------------------------------------------------------------===//

namespace {
struct ForeignText {
  std::string what;
  std::string instead;
};
} // namespace

/// What the word that begins a statement of C says of it.
static std::optional<ForeignText> statementOfC(StringRef word) {
  StringRef instead =
      llvm::StringSwitch<StringRef>(word)
          .Case("for", "a label, `setp` and a guarded `bra` make a loop")
          .Case("while", "a label, `setp` and a guarded `bra` make a loop")
          .Case("do", "a label, `setp` and a guarded `bra` make a loop")
          .Case("if", "`setp` and a guard such as `@%p` make instructions conditional")
          .Case("else", "`setp` and a guard such as `@%p` make instructions conditional")
          .Case("switch", "`brx.idx` chooses among labels")
          .Case("case", "`brx.idx` chooses among labels")
          .Case("default", "`brx.idx` chooses among labels")
          .Case("asm", "the text in its quotes is PTX")
          .Case("__asm__", "the text in its quotes is PTX")
          .Case("__asm", "the text in its quotes is PTX")
          .Case("struct", "variables are arrays of bytes")
          .Case("union", "variables are arrays of bytes")
          .Case("enum", "variables are arrays of bytes")
          .Case("typedef", "variables are arrays of bytes")
          .Case("class", "variables are arrays of bytes")
          .Default("");
  if (!instead.empty())
    return ForeignText{inBackticks(word), instead.str()};
  if (word == "const" || word == "auto" || word == "static" || word == "volatile")
    return ForeignText{inBackticks(word), "a register is declared as in `.reg .s32 x;`"};
  std::optional<ForeignWord> type = findForeignWord(ForeignKind::Modifier, word);
  if (type && type->language.contains("C++") && type->isReplaced && word != "fast" &&
      word != "block" && word != "system" && word != "device")
    return ForeignText{"a declaration with " + inBackticks(word),
                       ("a register is declared as in `.reg ." + type->ptx + " x;`").str()};
  return std::nullopt;
}

/// `for (...)`, `int x = 3;`, `a = b + c;`, `f(x);`
bool SyntaxErrors::foreignStatement() {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  if (frame.rule != Rule::LabelOrInstruction)
    return false;
  uint32_t first = frame.mark.firstToken, at = parser.position();
  StringRef word = textAt(first);
  if (findOpcode(word))
    return false;
  TokenKind second = kindAt(first + 1);
  std::optional<ForeignText> text = statementOfC(word);
  bool assigns = kind() == TokenKind::Assign ||
                 (kindAt(at + 1) == TokenKind::Assign && kind() != TokenKind::EndOfFile);
  if (!text && assigns)
    text = {"an assignment", "an instruction such as `mov` or `add` writes its first operand"};
  if (!text && second == TokenKind::LParen && touches(first + 1))
    text = {"a call of " + inBackticks(word), "`call` calls a function"};
  if (!text)
    return false;
  parser.diagnostics->emit(diag::ForeignStatement{
      .range = parser.tokens.range(first), .what = text->what, .instead = text->instead});
  // What is in its braces, or follows `else` at once, are statements.
  uint32_t next = first + 1;
  if (word == "else" && textAt(next) == "if")
    ++next;
  if (kindAt(next) == TokenKind::LParen) {
    uint32_t open = 0, begin = next;
    do {
      TokenKind token = kindAt(next);
      if (token == TokenKind::EndOfFile || next - begin == maxSkipped)
        return true;
      open += token == TokenKind::LParen;
      open -= token == TokenKind::RParen;
      ++next;
    } while (open != 0);
  }
  if (kindAt(next) == TokenKind::LBrace && next > first)
    parser.resumeAt = next;
  return true;
}

//===-- Where a statement ends ----------------------------------------------------------------===//

/// A word on a line of its own that PTX does not have as an instruction is a label.
bool SyntaxErrors::missingColon() {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  uint32_t first = frame.mark.firstToken;
  if (frame.rule != Rule::LabelOrInstruction || parser.position() == first ||
      kindAt(first) != TokenKind::Identifier || parser.position() - first > maxReadAgain)
    return false;
  bool isMnemonic = kindAt(first + 1) == TokenKind::Identifier && findOpcode(textAt(first + 1)) &&
                    kindAt(first + 2) == TokenKind::Modifier && touches(first + 2);
  if (!parser.onNewLine(first + 1) && !isMnemonic)
    return false;
  StringRef name = textAt(first);
  if (findOpcode(name) || name.starts_with("%"))
    return false;
  SourceRange range = parser.tokens.range(first);
  parser.diagnostics->emit(diag::MissingColon{.range = range, .name = name.take_front(60)})
      .fix({range.end, range.end}, ":", "insert `:`");
  parser.resumeAt = first + 1;
  return true;
}

/// The next instruction, on a line of its own, was taken for operands.
bool SyntaxErrors::endedEarlier() {
  std::optional<uint32_t> first = mnemonic();
  uint32_t at = parser.position();
  if (!first || at - *first > maxReadAgain)
    return false;
  for (uint32_t i = *first + 1; i < at; ++i) {
    TokenKind before = kindAt(i - 1);
    bool isLabel = i + 1 == at && kind() == TokenKind::Colon;
    if (!parser.onNewLine(i) || kindAt(i) != TokenKind::Identifier ||
        (!findOpcode(textAt(i)) && !isLabel) || before == TokenKind::Comma)
      continue;
    if (!findOpcode(textAt(*first)))
      return false;
    std::string name = inBackticks(textAt(*first));
    SourceRange range = parser.tokens.range(i), last = parser.tokens.range(i - 1);
    parser.diagnostics
        ->emit(diag::SyntaxError{
            .range = range, .expected = "`;`", .where = " after " + name, .found = quoted(i)})
        .note(last, "the statement ends here")
        .fix({last.end, last.end}, ";", "insert `;`");
    parser.resumeAt = i;
    return true;
  }
  return false;
}

//===-- Blanks and commas ---------------------------------------------------------------------===//

/// `ld global.u32`, `ld. global.u32`
bool SyntaxErrors::splitMnemonic() {
  std::optional<uint32_t> first = mnemonic();
  if (!first)
    return false;
  uint32_t at = parser.position();
  uint32_t word = behindModifiers(*first);
  SourceRange gap;
  if (word == at && kind() == TokenKind::Unexpected && textAt(at) == "." && touches(at)) {
    word = at + 1;
    gap = {parser.tokens.range(at).end, parser.tokens[word].offset()};
  } else if (word < at && at - word <= maxReadAgain) {
    gap = {parser.tokens.range(word - 1).end, parser.tokens[word].offset()};
  } else {
    return false;
  }
  if (kindAt(word) != TokenKind::Identifier || textAt(word).starts_with("%") ||
      parser.onNewLine(word))
    return false;
  std::optional<Opcode> opcode = findOpcode(textAt(*first));
  if (!opcode || !ptx::takes(*opcode, findModifier(textAt(word))))
    return false;
  std::string whole;
  for (uint32_t i = *first; i != word && textAt(i) != "."; ++i)
    whole += textAt(i);
  whole += ("." + textAt(word)).str();
  uint32_t next = word + 1;
  for (; touches(next) && textAt(next).starts_with("."); ++next)
    whole += textAt(next);
  // A word that a comma follows is an operand.
  if (kindAt(next) == TokenKind::Comma || kindAt(next) == TokenKind::Semicolon)
    return false;
  bool hasPoint = word == at + 1;
  parser.diagnostics
      ->emit(diag::SplitMnemonic{.range = gap, .mnemonic = StringRef(whole).take_front(60)})
      .fix(gap, hasPoint ? "" : ".", hasPoint ? "remove the blank" : "replace the blank by `.`");
  return true;
}

/// `@%p1add.s32 …`, `@%p1ret;`: the guard and the first word of the instruction are one name.
bool SyntaxErrors::joinedGuard() {
  uint32_t at = parser.position();
  if (rule() != Rule::GuardedInstruction || at == 0 || kindAt(at - 1) != TokenKind::Identifier ||
      (!touches(at) && kindAt(at) != TokenKind::Semicolon))
    return false;
  // Which names are declared is not known here.
  auto isGuard = [](StringRef) { return true; };
  return reportJoinedGuard(textAt(at - 1), parser.tokens.range(at - 1), isGuard,
                           *parser.diagnostics);
}

/// Two operands, elements or arguments follow each other.
bool SyntaxErrors::missingComma(TokenKind wanted) {
  if (!startsOperand() || parser.position() == 0)
    return false;
  bool isList = (wanted == TokenKind::RBrace && rule() == Rule::Vector) ||
                (wanted == TokenKind::RParen && rule() == Rule::CallArguments);
  std::optional<uint32_t> first = mnemonic();
  bool isOperand =
      wanted == TokenKind::Semicolon && first && hasOperands() && findOpcode(textAt(*first));
  // `call (r), f(a)`, `call (r) f, (a)`
  bool isCall = first && kindAt(*first) == TokenKind::Call &&
                (wanted == TokenKind::Comma ||
                 (wanted == TokenKind::Semicolon && kind() == TokenKind::LParen));
  if (!isCall && ((!isList && !isOperand) || touches(parser.position())))
    return false;
  SourceRange before = parser.tokens.range(parser.position() - 1);
  parser.diagnostics->emit(diag::MissingComma{.range = here(), .before = found()})
      .fix({before.end, before.end}, ",", "insert `,`");
  return true;
}

//===-- Operands ------------------------------------------------------------------------------===//

/// `[%rd1+%rd2]`, `[%rd1*4]`, `%r1+%r2`
bool SyntaxErrors::registerArithmetic() {
  uint32_t at = parser.position();
  bool inAddress = false, inOffset = false;
  for (unsigned up = 0; up != 8; ++up) {
    inAddress |= rule(up) == Rule::Address || rule(up) == Rule::Index;
    inOffset |= rule(up) == Rule::AddressOffset;
  }
  StringRef where = inAddress ? "an address" : "an operand";
  auto report = [&](StringRef verb, uint32_t name) {
    std::string instead = (verb + " " + llvm::Twine(quoted(name)) + " first").str();
    parser.diagnostics->emit(
        diag::RegisterArithmetic{.range = here(), .where = where, .instead = instead});
    return true;
  };
  if (inOffset && kind() == TokenKind::Identifier)
    return report("add", at);
  bool scales = kind() == TokenKind::Star || kind() == TokenKind::ShiftL;
  if (scales && (rule() == Rule::Address || rule() == Rule::Index) &&
      kindAt(at - 1) == TokenKind::Identifier)
    return report("scale", at - 1);
  return false;
}

bool SyntaxErrors::hasListInBrackets(Opcode opcode) {
  return llvm::any_of(formsOf(opcode), [](const FormInfo &form) {
    llvm::ArrayRef<OperandInfo> operands = form.operands();
    for (size_t i = 1; i < operands.size(); ++i)
      if (operands[i].bracket != 0 && operands[i].bracket == operands[i - 1].bracket)
        return true;
    return false;
  });
}

/// `st.global.u32 [%rd1, %r1;`, `tcgen05.mma [%r1, [%r2], ...`: what no brackets of the instruction
/// hold is its next operand, and so are brackets.
bool SyntaxErrors::openAddress() {
  if (rule() != Rule::Address && rule() != Rule::Coordinates)
    return false;
  std::optional<uint32_t> first = mnemonic();
  std::optional<Opcode> opcode = first ? findOpcode(textAt(*first)) : std::nullopt;
  if (!opcode)
    return false;
  uint32_t at = parser.position(), comma = at - 1;
  if (kind() != TokenKind::LBracket) {
    if (hasListInBrackets(*opcode))
      return false;
    while (comma != *first && kindAt(comma) != TokenKind::LBracket && at - comma < maxReadAgain)
      --comma;
    if (kindAt(comma) != TokenKind::LBracket)
      return false;
    comma += 2; // after the register
  }
  if (kindAt(comma) != TokenKind::Comma)
    return false;
  uint32_t end = parser.tokens.range(comma - 1).end;
  parser.diagnostics
      ->emit(diag::SyntaxError{.range = parser.tokens.range(comma),
                               .expected = "`]`",
                               .where = " to close the address",
                               .found = "`,`"})
      .fix({end, end}, "]", "insert `]`");
  return true;
}

//===-- Declarations --------------------------------------------------------------------------===//

/// `.v1`, `.v3`
bool SyntaxErrors::unknownVector() {
  uint32_t at = parser.position();
  Rule statement = parser.frames[statementFrame()].rule;
  if (at == 0 || kind() != TokenKind::Modifier ||
      (statement != Rule::VariableDeclaration && statement != Rule::Entry &&
       statement != Rule::Function))
    return false;
  StringRef word = textAt(at - 1);
  if (kindAt(at - 1) != TokenKind::Modifier || !word.starts_with(".v") || word.size() < 3 ||
      !llvm::all_of(word.drop_front(2), llvm::isDigit))
    return false;
  parser.diagnostics->emit(
      diag::UnknownVector{.range = parser.tokens.range(at - 1), .word = word.take_front(60)});
  return true;
}

/// `.func f(.b32 a)`
bool SyntaxErrors::missingSpace() {
  uint32_t at = parser.position();
  unsigned up = 0;
  while (up != 2 && rule(up) != Rule::ParameterList && rule(up) != Rule::ReturnParameters)
    ++up;
  if ((rule(up) != Rule::ParameterList && rule(up) != Rule::ReturnParameters) ||
      !isTypeName(textAt(at)) ||
      (kindAt(at - 1) != TokenKind::LParen && kindAt(at - 1) != TokenKind::Comma))
    return false;
  std::string what = "parameter";
  if (kindAt(at + 1) == TokenKind::Identifier)
    what += " " + quoted(at + 1);
  bool isEntry = parser.frames[statementFrame()].rule == Rule::Entry;
  parser.diagnostics->emit(diag::MissingSpace{
      .range = here(), .what = what, .expected = isEntry ? "`.param`" : "`.reg` or `.param`"});
  return true;
}

/// Whether a name of something that is declared or called can end where the rule `rule` fails.
static bool followsName(Rule rule) {
  switch (rule) {
  case Rule::Entry:
  case Rule::Function:
  case Rule::Declarator:
  case Rule::VariableDeclaration:
  case Rule::ParameterList:
  case Rule::ReturnParameters:
  case Rule::Parameter:
  case Rule::AliasDirective:
  case Rule::CallOperands:
  case Rule::LabelOrCall:
  case Rule::LabelledDirective:
  case Rule::TargetList:
  case Rule::Module: // a function may end with its name
    return true;
  default:
    return false;
  }
}

/// `.func foo.bar`, `.entry 01`, `foo.bar:`
bool SyntaxErrors::wrongName() {
  uint32_t at = parser.position(), first = at;
  if (kind() == TokenKind::EndOfFile)
    return false;
  auto isNamed = [](Rule owner) {
    return owner == Rule::Entry || owner == Rule::Function || owner == Rule::Declarator ||
           owner == Rule::VariableDeclaration || owner == Rule::Parameter ||
           owner == Rule::CallOperands;
  };
  bool atName = (rule() == Rule::Name || rule() == Rule::PlainName) && isNamed(rule(1));
  // `.L1:`
  bool isDotted = kind() == TokenKind::Modifier && kindAt(at + 1) == TokenKind::Colon &&
                  touches(at + 1) && parser.onNewLine(at);
  bool atLabel = isDotted;
  if (std::optional<uint32_t> word = firstWord(); word && kind() == TokenKind::Colon) {
    for (first = at; first != *word && touches(first);)
      --first;
    atLabel |= first == *word && at - first > 1;
  }
  if (isDotted)
    first = at;
  bool afterName = touches(at) && followsName(rule()) &&
                   (kindAt(at - 1) == TokenKind::Identifier || kindAt(at - 1) == TokenKind::Sink);
  if (!atName && !atLabel && !afterName)
    return false;
  bool isDirective = textAt(at).starts_with(".") && kind() != TokenKind::Modifier;
  if (atName && (parser.onNewLine(at) || isDirective))
    return false; // the name is missing
  if (!atLabel)
    first = afterName ? at - 1 : at;
  // Up to what ends a name in any language.
  StringRef text = parser.tokens.buffer().substr(parser.tokens[first].offset(), maxName);
  text = text.take_until([&](char c) {
    return charscan::is(c, charscan::Space) || StringRef("(){}[],;=\"").contains(c) ||
           (atLabel && c == ':');
  });
  auto isBad = [](char c) { return !charscan::is(c, charscan::Word); };
  StringRef rest = text;
  rest.consume_front("%");
  std::string problem;
  if (rest.empty())
    return false;
  if (auto bad = llvm::find_if(rest, isBad); bad != rest.end() && llvm::isPrint(*bad))
    problem =
        ("a name cannot contain `" + llvm::Twine(*bad) + "`; `_` and `$` can take its place").str();
  else if (bad == rest.end() && llvm::isDigit(rest.front()))
    problem = "a name cannot begin with a digit; `_` or `$` can come before it";
  else
    return false;
  uint32_t begin = parser.tokens[first].offset();
  parser.diagnostics->emit(
      diag::NameCharacter{.range = {begin, begin + static_cast<uint32_t>(text.size())},
                          .name = text.take_front(60),
                          .problem = problem});
  return true;
}

//===-- Places --------------------------------------------------------------------------------===//

/// What belongs outside of function bodies is one error where it is in one.
bool SyntaxErrors::outsideOfBody() {
  if (!parser.isBody)
    return false;
  const DirectiveInfo *directive = directiveOf(kind());
  bool isOutside = directive && !directive->canBe(DirectivePlace::InBody) &&
                   (directive->canBe(DirectivePlace::ModuleHeader) ||
                    directive->canBe(DirectivePlace::ModuleScope) ||
                    directive->canBe(DirectivePlace::BeforeVariable));
  if (isOutside)
    parser.diagnostics->emit(
        diag::OutsideOfBody{.range = here(), .what = quoted(parser.position())});
  return isOutside;
}
