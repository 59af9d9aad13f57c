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

/// The user's options for diagnostics: the mapping from severities of the catalogue to effective
/// severities, and the error limit.
class DiagnosticOptions {
public:
  /// `-w`: hide warnings. Warnings that a flag made errors by name remain errors.
  bool noWarnings = false;

  /// `--ptxas-compat`: follow `ptxas`. Changes the initial severity of the members of some groups;
  /// see `DiagGroupInfo::underCompat`.
  bool ptxasCompat = false;

  /// `--final`: the module is complete, so errors of code generation are errors.
  bool isFinal = false;

  /// `--error-limit`: stop reporting after this many errors in a file; 0 means no limit.
  uint32_t errorLimit = 100;

  /// Applies the text after `-W` on the command line. NAME is a rule, by name or code, or a group;
  /// a later flag wins over an earlier one.
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

  /// The effective severity of `id` in the entry `entry`, or outside of entries.
  Severity severity(DiagId id, llvm::StringRef entry = "") const;

  /// Whether `id` can be reported anywhere.
  bool isOn(DiagId id) const;

private:
  /// The effect of a flag on the rules that it names.
  struct Flag {
    /// None for `error` and `no-error` without a name, which apply to all warnings.
    std::optional<RuleName> rules;
    bool yes;
    bool asError;
    /// Null if it applies to all entries.
    std::shared_ptr<const NamePatterns> entries;
  };

  std::vector<Flag> flags; // a later one wins
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_OPTIONS_H
