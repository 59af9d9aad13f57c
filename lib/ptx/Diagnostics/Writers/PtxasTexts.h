// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PTXASTEXTS_H
#define PTX_DIAGNOSTICS_WRITERS_PTXASTEXTS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// A message of `ptxas`, of the driver, or of `nvcc` about an `asm` statement.
struct PtxasText {
  /// With `X` for a name and `N` for a number.
  std::string text;
  /// The corresponding rules, most likely first; none if the message concerns code generation.
  std::vector<DiagId> rules;
  llvm::StringRef tool = "ptxas";
  /// Advice beyond the pages of the rules; empty if these are sufficient.
  std::string answer = {};
};

/// Whether a line is one that `ptxas` prints: it begins with the name of the tool.
bool isLineOfPtxas(llvm::StringRef line);

/// Finds the message of `ptxas`, `nvcc` or the driver that is most similar to `text`, which may be
/// a whole line of output. Quoted texts and numbers are ignored. Also finds message numbers, such
/// as `C7508`.
std::optional<PtxasText> findPtxasText(llvm::StringRef text);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PTXASTEXTS_H
