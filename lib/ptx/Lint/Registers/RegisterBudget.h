// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_REGISTERS_REGISTERBUDGET_H
#define PTX_LINT_REGISTERS_REGISTERBUDGET_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// The registers that `ptxas` can give each thread of a body.
struct RegisterBudget {
  static constexpr unsigned most = 255;

  unsigned count = most;
  /// Whether each thread begins with just as many, so that `setmaxnreg` can count from there.
  bool isFixed = false;
  /// The directives that limit the number.
  llvm::SmallVector<SourceRange, 2> limits = {};

  void note(Diagnostic &diagnostic) const {
    for (SourceRange range : limits)
      diagnostic.note(range, "limited here");
  }
};

/// What `.maxnreg`, `.maxntid`, `.reqntid` and `.minnctapersm` of the entry leave of the 65,536
/// registers that a CTA can have. Of a function that is called, nothing is known of its callers:
/// the most that there can be. (Manual 11.4.1 to 11.4.4)
RegisterBudget registerBudget(const BodyLintContext &context);

/// The registers that `ptxas` asks for to compile an instruction whose vectors have to be in
/// registers in a row: those of `wgmma.mma_async`, `tcgen05.ld` and `tcgen05.st`. None for others.
unsigned requiredRegisters(BodyLintContext &context, InstId inst);

/// How many registers `ptxas` sets aside besides those of the results of `wgmma.mma_async`.
constexpr unsigned registersBesideResults = 26;

} // namespace ptx

#endif // PTX_LINT_REGISTERS_REGISTERBUDGET_H
