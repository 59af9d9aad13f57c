// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PTXASTEXTS_H
#define PTX_DIAGNOSTICS_WRITERS_PTXASTEXTS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// What `ptxas`, `nvcc` of an `asm` statement, or the driver reports for a mistake.
struct PtxasText {
  /// With `X` for a name and `N` for a number.
  std::string text;
  /// The corresponding rules, most likely first; none if the message concerns code generation.
  std::vector<DiagId> rules;
  llvm::StringRef tool = "ptxas";
  /// What to know or do beyond the rules; empty if they say it.
  std::string answer = {};
};

/// Whether a line is one that `ptxas` prints: it begins with the name of the tool.
bool isLineOfPtxas(llvm::StringRef line);

/// Finds the text of `ptxas`, `nvcc` or the driver that is most like `text`, which may be a whole
/// line of its output: what is in quotation marks and numbers do not matter. Also its numbers, such
/// as `C7508`.
std::optional<PtxasText> findPtxasText(llvm::StringRef text);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PTXASTEXTS_H
