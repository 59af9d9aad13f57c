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

/// How inputs say what is expected of them, and what need not be expected.
struct VerifyOptions {
  /// What begins a comment of the language.
  std::string comment = "//";
  /// The words that an expectation begins with: `expected` of `expected-error`.
  std::vector<std::string> prefixes = {"expected"};
  /// The kinds of findings that may be there without an expectation.
  std::vector<Severity> ignored = {};
};

/// One `expected-...` of a comment, as docs/guide/testing.md describes them:
///
///     // expected-error@+1 2 {{expected `;`}} [PTX1102]
struct Expectation {
  /// How the line of the diagnostic is given.
  enum class Place : uint8_t { SameLine, Relative, Absolute, Above, Below };

  /// Error, Warning or Note.
  Severity severity = Severity::Error;
  Place place = Place::SameLine;
  /// The line it is on, and the line of the diagnostic; from 1.
  uint32_t line = 0;
  uint32_t target = 0;
  /// How many such diagnostics there have to be.
  uint32_t count = 1;
  /// What is between the outer `{{` and `}}`.
  std::string text;
  /// Whether it is `expected-no-diagnostics`, which only has a line and a range.
  bool forbidsAll = false;
  /// Whether `text` holds regular expressions in `{{` and `}}`.
  bool isRegex = false;
  /// The rule that has to be the cause.
  std::optional<DiagId> code;
  /// From `expected-` to the end.
  SourceRange range;
  /// The part from `@`; empty if there is none.
  SourceRange placeRange;

  /// Whether `message`, of rule `id`, is what is expected; line and severity aside.
  bool accepts(llvm::StringRef message, DiagId id) const;
};

/// Something wrong, at an offset.
struct VerifyProblem {
  uint32_t offset;
  std::string message;
};

/// The expectations of an input in the order of the text, and those that are malformed.
struct ExpectationList {
  std::vector<Expectation> expectations;
  std::vector<VerifyProblem> problems;
};

/// Reads all expectations of `source`. They count wherever they follow what begins a comment, so
/// that an input with broken tokens can have some too.
ExpectationList parseExpectations(const SourceBuffer &source, const VerifyOptions &options = {});

/// The line that `@above` or `@below` on `line` means: the next one in that direction that
/// `hasExpectation` does not hold of; 0 if there is none. Lines are numbered 1 to `lineCount`.
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
