// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Condition.h"

using namespace ptx::lean;
using llvm::StringRef;

namespace {

/// Evaluates an expression in unsigned 64-bit arithmetic as C++ does, except that shifts by 64 or
/// more result in 0: ANTLR's conditions do not use such a result.
class Evaluator {
public:
  Evaluator(llvm::ArrayRef<StringRef> expression, uint64_t la, const GeneratedText &text,
            const ParserClass &parser)
      : rest(expression), la(la), text(text), parser(parser), last(expression.back()) {}

  bool evaluate() {
    uint64_t value = binary(0);
    if (!rest.empty())
      refuse();
    return value != 0;
  }

private:
  /// Operators by increasing precedence.
  static constexpr StringRef operators[] = {"||", "&&", "|", "&", "==", "!=", "<<", "-"};

  [[noreturn]] void refuse() {
    text.refuse(rest.empty() ? last : rest.front(), "expected a condition on `_la`");
  }

  bool accept(StringRef op) {
    // Each character is one token.
    if (rest.size() < op.size())
      return false;
    for (size_t i = 0; i != op.size(); ++i)
      if (rest[i] != op.substr(i, 1))
        return false;
    // `|` and `&`, unless they are the first half of `||` or `&&`.
    if (op.size() == 1 && rest.size() > 1 && rest[1] == op && (op == "|" || op == "&"))
      return false;
    rest = rest.drop_front(op.size());
    return true;
  }

  uint64_t binary(size_t level) {
    if (level == std::size(operators))
      return unary();
    uint64_t value = binary(level + 1);
    while (accept(operators[level]))
      value = apply(operators[level], value, binary(level + 1));
    return value;
  }

  static uint64_t apply(StringRef op, uint64_t a, uint64_t b) {
    if (op == "||")
      return a || b;
    if (op == "&&")
      return a && b;
    if (op == "|")
      return a | b;
    if (op == "&")
      return a & b;
    if (op == "==")
      return a == b;
    if (op == "!=")
      return a != b;
    if (op == "<<")
      return b < 64 ? a << b : 0;
    return a - b;
  }

  uint64_t unary() {
    if (accept("~"))
      return ~unary();
    if (accept("(")) {
      uint64_t value = binary(0);
      if (!accept(")"))
        refuse();
      return value;
    }
    return atom();
  }

  uint64_t atom() {
    if (rest.empty())
      refuse();
    if (rest.size() >= 4 && rest[0] == parser.name && rest[1] == ":" && rest[2] == ":") {
      StringRef kind = rest[3];
      auto found = llvm::find(parser.tokens, kind);
      if (found == parser.tokens.end() && kind != "EOF")
        refuse();
      rest = rest.drop_front(4);
      return kind == "EOF" ? ~uint64_t(0) : found - parser.tokens.begin() + 1;
    }
    uint64_t number = la;
    if (rest.front() != "_la" && rest.front().rtrim("UL").getAsInteger(0, number))
      refuse();
    rest = rest.drop_front();
    return number;
  }

  llvm::ArrayRef<StringRef> rest;
  uint64_t la;
  const GeneratedText &text;
  const ParserClass &parser;
  StringRef last;
};

} // namespace

TokenSet ptx::lean::admittedTokens(llvm::ArrayRef<StringRef> condition, const GeneratedText &text,
                                   const ParserClass &parser) {
  TokenSet admitted;
  for (size_t i = 0; i != parser.tokens.size(); ++i)
    if (Evaluator(condition, i + 1, text, parser).evaluate())
      admitted.push_back(parser.tokens[i]);
  if (Evaluator(condition, ~uint64_t(0), text, parser).evaluate())
    admitted.push_back("EOF");
  return admitted;
}
