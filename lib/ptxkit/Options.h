// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_OPTIONS_H
#define PTXKIT_OPTIONS_H

#include "ptxkit/Diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptxkit {

/// The origin of a line of the source, and of the lines after it up to the next entry of a list.
struct LineOrigin {
  uint32_t line = 1;
  Origin origin;
};

/// The options of a check. Defaults are those of `ptx-check`.
struct Options {
  /// Whether the source is a statement list, such as the text of an inline assembly statement,
  /// instead of a module.
  bool fragment = false;
  /// Whether a statement list declares all its names: others are errors. Otherwise they can be
  /// declared around it.
  bool declaresNames = false;
  /// The language of the source, by its name for `--language` of `ptx-check`: `ptx`, or one that
  /// has PTX in statements or strings, such as `cuda` or `python`. Empty: the file name decides.
  std::string language;
  /// For a source in C++: the folders of headers whose macros its `asm` statements use, as `-I` of
  /// `ptx-check`. Without any, no header is read.
  std::vector<std::string> includeFolders;
  /// For a statement list: the operand constraints of its `asm` statement, such as `=r,l`. Then, or
  /// if it contains `%%`, it is the template of the statement.
  std::optional<std::string> operands;
  /// Whether to report only lexical and syntax errors.
  bool syntaxOnly = false;
  /// Whether the module is complete: errors of code generation are errors.
  bool isFinal = false;
  /// Require that the tools of this CUDA release, such as `12.4`, or this driver, such as `550`,
  /// can read the module.
  std::string forCuda;
  std::string forDriver;
  /// Require that code for this target, such as `sm_90`, can be generated.
  std::string forGpu;
  /// Check for these targets, such as `sm_90a`, instead of the module's `.target`. All of them must
  /// support every feature.
  std::vector<std::string> targets;
  /// Check for this PTX version, such as `9.2`, instead of the module's `.version`.
  std::string version;
  /// Whether to report legal code that is almost certainly wrong.
  bool lints = true;
  /// Whether to follow `ptxas` 13.5 where it accepts or rejects other code than the manual.
  bool ptxasCompat = false;
  /// Warning flags as for `-W` of `ptx-check`, in order: `unused-register`, `no-shift-count`,
  /// `error=unreachable-code`.
  std::vector<std::string> warnings;
  /// A file with descriptions of tensor maps, which accesses are checked against.
  std::string tensorMaps;
  /// The origins of the lines of a generated source, in any order. They apply where the source has
  /// no `.loc` or line marker.
  std::vector<LineOrigin> origins;
  /// Stop reporting after this many errors; 0 means no limit.
  unsigned errorLimit = 100;
  /// The number of threads; 0 means one for each core. The findings do not depend on it.
  unsigned threads = 1;

  /// A description of an invalid value, such as an unknown target; empty if all are valid. A check
  /// with invalid options fails with this text.
  std::string problem() const;
};

} // namespace ptxkit

#endif // PTXKIT_OPTIONS_H
