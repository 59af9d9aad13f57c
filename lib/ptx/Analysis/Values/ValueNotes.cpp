// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether there is something to report about the value.
static bool isKnown(const KnownValue &value) {
  return describe(value) != describe(KnownValue::unknown(value.width()));
}

/// The notes follow the definitions backwards from the operand, the nearest first, and are shown in
/// source order.
void ValueAnalysis::explain(Diagnostic &diagnostic, InstId inst, ExprId id) {
  constexpr size_t maxNotes = 5;
  struct Step {
    uint32_t access;
    SourceId source;
  };
  llvm::SmallVector<Step, maxNotes> steps;
  llvm::SmallVector<SourceId, 16> pending;
  llvm::DenseSet<SourceId> seen;
  auto add = [&](SourceId from) {
    if (from != none && reaching[from].kind > ValueSource::Unknown && seen.insert(from).second)
      pending.push_back(from);
  };
  if (SourceId source = sourceOf(inst, insideOf(id)); source != none) {
    solve(source);
    add(source);
  }
  for (size_t i = 0; i != pending.size() && steps.size() != maxNotes; ++i) {
    const ValueSource &source = reaching[pending[i]];
    if (source.kind == ValueSource::Definition && isKnown(nodes[pending[i]].value))
      steps.push_back({source.access, pending[i]});
    for (SourceId from : dependenciesOf(pending[i]))
      add(from);
  }
  llvm::sort(steps, [](const Step &a, const Step &b) { return a.access < b.access; });
  for (const Step &step : steps) {
    const Instruction &from = unit[reaching[step.source].inst];
    diagnostic.note(unit.range(from.opcode, from.last),
                    "`" + unit.text(accesses.all()[step.access].name).str() + "` is " +
                        describe(nodes[step.source].value));
  }
}
