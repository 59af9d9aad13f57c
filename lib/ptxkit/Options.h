// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_OPTIONS_H
#define PTXKIT_OPTIONS_H

#include <string>
#include <vector>

namespace ptxkit {

/// What to check a source for, and what to report. What is not said here is as in `ptx-check`
/// without options.
struct Options {
  /// Whether the source is a statement list, such as the text of an inline assembly statement,
  /// instead of a module.
  bool fragment = false;
  /// Check for these targets, such as `sm_90a`, in place of the module's `.target`: what it uses
  /// must exist on all of them.
  std::vector<std::string> targets;
  /// Check for this version of PTX, such as `9.2`, in place of the module's `.version`.
  std::string version;
  /// Whether to look for legal code that is almost certainly wrong.
  bool lints = true;
  /// Whether to accept and reject what `ptxas` 13.0 does where it departs from the manual.
  bool ptxasCompat = false;
  /// What `ptx-check` takes after `-W`, in order: `unused-register`, `no-shift-count`,
  /// `error=unreachable-code`.
  std::vector<std::string> warnings;
  /// Report nothing after this many errors; 0 reports all.
  unsigned errorLimit = 100;
  /// How many threads share the work; 0: one for each core. What is found does not depend on it.
  unsigned threads = 1;

  /// Which value makes no sense, such as a target that does not exist; empty if all do. A check
  /// with such options fails with this text.
  std::string problem() const;
};

} // namespace ptxkit

#endif // PTXKIT_OPTIONS_H
