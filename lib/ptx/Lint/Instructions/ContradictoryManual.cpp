// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Isa/Reference/Contradictions.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Reports features on which two sections of the manual disagree, if the module violates one of
/// them.
void ptx::checkContradictoryManual(BodyLintContext &context) {
  const Platform &platform = context.platform;
  context.forEach(Trait::IsDisputed, [&](InstId inst, const InstrView &view) {
    for (const DisputeInfo *dispute : disputesOf(view)) {
      const ContradictionInfo &info = dispute->info();
      if (llvm::all_of(platform.targets, [&](TargetId target) {
            return info.isSettledFor(target, platform.version);
          }))
        continue;
      std::string feature = featureText(view, *dispute), parties = info.parties();
      SourceRange range = mnemonicRange(context.unit, context.unit[inst]);
      context.diagnostics
          .emit(diag::ContradictoryManual{.range = range,
                                          .parties = parties,
                                          .feature = feature,
                                          .first = info.first,
                                          .second = info.second})
          .note(range, info.taken.str());
    }
  });
}
