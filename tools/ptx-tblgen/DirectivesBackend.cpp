// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of lib/ptx/Isa/Vocabulary/Directives.h, and the parts of the grammar that list words of
// directives and state spaces.

#include "Backends.h"
#include "DiagnosticRecords.h"
#include "IsaRecords.h"
#include "RecordText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

#include <string>
#include <utility>
#include <vector>

using namespace llvm;

namespace ptx {

/// The names of the set bits of `type`, joined by `|`; 0 if there are none.
static std::string bits(StringRef function, StringRef type, ArrayRef<const Record *> defs) {
  std::string text;
  for (const Record *def : defs) {
    text += text.empty() ? "" : " | ";
    text += (function + "(" + type + "::" + def->getName() + ")").str();
  }
  return text.empty() ? "0" : text;
}

static std::string directiveBits(ArrayRef<const Record *> defs) {
  return bits("directiveBit", "DirectiveWord", defs);
}

/// A version as a C++ expression; 1.0 if the field is empty.
static std::string versionText(const Record &def, StringRef field) {
  StringRef text = def.getValueAsString(field);
  Version version = text.empty() ? Version() : readVersion(def, text);
  return "PtxVersion{" + std::to_string(version.major) + ", " + std::to_string(version.minor) + "}";
}

static void checkDirective(const Record &directive) {
  if (!isSectionNumber(directive.getValueAsString("ManualSection")))
    report(directive, "`" + directive.getValueAsString("ManualSection") + "` is not a section");
  if (defsOf(directive, "Places").empty())
    report(directive, "a directive has a place");
  if (defsOf(directive, "Syntax").size() > 1)
    report(directive, "a directive has one syntax");
  if (!is_contained({"Fits", "Rejected", "Ignored"}, directive.getValueAsString("Zero")))
    report(directive, "`Zero` is `Fits`, `Rejected` or `Ignored`");
  if (defsOf(directive, "Replacement").empty() !=
      directive.getValueAsString("DeprecatedSince").empty())
    report(directive, "a deprecated directive has a replacement, and no other has one");
}

/// The directives that cannot be in a header with `directive`: those that it excludes, and those
/// that exclude it.
static std::vector<const Record *> excluded(const Record &directive,
                                            ArrayRef<const Record *> directives) {
  std::vector<const Record *> result = defsOf(directive, "Excludes");
  for (const Record *other : directives)
    if (is_contained(defsOf(*other, "Excludes"), &directive))
      result.push_back(other);
  return result;
}

bool emitDirectives(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("Directives", os);
  auto directives = inSourceOrder(records, "Directive");
  os << "#ifdef PTX_DIRECTIVE\n";
  for (const Record *directive : directives) {
    checkDirective(*directive);
    quoted(os << "PTX_DIRECTIVE(" << directive->getName() << ", ",
           directive->getValueAsString("Name"));
    quoted(os << ", ", directive->getValueAsString("ManualSection"));
    quoted(os << ", ", directive->getValueAsString("Summary"));
    auto replacement = defsOf(*directive, "Replacement");
    os << ",\n    " << bits("placeBit", "DirectivePlace", defsOf(*directive, "Places"))
       << ", Zero::" << directive->getValueAsString("Zero")
       << (directive->getValueAsBit("Repeats") ? ", true" : ", false") << ",\n    "
       << directiveBits(excluded(*directive, directives)) << ", "
       << directiveBits(defsOf(*directive, "Requires")) << ", "
       << directiveBits(defsOf(*directive, "RequiresOne")) << ",\n    "
       << versionText(*directive, "DeprecatedSince") << ", " << versionText(*directive, "Removed")
       << ", DirectiveWord::" << (replacement.empty() ? directive : replacement.front())->getName()
       << ")\n";
  }
  os << "#undef PTX_DIRECTIVE\n#endif\n\n#ifdef PTX_DIRECTIVE_PLACE\n";
  for (const Record *place : inSourceOrder(records, "Place"))
    quoted(os << "PTX_DIRECTIVE_PLACE(" << place->getName() << ", ",
           place->getValueAsString("Text"))
        << ")\n";
  os << "#undef PTX_DIRECTIVE_PLACE\n#endif\n";
  return ErrorsPrinted != 0;
}

//===-- The grammar ---------------------------------------------------------------------------===//

/// Reads the hand-written part of a grammar and splits it after the line `declaration`.
static std::pair<std::string, std::string> splitGrammar(StringRef path, StringRef declaration) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    PrintFatalError("cannot read " + path + ": " + file.getError().message());
  StringRef text = (*file)->getBuffer();
  size_t at = text.find(declaration);
  if (at == StringRef::npos)
    PrintFatalError(path + " has no `" + declaration + "`");
  at = text.find('\n', at) + 1;
  return {text.take_front(at).str(), text.drop_front(at).str()};
}

bool emitGrammarWords(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("Tokens of state spaces and directives", os);
  os << "#ifdef PTX_SPACE_WORD\n";
  for (const Record *word : inSourceOrder(records, "SpaceWord"))
    os << "PTX_SPACE_WORD(" << word->getName() << ", "
       << (word->isSubClassOf("StateSpace") ? word : word->getValueAsDef("Of"))->getName() << ")\n";
  os << "#undef PTX_SPACE_WORD\n#endif\n\n#ifdef PTX_DIRECTIVE_WORD\n";
  for (const Record *directive : inSourceOrder(records, "Directive"))
    os << "PTX_DIRECTIVE_WORD(" << directive->getName() << ")\n";
  os << "#undef PTX_DIRECTIVE_WORD\n#endif\n";
  return ErrorsPrinted != 0;
}

bool emitLexerGrammar(raw_ostream &os, const RecordKeeper &records, StringRef grammar) {
  auto [declaration, rules] = splitGrammar(grammar, "lexer grammar ");
  os << declaration << '\n';
  for (const Record *space : inSourceOrder(records, "SpaceWord"))
    os << space->getName() << " : " << space->getValueAsString("Lexeme") << " ; // "
       << space->getValueAsString("ManualSection") << "\n";
  for (const Record *directive : inSourceOrder(records, "Directive")) {
    StringRef lexeme = directive->getValueAsString("Lexeme");
    std::string word = ("'" + directive->getValueAsString("Name") + "'").str();
    os << directive->getName() << " : " << (lexeme.empty() ? StringRef(word) : lexeme) << " ; // "
       << directive->getValueAsString("ManualSection") << "\n";
  }
  os << rules;
  return ErrorsPrinted != 0;
}

static void emitRule(raw_ostream &os, StringRef rule, ArrayRef<StringRef> words,
                     StringRef operands = "") {
  os << rule << " : (" << join(words, " | ") << ")" << (operands.empty() ? "" : " ") << operands
     << " ;\n";
}

bool emitParserGrammar(raw_ostream &os, const RecordKeeper &records, StringRef grammar) {
  auto [declaration, rules] = splitGrammar(grammar, "parser grammar ");
  os << declaration << rules << '\n';
  auto spaces = inSourceOrder(records, "SpaceWord"),
       directives = inSourceOrder(records, "Directive");
  std::vector<StringRef> spaceWords, modifiers{"Modifier", "Vector"};
  for (const Record *space : spaces) {
    spaceWords.push_back(space->getName());
    if (space->getValueAsBit("AlsoModifier"))
      modifiers.push_back(space->getName());
  }
  for (const Record *directive : directives)
    if (directive->getValueAsBit("AlsoModifier"))
      modifiers.push_back(directive->getName());
  emitRule(os, "stateSpace", spaceWords);
  emitRule(os, "modifier", modifiers);
  for (const Record *syntax : inSourceOrder(records, "DirectiveSyntax")) {
    std::vector<StringRef> words;
    for (const Record *directive : directives)
      if (is_contained(defsOf(*directive, "Syntax"), syntax))
        words.push_back(directive->getName());
    if (words.empty())
      report(*syntax, "no directive has this syntax");
    emitRule(os, syntax->getValueAsString("Rule"), words, syntax->getValueAsString("Operands"));
  }
  return ErrorsPrinted != 0;
}

} // namespace ptx
