// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_BODYSUMMARY_H
#define PTX_LINT_BODYSUMMARY_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

#include <array>
#include <optional>
#include <vector>

namespace ptx {

/// The summary of a body for module-level lints, which run after its tree is freed.
struct BodySummary {
  /// The variables of the module, by their number among its symbols, and the functions that the
  /// body names; each once.
  std::vector<uint32_t> variables;
  std::vector<llvm::StringRef> functions;
  /// Names of module variables that occur in the body but refer to something else there, or to
  /// nothing known.
  std::vector<llvm::StringRef> otherNames;
  /// The sizes in bytes of the static shared variables that the body declares, and of the ones that
  /// it uses.
  uint64_t sharedBytes = 0;
  uint64_t namedSharedBytes = 0;
  /// The functions that it calls by name.
  std::vector<llvm::StringRef> callees;
  /// An instruction with `.cta_group::1`, and one with `.cta_group::2`.
  std::array<std::optional<SourceRange>, 2> ctaGroups;

  bool empty() const {
    return variables.empty() && functions.empty() && otherNames.empty() && callees.empty() &&
           sharedBytes == 0 && !ctaGroups[0] && !ctaGroups[1];
  }
};

} // namespace ptx

#endif // PTX_LINT_BODYSUMMARY_H
