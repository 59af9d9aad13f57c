// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/Statements.h"

#include "ptx/Check/SourceLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using namespace ptx::debug;
using llvm::StringRef;

Statements::Statements(const CheckedSource &checked) {
  SourceLines lines(*checked.module, checked.sema->debug);
  const SyntaxUnit &top = checked.module->top();
  for (const Function &function : top.functions()) {
    if (function.body >= checked.sema->bodies.size() || !checked.sema->bodies[function.body])
      continue;
    const CheckedUnit &body = *checked.sema->bodies[function.body];
    const SyntaxUnit &unit = body.scope.unit;
    bool isFirst = true;
    for (const Stmt &stmt : unit.statements()) {
      if (stmt.kind != StmtKind::Instruction || !body.signatures[stmt.index])
        continue;
      const Instruction &inst = unit[InstId{stmt.index}];
      uint32_t begin = unit.range(inst.first(), inst.last).begin;
      LineColumn at = checked.module->source().lineColumn(begin);
      Statement statement{begin, at.line, at.column, "", 0};
      if (std::optional<SourceLines::Found> found = lines.of(begin)) {
        statement.file = found->origin.file;
        statement.sourceLine = static_cast<uint32_t>(found->origin.line);
      }
      if (isFirst)
        functions.emplace_back(top.text(function.name).str(), list.size());
      startsBody.push_back(isFirst);
      list.push_back(std::move(statement));
      isFirst = false;
    }
  }
}

const Statement *Statements::find(uint32_t begin) const {
  auto found = llvm::partition_point(list, [&](const Statement &s) { return s.begin < begin; });
  return found != list.end() && found->begin == begin ? &*found : nullptr;
}

const Statement *Statements::atLine(uint32_t line) const {
  auto found = llvm::partition_point(list, [&](const Statement &s) { return s.line < line; });
  return found != list.end() ? &*found : nullptr;
}

std::vector<const Statement *> Statements::ofSource(StringRef path, uint32_t line) const {
  StringRef name = llvm::sys::path::filename(path);
  auto isThere = [&](const Statement &s) {
    return s.sourceLine >= line && llvm::sys::path::filename(s.file) == name;
  };
  uint32_t nearest = ~0u;
  for (const Statement &statement : list)
    if (isThere(statement))
      nearest = std::min(nearest, statement.sourceLine);
  std::vector<const Statement *> found;
  for (size_t i = 0; i != list.size(); ++i) {
    bool begins = startsBody[i] || list[i - 1].sourceLine != nearest;
    if (isThere(list[i]) && list[i].sourceLine == nearest && begins)
      found.push_back(&list[i]);
  }
  return found;
}

const Statement *Statements::ofFunction(StringRef name) const {
  for (const auto &[function, first] : functions)
    if (function == name)
      return &list[first];
  return nullptr;
}
