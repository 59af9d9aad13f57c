// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Antlr/ParseTree.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

#include <algorithm>
#include <optional>
#include <string>

using namespace ptx;
using llvm::StringRef;

ByteStream::ByteStream(StringRef bytes) {
  _data.reserve(bytes.size());
  for (char c : bytes)
    _data.push_back(static_cast<uint8_t>(c));
}

AntlrParser::AntlrParser(StringRef text)
    : bytes(text), lexer(&bytes), tokens(&lexer), parser(&tokens) {
  lexer.removeErrorListeners();
  parser.removeErrorListeners();
}

namespace {

/// The kind and range of a node, independent of the format.
struct Node {
  std::string name; ///< of the rule, or of the kind of token
  uint32_t begin = 0, end = 0;
  bool isToken = false;
  bool isError = false; ///< a token that the parser did not expect, or that is missing
};

class TreeReader {
public:
  explicit TreeReader(AntlrParser &antlr) : antlr(antlr) {}

  Node read(antlr4::tree::ParseTree *tree) const {
    Node node;
    if (auto *leaf = dynamic_cast<antlr4::tree::TerminalNode *>(tree)) {
      const antlr4::Token &token = *leaf->getSymbol();
      node.isToken = true;
      node.isError = dynamic_cast<antlr4::tree::ErrorNode *>(tree);
      node.begin = begin(token);
      node.end = end(token);
      node.name = token.getType() == antlr4::Token::EOF
                      ? "EOF"
                      : std::string(antlr.lexer.getVocabulary().getSymbolicName(token.getType()));
      return node;
    }
    auto &rule = dynamic_cast<antlr4::ParserRuleContext &>(*tree);
    node.name = antlr.parser.getRuleNames()[rule.getRuleIndex()];
    node.begin = begin(*rule.getStart());
    // A rule without a token ends before it starts.
    node.end = rule.getStop() ? std::max(node.begin, end(*rule.getStop())) : node.begin;
    return node;
  }

private:
  uint32_t begin(const antlr4::Token &token) const {
    // A token that the parser inserted has no position: it is placed after the tokens that were
    // read.
    return static_cast<uint32_t>(std::min(token.getStartIndex(), antlr.bytes.size()));
  }
  uint32_t end(const antlr4::Token &token) const {
    // The end of the file, too, stops before it starts.
    return std::max(begin(token),
                    static_cast<uint32_t>(std::min(token.getStopIndex() + 1, antlr.bytes.size())));
  }

  AntlrParser &antlr;
};

class TextPrinter {
public:
  TextPrinter(llvm::raw_ostream &os, const SourceBuffer &source, TreeReader reader)
      : os(os), source(source), reader(reader) {}

  void print(antlr4::tree::ParseTree *tree, unsigned depth = 0) {
    Node node = reader.read(tree);
    // As in the dump of the syntax tree, the level precedes deep nodes.
    constexpr unsigned deepest = 40;
    os.indent(2 * std::min(depth, deepest));
    if (depth > deepest)
      os << depth << ' ';
    LineColumn begin = source.lineColumn(node.begin), end = source.lineColumn(node.end);
    os << node.name << ' ' << begin.line << ':' << begin.column << '-' << end.line << ':'
       << end.column;
    if (node.isToken) {
      os << " \"";
      llvm::printEscapedString(source.text().slice(node.begin, node.end), os);
      os << (node.isError ? "\" error\n" : "\"\n");
      return;
    }
    os << '\n';
    for (antlr4::tree::ParseTree *child : tree->children)
      print(child, depth + 1);
  }

private:
  llvm::raw_ostream &os;
  const SourceBuffer &source;
  TreeReader reader;
};

class JsonPrinter {
public:
  JsonPrinter(llvm::raw_ostream &os, const SourceBuffer &source, TreeReader reader)
      : json(os), source(source), reader(reader) {}

  void print(antlr4::tree::ParseTree *tree) {
    Node node = reader.read(tree);
    json.object([&] {
      json.attribute(node.isToken ? "token" : "rule", node.name);
      json.attributeObject("range", [&] { printRange(node); });
      if (!node.isToken)
        return json.attributeArray("children", [&] {
          for (antlr4::tree::ParseTree *child : tree->children)
            print(child);
        });
      json.attribute("text", llvm::json::fixUTF8(source.text().slice(node.begin, node.end)));
      if (node.isError)
        json.attribute("error", true);
    });
  }

private:
  void printRange(const Node &node) {
    LineColumn begin = source.lineColumn(node.begin), end = source.lineColumn(node.end);
    json.attribute("line", begin.line);
    json.attribute("column", begin.column);
    json.attribute("endLine", end.line);
    json.attribute("endColumn", end.column);
  }

  llvm::json::OStream json;
  const SourceBuffer &source;
  TreeReader reader;
};

} // namespace

void ptx::printParseTree(llvm::raw_ostream &os, const SourceBuffer &source, bool isFragment,
                         ParseTreeFormat format) {
  // The frames of ANTLR's parser take about 500 bytes per nested rule; sanitizers multiply that by
  // ten. ptxkit's parser allows 8192 nested rules.
  constexpr unsigned stack = 128 << 20;
  llvm::thread(std::optional<unsigned>(stack), [&] {
    AntlrParser antlr(source.text());
    antlr4::tree::ParseTree *tree =
        isFragment ? static_cast<antlr4::tree::ParseTree *>(antlr.parser.fragmentModule())
                   : antlr.parser.module();
    TreeReader reader(antlr);
    if (format == ParseTreeFormat::Text) {
      TextPrinter(os, source, reader).print(tree);
    } else {
      JsonPrinter(os, source, reader).print(tree);
      os << '\n';
    }
  }).join();
}
