// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_CATALOGUE_CATALOG_H
#define PTX_DIAGNOSTICS_CATALOGUE_CATALOG_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

// The catalogue of diagnostics. This header does not change when a diagnostic is added. Generated
// from the records:
//
// - `OperandRules.h` and the like, one for each `*Rules.td`, included by what emits its
// diagnostics:
//   in namespace `ptx::diag` one struct a record with the members `id`, `range`, the arguments,
//   `std::string message() const`, and `std::vector<std::string> arguments() const`, which are
//   those of `Diagnostic`;
// - `DiagArguments.h`: for code that reads these again, one enumeration a record:
//   `d.argument(diag::OperandTypeArgument::expected)`. No code looks into a message;
// - `DiagIds.h`: the enumerators of `DiagId`, for what names diagnostics of all families. Others
//   write `diag::Name::id`.

namespace ptx {

// Generated: `enum class DiagGroup`.
#include "ptx/Diagnostics/DiagGroups.inc"

/// A set of warning groups.
class DiagGroups {
public:
  constexpr DiagGroups(std::initializer_list<DiagGroup> groups) {
    for (DiagGroup group : groups)
      bits |= bit(group);
  }

  constexpr bool contains(DiagGroup group) const { return (bits & bit(group)) != 0; }
  constexpr bool empty() const { return bits == 0; }

private:
  static constexpr uint32_t bit(DiagGroup group) { return uint32_t(1) << unsigned(group); }

  uint32_t bits = 0;
};

/// The catalogue entry of a diagnostic.
struct DiagInfo {
  DiagId id;
  /// The stable number, never reused: 1001 for `PTX1001`.
  uint16_t code;
  /// Severity before any flag. `Ignored` is off by default.
  Severity severity;
  /// Its warning groups, including groups that contain others. An error without a group is always
  /// an error: no flag changes it.
  DiagGroups groups;
  /// The name in kebab case, used by flags and pages.
  llvm::StringLiteral name;
  /// The section of the PTX ISA manual that states the rule.
  llvm::StringLiteral section;
  /// The corresponding message of `ptxas` 13.5; may be empty.
  llvm::StringLiteral ptxas;
  /// The message with its `{argument}` placeholders.
  llvm::StringLiteral message;
  /// The argument names, in the order of the record.
  llvm::ArrayRef<llvm::StringLiteral> arguments;

  /// Whether no flag can change the severity.
  bool isHardError() const { return severity == Severity::Error && groups.empty(); }
};

/// The catalogue entry of a warning group.
struct DiagGroupInfo {
  DiagGroup group;
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// The severity of its members with `--ptxas-compat`; `Ignored` means no change.
  Severity underCompat;
};

/// The catalogue, in the order of `DiagId`, which is the order of the codes.
llvm::ArrayRef<DiagInfo> allDiagnostics();

/// The position of `id` in `allDiagnostics()`.
size_t indexOf(DiagId id);

/// All warning groups, in the order of `DiagGroup`.
llvm::ArrayRef<DiagGroupInfo> allDiagnosticGroups();

/// The catalogue entry of `id`.
const DiagInfo &info(DiagId id);

/// The message of `id` with `arguments`, which are as those of a `Diagnostic`.
std::string messageOf(DiagId id, llvm::ArrayRef<std::string> arguments);

/// Whether the message of a rule shows its argument `name` between backticks, as code.
bool isShownAsCode(const DiagInfo &rule, llvm::StringRef name);

/// The code as text: `PTX1001`.
std::string codeText(DiagId id);

/// Finds a diagnostic by kebab name, by code (`PTX1001`, in either case) or by number (`1001`).
std::optional<DiagId> findDiagnostic(llvm::StringRef nameOrCode);

/// Finds a warning group by name.
std::optional<DiagGroup> findDiagnosticGroup(llvm::StringRef name);

/// A rule or a group of rules, as named by users.
class RuleName {
public:
  /// The rule called `name`, as `findDiagnostic` finds it, or the group.
  static std::optional<RuleName> find(llvm::StringRef name);

  /// The name of the rule or of the group.
  llvm::StringRef name() const;

  bool covers(const DiagInfo &rule) const {
    return group ? rule.groups.contains(*group) : rule.id == id;
  }

private:
  DiagId id = {};
  std::optional<DiagGroup> group;
};

/// The rule or group most similar to `name`; empty if there is none. `withErrors` includes rules
/// that are always errors.
llvm::StringRef nearestRuleName(llvm::StringRef name, bool withErrors);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_CATALOGUE_CATALOG_H
