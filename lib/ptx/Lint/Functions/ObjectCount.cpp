// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Functions/ObjectCount.h"
#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// The number of variables of a type that an entry can use from `sm_30` on. (Manual 9.7.10.1) The
/// manual allows 16 surfaces; `ptxas` generates code for 32.
struct ObjectLimit {
  TypeId type;
  llvm::StringLiteral plural;
  uint64_t most;
};

} // namespace

static constexpr ObjectLimit limits[] = {
    {TypeId::texref, "textures", 256},
    {TypeId::samplerref, "samplers", 32},
    {TypeId::surfref, "surfaces", 32},
};

bool ptx::hasManyObjects(const SymbolTable &symbols) {
  return llvm::any_of(limits, [&](const ObjectLimit &limit) {
    return llvm::count_if(symbols.all(), [&](const Symbol &symbol) {
             return symbol.type == limit.type;
           }) > static_cast<int64_t>(limit.most);
  });
}

/// Counts the variables that the entry itself names: in an instruction, or to get an address.
void ptx::checkObjectCount(ModuleLintContext &context) {
  if (!hasManyObjects(context.tables.symbols))
    return;
  llvm::ArrayRef<Symbol> symbols = context.tables.symbols.all();
  const SyntaxUnit &top = context.module.top();
  for (const Function &function : top.functions()) {
    const BodySummary *body = top.isEntry(function) ? context.summaryOf(function) : nullptr;
    if (!body)
      continue;
    for (const ObjectLimit &limit : limits) {
      auto count = static_cast<uint64_t>(llvm::count_if(
          body->variables, [&](uint32_t index) { return symbols[index].type == limit.type; }));
      if (count > limit.most)
        context.diagnostics.emit(diag::ObjectCount{.range = top.range(function.name),
                                                   .name = top.text(function.name),
                                                   .count = count,
                                                   .objects = limit.plural,
                                                   .limit = limit.most});
    }
  }
}
