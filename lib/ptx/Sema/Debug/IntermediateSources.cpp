// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Debug/IntermediateSources.h"

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace ptx;
using llvm::StringRef;

/// The languages that have a name; case-insensitive. (Manual 11.8.2)
static constexpr llvm::StringLiteral languages[] = {"unknown",       "ptx",           "nvvm",
                                                    "cuda c++",      "cuda c++ tile", "tile ir",
                                                    "python-cutile", "fortran",       "optix"};

/// The numbers of languages; 1 and 2 are reserved.
static constexpr uint64_t greatestLanguage = 10;

static bool isLanguage(const SyntaxUnit &unit, const Expr &expr) {
  StringRef text = unit.text(expr.token);
  if (expr.kind == ExprKind::String)
    return llvm::any_of(languages, [text = text.drop_front().drop_back()](StringRef name) {
      return name.equals_insensitive(text);
    });
  IntegerLiteral number = parseInteger(text);
  return number.range == LiteralRange::Exact && number.value <= greatestLanguage;
}

void ptx::checkLanguages(const SyntaxUnit &top, DiagnosticList &diagnostics) {
  for (const Directive &directive : top.directives()) {
    if (top.tokens().kind(directive.keyword.index) != TokenKind::Language)
      continue;
    for (ExprId id : top.list(directive.operands))
      if (!isLanguage(top, top[id]))
        diagnostics.emit(
            diag::UnknownLanguage{.range = top.range(id), .name = top.text(top[id].token)});
  }
}

void ptx::checkIntermediateLocations(const SyntaxUnit &body, DiagnosticList &diagnostics) {
  bool followsLoc = false;
  for (const Stmt &stmt : body.statements()) {
    if (stmt.kind == StmtKind::Directive) {
      const Directive &directive = body[DirectiveId{stmt.index}];
      if (directive.kind == DirectiveKind::IntermediateLoc && !followsLoc)
        diagnostics.emit(
            diag::MisplacedIntermediateLocation{.range = body.range(directive.keyword)});
    }
    followsLoc = stmt.kind == StmtKind::Loc;
  }
}
