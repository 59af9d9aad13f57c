// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/InlinePtx.h"
#include "ptx/Inline/Fragments/AsmBodies.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// The `statements` whose text is contiguous in the source, without modules.
static std::vector<AsmStatement> writtenThere(std::vector<AsmStatement> statements) {
  llvm::erase_if(statements, [](const AsmStatement &statement) {
    return statement.macroUse.has_value() || statement.isModule;
  });
  return statements;
}

InlinePtx::InlinePtx(const SourceBuffer &source, std::vector<AsmStatement> statements,
                     const CheckOptions &given, Workers &workers)
    : source(source), options(optionsOfFragments(given)), workers(workers),
      found(std::make_unique<AsmBodies>(writtenThere(std::move(statements)), options.sema.targets,
                                        Unclear::AnyWord)),
      bodies(found->all().size()) {
  options.lints = false; // `checkInline` reports them
}

InlinePtx::~InlinePtx() = default;

const InlineBody &InlinePtx::body(size_t index) const {
  std::unique_ptr<InlineBody> &body = bodies[index];
  if (body)
    return *body;
  const AsmBody &statements = found->all()[index];
  DiagnosticList diagnostics; // `checkInline` reports them
  body = std::make_unique<InlineBody>(InlineBody{
      Fragment(source, statements.parts, statements.before, diagnostics, Unknown::Kept), {}});
  CheckOptions own = options;
  own.sema.wideAddresses = statements.parts.front()->hasWideAddresses;
  const SourceBuffer &text = body->fragment.buffer();
  Stats stats;
  body->checked =
      checkPasses(text, own, {workers.forBytes(text.text().size()), stats}, Trees::Kept);
  return *body;
}

const AsmStatement &InlinePtx::first(size_t index) const {
  return *found->all()[index].parts.front();
}

std::optional<size_t> InlinePtx::at(uint32_t offset) const {
  for (auto [i, statements] : llvm::enumerate(found->all()))
    if (llvm::any_of(statements.parts,
                     [&](const AsmStatement *part) { return part->range.contains(offset); }) &&
        body(i).fragment.placeOf(offset))
      return i;
  return std::nullopt;
}
