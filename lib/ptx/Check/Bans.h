// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_BANS_H
#define PTX_CHECK_BANS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Support/NamePatterns.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include <string>

namespace ptx {

/// Features that a project forbids in its PTX.
struct Ban {
  /// Patterns for whole mnemonics, as written: `bar.*`.
  NamePatterns instructions;
  /// Patterns of words that begin with a dot: modifiers, types, state spaces, directives.
  NamePatterns words;
  /// The reason, or the alternative to use.
  std::string message;
};

/// Reports each instruction and each word of `unit` that is banned.
void checkBans(const SyntaxUnit &unit, llvm::ArrayRef<Ban> bans, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_CHECK_BANS_H
