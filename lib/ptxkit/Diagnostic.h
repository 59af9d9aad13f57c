// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_DIAGNOSTIC_H
#define PTXKIT_DIAGNOSTIC_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ptxkit {

/// Bytes of the source: from `begin` up to, and without, `end`.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// A line and a column, both counted from 1; the column counts bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
};

/// A location in the text from which a source was generated.
struct Origin {
  std::string file;
  uint64_t line = 0;
  /// 0 if it is unknown.
  uint64_t column = 0;
};

/// Replaces the bytes of `range`. An empty range means an insertion.
struct Edit {
  Range range;
  std::string replacement;
  /// Description of the edit, such as "insert `;`"; may be empty.
  std::string description = {};
  /// Whether a fix can be applied without a review.
  bool isSafe = true;
};

/// Applies all `edits`, in any order, to `source`. An edit that overlaps an earlier one of the
/// list, or is out of bounds, is skipped.
std::string applyEdits(std::string_view source, std::vector<Edit> edits);

enum class Severity : uint8_t { Warning, Error };

/// A secondary location of a diagnostic.
struct Note {
  Range range;
  std::string message;
};

/// One finding.
struct Diagnostic {
  Severity severity = Severity::Error;
  /// The stable code, such as `PTX3002`, and its name, such as `operand-type`.
  std::string code;
  std::string name;
  /// One line: lower case, no final period, code in backticks.
  std::string message;
  /// The narrowest location of the problem.
  Range range;
  /// The name of the enclosing entry; empty outside of entries.
  std::string entry;
  /// The origin of `range`, if a `.loc`, a line marker or `Options::origins` gives it.
  std::optional<Origin> origin;
  std::vector<Note> notes;
  /// Suggested fixes.
  std::vector<Edit> fixes;
};

} // namespace ptxkit

#endif // PTXKIT_DIAGNOSTIC_H
