// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_OPENFORM_H
#define PTX_ISA_FORMS_OPENFORM_H

#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace ptx {

/// A form with some given modifiers: the remaining words for each position.
struct OpenForm {
  const FormInfo *form;
  /// The possible words for each position of the form, in the order of the record, with
  /// `Modifier::none` at the end if it can be empty.
  std::vector<std::vector<Modifier>> places;

  /// `form` without given modifiers.
  explicit OpenForm(const FormInfo &form);

  /// Whether the place is never empty.
  bool isFilled(size_t place) const;
};

/// The value of a condition, if known.
enum class Truth : uint8_t { False, True, Unknown };

/// The value of a condition of the form. `condition` is its number in a gate or rule.
Truth truthOf(const OpenForm &open, uint16_t condition);

/// `form` with the modifiers `words`, in any order except for types and words that share positions;
/// none if it cannot have them. Words excluded by the rules of the form are omitted; rules of only
/// the manual or only `ptxas` exclude nothing.
std::optional<OpenForm> openForm(const FormInfo &form, llvm::ArrayRef<Modifier> words);

/// The first rule that is violated for every choice of the open positions; null if there is none.
/// Rules of only the manual or only `ptxas` are ignored.
const RuleInfo *brokenRule(const OpenForm &open);

/// The rule by which `form` cannot have `words`; null if there is none, or if it has no positions
/// for them.
const RuleInfo *excludingRule(const FormInfo &form, llvm::ArrayRef<Modifier> words);

} // namespace ptx

#endif // PTX_ISA_FORMS_OPENFORM_H
