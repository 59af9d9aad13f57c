// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_SUPPRESSIONS_H
#define PTX_DIAGNOSTICS_SUPPRESSIONS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ptx {

class DiagnosticList;
class DiagnosticOptions;
class SourceBuffer;

/// The comments of a source that suppress findings:
///
///     // ptx-check: ignore[unused-label, PTX6104]: why      on its line, or alone above one
///     // ptx-check: disable[unused]: why                    from here on
///     // ptx-check: enable[unused]                          until here; without names, of all
///     // ptx-check: ignore-file[unused]: why                in the file; without names, all rules
///
/// A name is that of a rule, by name or code, or of a group. Comments begin with `//`, `/*`, `#` or
/// `;`, as in the sources that hold PTX.
class Suppressions {
public:
  /// Reads the comments of `source`, which must outlive this object, and reports malformed ones.
  Suppressions(const SourceBuffer &source, DiagnosticList &problems);

  bool empty() const { return lines.empty() && ranges.empty() && file.empty(); }

  /// The reason, possibly empty, if `d` is suppressed. Marks the suppression as used.
  std::optional<llvm::StringRef> hide(const Diagnostic &d);

  /// Reports unused suppressions of rules that `options` leave on.
  void reportUnused(const DiagnosticOptions &options, DiagnosticList &list) const;

private:
  /// A name in a comment, and the range in which its findings are suppressed.
  struct Suppression {
    /// None if all rules are.
    std::optional<RuleName> rules;
    /// The name in the comment; its command if it has no names.
    SourceRange name;
    SourceRange where;
    /// The text after the colon in the comment.
    llvm::StringRef reason;
    bool used = false;
  };
  class Reader;

  static Suppression *at(std::vector<Suppression> &among, uint32_t offset);
  void reportUnused(const Suppression &of, llvm::StringRef where, const DiagnosticOptions &options,
                    DiagnosticList &list) const;

  llvm::StringRef source;
  /// Of single lines, in the order of the lines.
  std::vector<Suppression> lines;
  /// Of longer ranges, by the name of the rule or group, or empty for all rules; each list is in
  /// order and without overlap.
  llvm::StringMap<std::vector<Suppression>> ranges;
  /// Of the file, by the same names.
  llvm::StringMap<Suppression> file;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_SUPPRESSIONS_H
