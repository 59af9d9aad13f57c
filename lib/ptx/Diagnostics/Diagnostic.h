// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_DIAGNOSTIC_H
#define PTX_DIAGNOSTICS_DIAGNOSTIC_H

#include "ptx/Support/SourceRange.h"

#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ptx {

/// One enumerator for each record of Catalog.td, whose value is the number of its code; see
/// `ptx/Diagnostics/Catalogue/Catalog.h`.
enum class DiagId : uint16_t;

/// The severity of a diagnostic, in ascending order.
enum class Severity : uint8_t { Ignored, Note, Warning, Error };

/// A secondary location with a message.
struct Note {
  SourceRange range;
  /// Like the message of a diagnostic: lower case, no final period.
  std::string message;

  friend auto operator<=>(const Note &, const Note &) = default;
};

/// A location in the text from which the source was generated.
struct Origin {
  std::string file;
  uint64_t line = 0;
  /// 0 if it is unknown.
  uint64_t column = 0;
};

/// Whether a tool may apply a fix without a review.
enum class Applicability : uint8_t {
  /// Only on request: another edit is possible, or the fix may change what the code does.
  Unsafe,
  /// The edit is the only sensible one, and its result is certainly intended.
  Safe,
};

/// A suggested edit: replace the bytes of `range` by `replacement`. An empty range inserts, an
/// empty replacement removes. A fix is complete: it resolves its finding without further edits.
struct FixIt {
  SourceRange range;
  std::string replacement;
  /// A description of the edit, as an imperative in lower case ("insert `;`").
  std::string description;
  Applicability applicability = Applicability::Safe;

  friend auto operator<=>(const FixIt &, const FixIt &) = default;
};

/// One finding about one source buffer. Built by `DiagnosticList::emit` from a catalogue record,
/// completed by chaining: `list.emit(diag::X{...}).highlight(r).note(r2, "declared here")`.
struct Diagnostic {
  DiagId id;
  Severity severity;
  /// The narrowest location of the problem. An empty range is shown as a single caret.
  SourceRange range;
  /// One line of printable text: lower case, no final period, code in backticks.
  std::string message;
  /// The arguments of the message, with the names in `info(id).arguments`. They are printable and
  /// truncated as in the message.
  std::vector<std::string> arguments;
  /// The name of the `.entry` whose body contains `range`; otherwise empty.
  std::string entry;
  /// The name of the C++ function whose inline assembly contains `range`; otherwise empty.
  std::string function;
  /// The origin of `range`, if the source or the options give it. A note contains it as well.
  std::optional<Origin> origin;
  /// Other ranges to underline, on the line of `range`.
  std::vector<SourceRange> highlights;
  std::vector<Note> notes;
  /// Edits that each resolve the finding. Several fixes are alternatives, and none of them is
  /// applied.
  std::vector<FixIt> fixes;

  /// The text of an argument, by its name in `DiagArguments.h`, as in
  /// `d.argument(diag::OperandTypeArgument::expected)`. The diagnostic is one of that rule.
  template <class Argument> const std::string &argument(Argument name) const {
    assert(id == ruleOf(name) && "the argument of another rule");
    return arguments[size_t(name)];
  }

  /// Makes it the diagnostic of an emitter, with the emitter's message. The location, the severity,
  /// the notes and the fixes stay.
  template <class D> Diagnostic &restate(const D &d) {
    message = d.message();
    arguments = d.arguments(); // which can be made of the old ones
    id = D::id;
    return *this;
  }

  /// Adds a note at `where`. Returns this diagnostic.
  Diagnostic &note(SourceRange where, std::string text) {
    notes.push_back({where, std::move(text)});
    return *this;
  }

  /// Also underlines `where`. Returns this diagnostic.
  Diagnostic &highlight(SourceRange where) {
    highlights.push_back(where);
    return *this;
  }

  /// Adds a fix. Returns this diagnostic.
  Diagnostic &fix(SourceRange where, std::string replacement, std::string description,
                  Applicability applicability = Applicability::Safe) {
    fixes.push_back({where, std::move(replacement), std::move(description), applicability});
    return *this;
  }
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_DIAGNOSTIC_H
