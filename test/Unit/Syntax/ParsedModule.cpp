// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParsedModule.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::test;

ParsedModule::ParsedModule(std::string text, SourceKind kind)
    : source(SourceBuffer::fromString(std::move(text), "test.ptx")),
      module(parseModule(*source, list, kind)) {}

std::vector<std::string> ParsedModule::diagnostics() const {
  std::vector<Diagnostic> sorted(list.items());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto &a, const auto &b) { return a.range < b.range; });
  std::vector<std::string> lines;
  for (const Diagnostic &d : sorted)
    lines.push_back(std::to_string(source->lineColumn(d.range.begin).line) + ": " + d.message);
  return lines;
}

std::string ptx::test::show(const SyntaxUnit &unit, TokenId token) {
  return token ? unit.text(token).str() : std::string();
}

std::string ptx::test::show(const SyntaxUnit &unit, ListRef list) {
  std::string text;
  for (ExprId id : unit.list(list))
    text.append(text.empty() ? "" : " ").append(show(unit, id));
  return text;
}

std::string ptx::test::show(const SyntaxUnit &unit, ExprId id) {
  if (!id)
    return "absent";
  const Expr &e = unit[id];
  std::string token = show(unit, e.token), kind = exprKindName(e.kind).str();
  auto call = [](const std::string &head, const std::string &rest) {
    return ("(" + llvm::Twine(head) + (rest.empty() ? "" : " ") + rest + ")").str();
  };
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Sink:
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::WarpSize:
  case ExprKind::String:
  case ExprKind::SectionName:
    return token;
  case ExprKind::Member:
    return call(kind, token + " " + show(unit, e.component()));
  case ExprKind::Unary:
    return call(token, show(unit, e.child()));
  case ExprKind::Qualified:
    return call(kind, token + " " + show(unit, e.child()));
  case ExprKind::Paren:
  case ExprKind::Generic:
    return call(kind, show(unit, e.child()));
  case ExprKind::Index:
  case ExprKind::Cast:
  case ExprKind::Field:
  case ExprKind::NameRange:
    return call(kind, token + " " + show(unit, e.child()));
  case ExprKind::Binary:
    return call(token, show(unit, e.lhs()) + " " + show(unit, e.rhs()));
  case ExprKind::Offset:
  case ExprKind::Pair:
  case ExprKind::Mask:
  case ExprKind::Difference:
    return call(kind, show(unit, e.lhs()) + " " + show(unit, e.rhs()));
  case ExprKind::Conditional:
  case ExprKind::Vector:
  case ExprKind::Address:
  case ExprKind::Arguments:
  case ExprKind::Initializer:
    return call(kind, show(unit, e.list()));
  case ExprKind::Attribute:
    return call(kind + " " + token, show(unit, e.list()));
  }
  return "?";
}
