// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/EntryRequirements.h"

#include "llvm/ADT/SetVector.h"

using namespace ptx;
using namespace ptx::lsp;

static SemaOptions recordingOptions(const CheckOptions &options) {
  SemaOptions sema = recordingUses(options.sema);
  sema.ptxasCompat = options.diagnostics.ptxasCompat;
  return sema;
}

EntryRequirements::EntryRequirements(const CheckedSource &checked, const CheckOptions &given)
    : module(*checked.module), options(recordingOptions(given)), checker(module, options, found),
      bodies(module.bodies().size()) {
  checker.add(checker.checkAroundBodies());
  for (const Function &function : module.top().functions())
    if (module.bodyOf(function))
      defined[module.top().text(function.name)] = &function;
}

const EntryRequirements::Body &EntryRequirements::bodyOf(const Function &function) {
  std::unique_ptr<Body> &body = bodies[function.body];
  if (body)
    return *body;
  body = std::make_unique<Body>();
  const SyntaxUnit &unit = *module.bodyOf(function);
  FunctionHeader header(module.top(), function);
  std::unique_ptr<MnemonicTable> &table = mnemonics[&unit.wordTable()];
  if (!table)
    table = checker.mnemonicsOf(unit.wordTable());
  std::unique_ptr<BodyFindings> ofBody;
  std::unique_ptr<CheckedUnit> checked = checker.checkBody(&header, unit, *table, ofBody);
  body->hasErrors = !unit.isComplete();
  if (ofBody) {
    body->hasErrors |= ofBody->findings.diagnostics.hasErrors();
    body->uses = ofBody->findings.gates.takeUses();
  }
  for (uint32_t i = 0; i != unit.expressions().size(); ++i)
    if (const Symbol *symbol = checked->scope.symbol(checked->scope.binding(ExprId{i}));
        symbol && symbol->isFunction())
      if (const Function *named = defined.lookup(symbol->name))
        body->functions.push_back(named);
  return *body;
}

std::optional<Requirements> EntryRequirements::requirementsOf(const Function &entry) {
  if (found.hasErrors() || !module.top().isComplete())
    return std::nullopt;
  GatedUses uses = checker.recordedUses();
  uses.mapF64ToF32 = checker.tables().platform.mapF64ToF32;
  llvm::SmallSetVector<const Function *, 8> reached;
  reached.insert(&entry);
  for (size_t i = 0; i != reached.size(); ++i) {
    const Body &body = bodyOf(*reached[i]);
    if (body.hasErrors)
      return std::nullopt;
    uses.append(GatedUses(body.uses));
    reached.insert_range(body.functions);
  }
  return ptx::requirementsOf(uses, options.ptxasCompat);
}
