// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_REQUIREMENTS_H
#define PTXKIT_REQUIREMENTS_H

#include "ptxkit/Diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace ptxkit {

/// The PTX versions from `first` to `last`; `last` is empty if all later versions belong to it.
struct VersionRange {
  std::string first;
  std::string last;
};

/// A target that supports a source, and the versions in which it does, in ascending order.
struct TargetVersions {
  std::string_view target;
  std::vector<VersionRange> versions;
};

/// Why a version or a target does not support a source.
struct Reason {
  Range range;
  std::string message;
};

/// What a source requires, regardless of its own `.version` and `.target`.
struct Requirements {
  /// The lowest version, and the first CUDA release and driver that support it; empty if no target
  /// supports all that the source contains.
  std::string version;
  std::string cuda;
  std::string driver;
  std::vector<TargetVersions> targets;
  /// Together they explain all excluded versions and targets, in source order.
  std::vector<Reason> reasons;
};

/// An `asm` statement, or a string with PTX, that has no error.
struct AsmStatement {
  Range range;
  /// The enclosing function or macro; empty outside.
  std::string function;
  Requirements requirements;
  /// The condition of the preprocessor that is true for exactly these targets, such as
  /// `__CUDA_ARCH__ >= 800`; empty if there is none.
  std::string condition;
};

} // namespace ptxkit

#endif // PTXKIT_REQUIREMENTS_H
