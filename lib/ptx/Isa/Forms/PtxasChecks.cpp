// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Isa/Tables.h"

using namespace ptx;

uint32_t ptx::checkedByPtxas(const InstrView &view, const OperandInfo &operand, PtxVersion version,
                             llvm::ArrayRef<TargetId> targets) {
  FormId form = view.form->id;
  auto number = &operand - view.form->operands().begin();
  llvm::ArrayRef<PtxasCheckInfo> checks = tables::ptxasChecks(); // in the order of the forms
  const PtxasCheckInfo *check =
      llvm::partition_point(checks, [&](const PtxasCheckInfo &entry) { return entry.form < form; });
  uint32_t kinds = 0;
  for (; check != checks.end() && check->form == form; ++check)
    if (check->operands >> number & 1 && fulfils(view, check->condition) &&
        (check->targets == TargetSetId::AllTargets || // also for an unknown target
         llvm::any_of(targets,
                      [&](TargetId target) { return satisfies(target, version, check->targets); })))
      kinds |= check->kinds;
  return kinds;
}
