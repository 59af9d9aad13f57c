// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax errors of a text or a statement of another language.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/ForeignWords.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/CharScan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

/// The maximum number of tokens in parentheses that are skipped.
static constexpr uint32_t maxSkipped = 256;

//===-- Text that is not PTX ------------------------------------------------------------------===//

namespace {

/// The format of a text that does not start as a module, and how to extract PTX from it.
struct OtherText {
  StringRef what; ///< empty if unknown
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

/// `text` without its leading comments. Stops at a comment that describes the text.
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

/// The whole text has another format. It gets no other errors.
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

/// The kind of a C statement by its first word.
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
    return ForeignText{quoted(word), instead.str()};
  if (word == "const" || word == "auto" || word == "static" || word == "volatile")
    return ForeignText{quoted(word), "a register is declared as in `.reg .s32 x;`"};
  std::optional<ForeignWord> type = findForeignWord(ForeignKind::Modifier, word);
  if (type && type->language.contains("C++") && type->isReplaced && word != "fast" &&
      word != "block" && word != "system" && word != "device")
    return ForeignText{"a declaration with " + quoted(word),
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
  // Its braces contain statements, and a statement can follow `else` directly.
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
