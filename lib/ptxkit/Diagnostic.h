// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_DIAGNOSTIC_H
#define PTXKIT_DIAGNOSTIC_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ptxkit {

/// Bytes of the source: from `begin` up to, and without, `end`.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// A place as people count it: both from 1, the column in bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
};

/// A replacement of the bytes of `range`; of an empty range, an insertion.
struct Edit {
  Range range;
  std::string replacement;
  /// What it does, as in "insert `;`"; may be empty.
  std::string description = {};
};

/// `source` with all of `edits` made, which can be in any order. One that overlaps an earlier one
/// of the list, or is not within the source, is left out.
std::string applyEdits(std::string_view source, std::vector<Edit> edits);

enum class Severity : uint8_t { Warning, Error };

/// A second place that has to do with a diagnostic.
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
  /// The narrowest place to blame.
  Range range;
  /// The name of the entry that it is in; empty outside of entries.
  std::string entry;
  std::vector<Note> notes;
  /// Changes that are suggested.
  std::vector<Edit> fixes;
};

} // namespace ptxkit

#endif // PTXKIT_DIAGNOSTIC_H
