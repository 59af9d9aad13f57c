// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_TRULES_TRULES_H
#define PTX_DIAGNOSTICS_TRULES_TRULES_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The information required to check a T-rule.
enum class TRuleClass : uint8_t {
  Syntax, ///< the syntax alone
  Value,  ///< a value, if it is a constant or follows from constants
  Map,    ///< the description of a tensor map, which the user gives
  Module, ///< the module as a whole
  Order,  ///< the order in which instructions run
};
inline constexpr unsigned numTRuleClasses = 5;

/// The severity of a violation of a T-rule.
enum class TRuleSeverity : uint8_t { Error, Warning, Lint, Style };

/// The behaviour of `ptxas` 13.5 on code that violates a T-rule.
enum class TRulePtxas : uint8_t {
  Rejects,
  RejectsSome, ///< it checks only some of the values or forms
  Accepts,
};

/// A rule of the manual or the driver about tensor instructions and the values that they take. The
/// numbers are stable.
struct TRule {
  uint16_t number;
  TRuleClass decidedBy;
  TRuleSeverity severity;
  TRulePtxas ptxas;
  /// One or more sentences.
  llvm::StringLiteral statement;
  /// The sections of the PTX ISA manual with the rule, separated by commas; may be empty.
  llvm::StringLiteral section;
  /// The functions or the type of the CUDA driver with the rule; may be empty.
  llvm::StringLiteral driver;
  /// The diagnostics that report a violation. They may also report other rules.
  llvm::ArrayRef<DiagId> saidBy;

  /// `T059`.
  std::string name() const;
};

/// All T-rules by number, from 1 without gaps.
llvm::ArrayRef<TRule> allTRules();

/// Finds a rule by its name: `T059`, `t59`.
const TRule *findTRule(llvm::StringRef name);

/// The letter of a class in tables: S, I, M, K or F.
char letterOf(TRuleClass decidedBy);

/// Prints the description of `rule` as Markdown, without the pages of its diagnostics.
void printTRule(llvm::raw_ostream &os, const TRule &rule);

/// Prints all T-rules, one on each line: name, letter of the class, severity, the codes of its
/// diagnostics or `-`, and the statement.
void printTRules(llvm::raw_ostream &os);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_TRULES_TRULES_H
