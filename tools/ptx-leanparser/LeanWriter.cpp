// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LeanWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx::lean;
using llvm::raw_ostream;
using llvm::StringRef;

//===-- The parser ---------------------------------------------------------------------------===//

static std::string kindName(StringRef token) {
  return ("TokenKind::" + (token == "EOF" ? "EndOfFile" : token)).str();
}

static std::string kindNames(const TokenSet &tokens) {
  return llvm::join(llvm::map_range(tokens, kindName), ", ");
}

static void writeBlock(raw_ostream &os, const Block &block, unsigned indent);

static void writeSwitch(raw_ostream &os, const Statement &statement, unsigned indent) {
  os << "switch (next->kind()) {\n";
  for (const Statement::Case &one : statement.cases) {
    for (StringRef token : one.tokens)
      os.indent(indent) << "case " << kindName(token) << ":\n";
    writeBlock(os, one.body, indent + 2);
    os.indent(indent + 2) << "break;\n";
  }
  os.indent(indent) << "default:\n";
  os.indent(indent + 2) << (statement.hasDefault ? "break;\n" : "noAlternative();\n");
  os.indent(indent) << "}\n";
}

static void writeStatement(raw_ostream &os, const Statement &statement, unsigned indent) {
  std::string condition = "(nextIs<" + kindNames(statement.tokens) + ">())";
  os.indent(indent);
  switch (statement.kind) {
  case Statement::Kind::Call:
    os << statement.name << "();\n";
    return;
  case Statement::Kind::Match:
    os << "match(" << kindName(statement.name) << ");\n";
    return;
  case Statement::Kind::Consume:
    os << "consume<" << kindNames(statement.tokens) << ">();\n";
    return;
  case Statement::Kind::If:
  case Statement::Kind::While:
    os << (statement.kind == Statement::Kind::If ? "if " : "while ") << condition << " {\n";
    writeBlock(os, statement.body, indent + 2);
    os.indent(indent) << "}\n";
    return;
  case Statement::Kind::DoWhile:
    os << "do {\n";
    writeBlock(os, statement.body, indent + 2);
    os.indent(indent) << "} while " << condition << ";\n";
    return;
  case Statement::Kind::Switch:
    return writeSwitch(os, statement, indent);
  }
}

static void writeBlock(raw_ostream &os, const Block &block, unsigned indent) {
  for (const Statement &statement : block)
    writeStatement(os, statement, indent);
}

void ptx::lean::writeHeader(raw_ostream &os, const ParserClass &parser,
                            llvm::ArrayRef<Rule> rules) {
  os << "// Made from grammar/" << parser.name << ".g4.\n#pragma once\n\n"
     << "#include \"ptx/Syntax/Parse/LeanParser.h\"\n\nclass " << parser.name
     << " : public ptx::LeanParser {\npublic:\n";
  for (const Rule &rule : rules)
    os << "  void " << rule.function << "();\n";
  os << "};\n";
}

void ptx::lean::writeSource(raw_ostream &os, const ParserClass &parser,
                            llvm::ArrayRef<Rule> rules) {
  os << "// Made from grammar/" << parser.name << ".g4.\n#include \"" << parser.name
     << ".h\"\n\nusing namespace ptx;\n";
  for (const Rule &rule : rules) {
    os << "\nvoid " << parser.name << "::" << rule.function
       << "() {\n  beginRule<Rule::" << rule.name << ">();\n";
    writeBlock(os, rule.body, 2);
    os << "  endRule<Rule::" << rule.name << ">();\n}\n";
  }
}

//===-- Numbers and words --------------------------------------------------------------------===//

void ptx::lean::writeRuleKinds(raw_ostream &os, const ParserClass &parser) {
  os << "// Made from grammar/" << parser.name << ".g4.\n";
  for (auto [number, rule] : llvm::enumerate(parser.rules))
    os << "PTX_RULE(" << rule << ", " << number << ")\n";
  os << "#undef PTX_RULE\n";
}

void ptx::lean::writeTokenKinds(raw_ostream &os, const GeneratedText &vocabulary) {
  llvm::SmallVector<StringRef> lines;
  vocabulary.text().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string kinds, spellings;
  llvm::raw_string_ostream kindLines(kinds), spellingLines(spellings);
  llvm::StringMap<StringRef> nameOf;
  for (StringRef line : lines) {
    auto [text, number] = line.rsplit('=');
    if (!llvm::all_of(number, llvm::isDigit) || number.empty())
      vocabulary.refuse(line, "expected a line with a kind of token and its number");
    if (!text.starts_with("'")) {
      nameOf[number] = text;
      kindLines << "PTX_TOKEN(" << text << ", " << number << ")\n";
    } else {
      // Its escapes are those of C++.
      spellingLines << "PTX_SPELLING(" << nameOf[number] << ", \"" << text.drop_front().drop_back()
                    << "\")\n";
    }
  }
  os << "// Made from the grammar's vocabulary.\n#ifdef PTX_TOKEN\n"
     << kinds << "#undef PTX_TOKEN\n#endif\n#ifdef PTX_SPELLING\n"
     << spellings << "#undef PTX_SPELLING\n#endif\n";
}
