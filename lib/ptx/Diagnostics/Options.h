// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_OPTIONS_H
#define PTX_DIAGNOSTICS_OPTIONS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ptx {

class NamePatterns;

/// What the user chose about diagnostics: the map from the severities of the catalogue to those
/// that count, and how many errors to show.
class DiagnosticOptions {
public:
  /// `-w`: show no warnings. What a flag made an error by name stays one.
  bool noWarnings = false;

  /// `--ptxas-compat`: accept and reject what `ptxas` does. Gives the members of some groups
  /// another severity to begin with; see `DiagGroupInfo::underCompat`.
  bool ptxasCompat = false;

  /// `--final`: the module is loaded as it is, so that what only code generation rejects is an
  /// error.
  bool isFinal = false;

  /// `--error-limit`: show nothing of a file after this many errors; 0 shows all.
  uint32_t errorLimit = 100;

  /// Applies what is after `-W` on the command line. NAME is a rule, by name or code, or a
  /// group; a later flag wins over an earlier one.
  ///
  /// - `NAME` turns a warning on, `no-NAME` off; `none` turns all of them off;
  /// - `error=NAME` turns it on and makes it an error, `no-error=NAME` makes it a warning again;
  /// - `error` makes all warnings errors that no `no-error=NAME` excepts, `no-error` takes it back.
  ///
  /// An unknown name, and that of a rule which is an error always, is an error with a text for the
  /// command line.
  ///
  /// With `entries`, patterns of names, the flag is about diagnostics in such entries only.
  llvm::Error addWarningFlag(llvm::StringRef flag,
                             std::shared_ptr<const NamePatterns> entries = {});

  /// The severity that counts for `id` in the entry called `entry`, or outside of entries.
  Severity severity(DiagId id, llvm::StringRef entry = "") const;

  /// Whether `id` can be reported somewhere.
  bool isOn(DiagId id) const;

private:
  /// What a flag says of the rules that it names.
  struct Flag {
    /// None if it is about all warnings as errors.
    std::optional<RuleName> rules;
    bool yes;
    bool asError;
    /// Null if it is about all entries.
    std::shared_ptr<const NamePatterns> entries;
  };

  std::vector<Flag> flags; // a later one wins
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_OPTIONS_H
