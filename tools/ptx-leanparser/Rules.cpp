// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Rules.h"

#include "Condition.h"
#include "Cursor.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx::lean;
using llvm::StringRef;

//===-- The header ---------------------------------------------------------------------------===//

/// Reads `enum { ... };` with consecutive numbers from `first` on, and removes `prefix` from the
/// names.
static std::vector<StringRef> readEnumeration(Cursor &at, StringRef prefix, uint64_t first) {
  std::vector<StringRef> names;
  at.expect("enum {");
  while (!at.accept("}")) {
    at.expect("$ =");
    StringRef name = at.word();
    if (!name.consume_front(prefix) || at.peek() != std::to_string(first + names.size()))
      at.refuse("expected the numbers of tokens and rules in order, found `" + at.peek() + "`");
    at.next();
    at.accept(",");
    names.push_back(name);
  }
  at.expect(";");
  return names;
}

ParserClass ptx::lean::readHeader(const GeneratedText &header) {
  Cursor at(header);
  while (!at.atEnd() && at.peek() != "class")
    at.next();
  at.expect("class $");
  ParserClass parser;
  parser.name = at.word();
  while (!at.atEnd() && at.peek() != "{")
    at.next();
  at.expect("{ public:");
  parser.tokens = readEnumeration(at, "", 1);
  parser.rules = readEnumeration(at, "Rule", 0);
  return parser;
}

//===-- The functions of the rules -----------------------------------------------------------===//

namespace {

class RuleReader {
public:
  RuleReader(const GeneratedText &source, const ParserClass &parser)
      : source(source), parser(parser), at(source), scope((parser.name + "::").str()) {}

  std::vector<Rule> read() {
    std::vector<Rule> rules(parser.rules.size());
    while (!at.atEnd())
      if (at.accept(scope + "$ *" + scope + "$() {"))
        readFunction(rules, at.word());
      else
        at.next();
    for (auto [rule, name] : llvm::zip(rules, parser.rules))
      if (rule.name.empty())
        at.refuse("expected a function without arguments for the rule `" + name + "`");
    return rules;
  }

private:
  void readFunction(std::vector<Rule> &rules, StringRef function) {
    at.expect("$ *_localctx = _tracker.createInstance<$>(_ctx, getState());");
    at.expect("enterRule(_localctx, $, " + scope + "$);");
    StringRef name = at.word();
    auto number = llvm::find(parser.rules, name.substr(4));
    if (!name.starts_with("Rule") || number == parser.rules.end())
      at.refuse("expected the number of a rule, found `" + name + "`");
    at.accept("size_t _la = 0;");
    if (!at.accept("auto onExit = finally([=, this] {"))
      at.expect("auto onExit = finally([=] {");
    at.expect("exitRule(); }); try {");
    rules[number - parser.rules.begin()] = {*number, function, readBlock()};
    at.expect("catch (RecognitionException &e) {");
    static_cast<void>(at.takeBalanced());
    at.expect("return _localctx; }");
  }

  /// Reads statements up to a closing brace, and the brace.
  Block readBlock() {
    Block block;
    while (!at.accept("}"))
      if (!skipBookkeeping())
        block.push_back(readStatement());
    return block;
  }

  /// Skips the parts that the lean parser does not use: the states of the automaton, the numbers of
  /// alternatives, and the look-ahead, which its conditions read themselves.
  bool skipBookkeeping() {
    return at.accept("setState($);") || at.accept("size_t alt;") ||
           at.accept("enterOuterAlt(_localctx, $);") || at.accept("_errHandler->sync(this);") ||
           at.accept("_la = _input->LA(1);");
  }

  Statement readStatement() {
    Statement statement;
    if (at.accept("match(" + scope + "$);")) {
      statement.kind = Statement::Kind::Match;
      statement.name = at.word();
    } else if (at.accept("if (!(")) {
      statement.kind = Statement::Kind::Consume;
      statement.tokens = readCondition();
      at.expect(") { _errHandler->recoverInline(this); }");
      at.expect("else { _errHandler->reportMatch(this); consume(); }");
    } else if (at.accept("if (")) {
      statement.kind = Statement::Kind::If;
      readConditional(statement);
    } else if (at.accept("while (")) {
      statement.kind = Statement::Kind::While;
      readConditional(statement);
    } else if (at.accept("do {")) {
      statement.kind = Statement::Kind::DoWhile;
      statement.body = readBlock();
      at.expect("while (");
      statement.tokens = readCondition();
      at.expect(";");
    } else if (at.accept("switch (_input->LA(1)) {")) {
      statement.kind = Statement::Kind::Switch;
      readCases(statement);
    } else if (at.accept("$();")) {
      statement.name = at.word();
    } else if (at.peek() == "getInterpreter" || at.peek(2) == "getInterpreter") {
      at.refuse("a decision of the grammar needs more than one token of look-ahead");
    } else {
      at.refuse("expected a statement of a rule, found `" + at.peek() + "`");
    }
    return statement;
  }

  TokenSet readCondition() { return admittedTokens(at.takeBalanced(), source, parser); }

  void readConditional(Statement &statement) {
    statement.tokens = readCondition();
    at.expect("{");
    statement.body = readBlock();
  }

  void readCases(Statement &statement) {
    while (!at.accept("default:")) {
      Statement::Case &one = statement.cases.emplace_back();
      do {
        at.expect("case " + scope + "$:");
        one.tokens.push_back(at.word());
      } while (!at.accept("{"));
      while (!at.accept("break; }"))
        if (!skipBookkeeping())
          one.body.push_back(readStatement());
    }
    statement.hasDefault = at.accept("break;");
    if (!statement.hasDefault)
      at.expect("throw NoViableAltException(this);");
    at.expect("}");
  }

  const GeneratedText &source;
  const ParserClass &parser;
  Cursor at;
  std::string scope;
};

} // namespace

std::vector<Rule> ptx::lean::readRules(const GeneratedText &source, const ParserClass &parser) {
  return RuleReader(source, parser).read();
}
