// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_TRULES_TRULES_H
#define PTX_DIAGNOSTICS_TRULES_TRULES_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// What decides whether code keeps a T-rule.
enum class TRuleClass : uint8_t {
  Syntax, ///< the syntax alone
  Value,  ///< a value, where it is a constant or follows from constants
  Map,    ///< the description of a tensor map, which the user gives
  Module, ///< the module as a whole
  Order,  ///< the order in which instructions run
};
inline constexpr unsigned numTRuleClasses = 5;

/// How bad it is to break a T-rule.
enum class TRuleSeverity : uint8_t { Error, Warning, Lint, Style };

/// What `ptxas` 13.0 does with code that breaks a T-rule.
enum class TRulePtxas : uint8_t {
  Rejects,
  RejectsSome, ///< it looks at some of the values or forms alone
  Accepts,
  IsOlder, ///< it does not know the instruction
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
  /// The sections of the PTX ISA manual that state it, with commas between them; may be empty.
  llvm::StringLiteral section;
  /// What of the CUDA driver states it, functions or a type; may be empty.
  llvm::StringLiteral driver;
  /// The diagnostics that say it is broken, which may say other things as well.
  llvm::ArrayRef<DiagId> saidBy;

  /// `T059`.
  std::string name() const;
};

/// All T-rules in the order of their numbers, which begin with 1 and have no gaps.
llvm::ArrayRef<TRule> allTRules();

/// Finds a rule by its name: `T059`, `t59`.
const TRule *findTRule(llvm::StringRef name);

/// The letter by which figures name a class: S, I, M, K or F.
char letterOf(TRuleClass decidedBy);

/// Prints what there is to know of `rule`, as Markdown without the pages of its diagnostics.
void printTRule(llvm::raw_ostream &os, const TRule &rule);

/// Prints all T-rules, one a line: name, letter of the class, severity, the codes of the
/// diagnostics that say it, or `-`, and the statement.
void printTRules(llvm::raw_ostream &os);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_TRULES_TRULES_H
