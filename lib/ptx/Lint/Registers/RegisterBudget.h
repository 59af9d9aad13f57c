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
  /// Whether each thread starts with exactly this number, so that `setmaxnreg` can count from it.
  bool isFixed = false;
  /// The directives that limit the number.
  llvm::SmallVector<SourceRange, 2> limits = {};

  void note(Diagnostic &diagnostic) const {
    for (SourceRange range : limits)
      diagnostic.note(range, "limited here");
  }
};

/// The limit by `.maxnreg`, `.maxntid`, `.reqntid` and `.minnctapersm` of the entry, of the 65,536
/// registers that a CTA can have. For a called function, the callers are unknown, so the limit is
/// the maximum. (Manual 11.4.1 to 11.4.4)
RegisterBudget registerBudget(const BodyLintContext &context);

/// The registers in the vectors of an instruction.
unsigned vectorRegisters(const BodyLintContext &context, InstId inst);

/// The number of registers that `ptxas` requires to compile an instruction whose vectors must be in
/// consecutive registers: `wgmma.mma_async`, `tcgen05.ld` and `tcgen05.st`. None for others.
unsigned requiredRegisters(BodyLintContext &context, InstId inst);

/// The number of registers that a `setmaxnreg` requests, if it is valid.
std::optional<int64_t> countSet(const BodyLintContext &context, InstId inst);

/// The number of registers that `ptxas` reserves in addition to the results of `wgmma.mma_async`.
constexpr unsigned registersBesideResults = 26;

} // namespace ptx

#endif // PTX_LINT_REGISTERS_REGISTERBUDGET_H
