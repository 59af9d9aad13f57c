// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_UNIT_SYNTAX_PARSEDMODULE_H
#define PTX_TEST_UNIT_SYNTAX_PARSEDMODULE_H

#include "ptx/Syntax/Parse/Parser.h"

#include <string>
#include <vector>

namespace ptx::test {

/// A text and its syntax tree, with what the tests want to see of it in short notations.
class ParsedModule {
public:
  explicit ParsedModule(std::string text, SourceKind kind = SourceKind::Module);

  /// `items` after the header of a module.
  static ParsedModule items(const std::string &items) {
    return ParsedModule(".version 9.0\n.target sm_90\n" + items);
  }
  /// `statements` in a body, which is `body()`.
  static ParsedModule statements(const std::string &statements) {
    return items(".entry k() {\n" + statements + "\n}\n");
  }

  const Module &operator*() const { return *module; }
  const Module *operator->() const { return module.get(); }
  const SyntaxUnit &top() const { return module->top(); }
  const SyntaxUnit &body(size_t index = 0) const { return module->bodies()[index]; }

  /// Line and message of each diagnostic, in the order of their positions: `3: expected ...`.
  std::vector<std::string> diagnostics() const;

private:
  std::unique_ptr<SourceBuffer> source;
  DiagnosticList list;
  std::unique_ptr<Module> module;
};

/// An expression with every structure in parentheses: `1 + 2 * 3` is `(+ 1 (* 2 3))`, `%r1` is
/// itself, `{a, b}` is `(Vector a b)`.
std::string show(const SyntaxUnit &unit, ExprId id);

/// The expressions of a list, with blanks between them.
std::string show(const SyntaxUnit &unit, ListRef list);

/// The text of a token; empty if it is left out.
std::string show(const SyntaxUnit &unit, TokenId token);

} // namespace ptx::test

#endif // PTX_TEST_UNIT_SYNTAX_PARSEDMODULE_H
