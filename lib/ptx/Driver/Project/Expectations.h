// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_EXPECTATIONS_H
#define PTX_DRIVER_PROJECT_EXPECTATIONS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Support/SourceRange.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

class SourceBuffer;

/// The syntax of expectations in inputs, and the findings that require none.
struct VerifyOptions {
  /// The start of a line comment of the language.
  std::string comment = "//";
  /// The prefixes of expectations: `expected` of `expected-error`.
  std::vector<std::string> prefixes = {"expected"};
  /// The severities of findings that require no expectation.
  std::vector<Severity> ignored = {};
};

/// One `expected-...` of a comment, as docs/guide/testing.md describes them:
///
///     // expected-error@+1 2 {{expected `;`}} [PTX1102]
struct Expectation {
  /// The form in which the line of the diagnostic is specified.
  enum class Place : uint8_t { SameLine, Relative, Absolute, Above, Below };

  /// Error, Warning or Note.
  Severity severity = Severity::Error;
  Place place = Place::SameLine;
  /// The line of the expectation and the line of the diagnostic, counted from 1.
  uint32_t line = 0;
  uint32_t target = 0;
  /// The required number of such diagnostics.
  uint32_t count = 1;
  /// The text between the outer `{{` and `}}`.
  std::string text;
  /// Whether it is `expected-no-diagnostics`, which only has a line and a range.
  bool forbidsAll = false;
  /// Whether `text` contains regular expressions in `{{` and `}}`.
  bool isRegex = false;
  /// The required rule.
  std::optional<DiagId> code;
  /// The range from `expected-` to the end.
  SourceRange range;
  /// The part from `@`; empty if there is none.
  SourceRange placeRange;

  /// Whether the expectation matches `message` of rule `id`, ignoring line and severity.
  bool accepts(llvm::StringRef message, DiagId id) const;
};

/// A problem at an offset.
struct VerifyProblem {
  uint32_t offset;
  std::string message;
};

/// The expectations of an input in source order, and the problems of malformed ones.
struct ExpectationList {
  std::vector<Expectation> expectations;
  std::vector<VerifyProblem> problems;
};

/// Reads all expectations of `source`. They are recognized after every start of a comment, so that
/// inputs with invalid tokens can contain them.
ExpectationList parseExpectations(const SourceBuffer &source, const VerifyOptions &options = {});

/// The line for `@above` or `@below` on `line`: the next line in that direction for which
/// `hasExpectation` is false; 0 if there is none. Lines are numbered 1 to `lineCount`.
template <class Predicate>
uint32_t neighbouringLine(uint32_t line, Expectation::Place place, uint32_t lineCount,
                          Predicate hasExpectation) {
  uint32_t step = place == Expectation::Place::Above ? ~0u : 1u;
  do
    line += step;
  while (line != 0 && line <= lineCount && hasExpectation(line));
  return line <= lineCount ? line : 0;
}

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_EXPECTATIONS_H
