// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/SourceLines.h"

#include "ptx/Diagnostics/Printable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Finds the source line of places in one module.
class SourceLines {
public:
  explicit SourceLines(const Module &module);

  bool empty() const { return files.empty(); }
  void addTo(Diagnostic &d) const;

private:
  const SyntaxUnit *bodyAt(uint32_t position) const;
  std::string place(uint32_t file, uint32_t line, uint32_t column) const;

  const Module &module;
  llvm::DenseMap<uint64_t, StringRef> files;
};

} // namespace

SourceLines::SourceLines(const Module &module) : module(module) {
  const SyntaxUnit &top = module.top();
  for (const Directive &directive : top.directives()) {
    if (directive.kind != DirectiveKind::File || directive.operands.count < 2)
      continue;
    llvm::ArrayRef<ExprId> parts = top.list(directive.operands);
    StringRef name = top.text(top[parts[1]].token);
    uint64_t index = top[parts[0]].integerValue();
    if (index <= UINT32_MAX) // others are errors, and no `.loc` means them
      files.try_emplace(index, name.drop_front().drop_back());
  }
}

const SyntaxUnit *SourceLines::bodyAt(uint32_t position) const {
  llvm::ArrayRef<SyntaxUnit> bodies = module.bodies();
  const auto *behind = llvm::partition_point(bodies, [&](const SyntaxUnit &body) {
    return body.tokens().size() == 0 || body.tokens().range(0).begin <= position;
  });
  return behind == bodies.begin() ? nullptr : behind - 1;
}

/// Names come from the input: a long one is cut, and none can break the line.
std::string SourceLines::place(uint32_t file, uint32_t line, uint32_t column) const {
  std::string text = "`";
  appendArgument(text, files.lookup(file));
  return text + "`:" + std::to_string(line) + ":" + std::to_string(column);
}

void SourceLines::addTo(Diagnostic &d) const {
  const SyntaxUnit *body = bodyAt(d.range.begin);
  if (!body || body->tokens().range(body->tokens().size() - 1).end < d.range.begin)
    return;
  const auto *behind = llvm::partition_point(
      body->locs(), [&](const Loc &loc) { return body->range(loc.first).begin <= d.range.begin; });
  if (behind == body->locs().begin())
    return;
  const Loc &loc = behind[-1];
  SourceRange range = body->range(loc.first, TokenId{loc.first.index + 3});
  // A finding about a `.loc` itself is none about what was compiled.
  TokenId last = loc.inlined.valid() ? (*body)[loc.inlined].last : TokenId{loc.first.index + 3};
  if (!files.contains(loc.file) || d.range.begin < body->range(last).end)
    return;
  d.note(range, "from " + place(loc.file, loc.line, loc.column));
}

void ptx::addSourceLines(const Module &module, Report &report) {
  if (report.diagnostics.empty())
    return;
  SourceLines lines(module);
  if (lines.empty())
    return;
  for (Diagnostic &d : report.diagnostics)
    lines.addTo(d);
}
