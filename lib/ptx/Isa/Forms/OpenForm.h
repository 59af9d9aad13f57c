// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_OPENFORM_H
#define PTX_ISA_FORMS_OPENFORM_H

#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace ptx {

/// A form of which some modifiers are given: what each of its places can still be.
struct OpenForm {
  const FormInfo *form;
  /// For each place of the form the words that it can have, in the order of the record, with
  /// `Modifier::none` at the end if it can be empty.
  std::vector<std::vector<Modifier>> places;

  /// All that `form` can be.
  explicit OpenForm(const FormInfo &form);

  /// Whether the place is never empty.
  bool isFilled(size_t place) const;
};

/// What is known of a condition.
enum class Truth : uint8_t { False, True, Unknown };

/// What is known of a condition of the form, whose number a gate or rule gives.
Truth truthOf(const OpenForm &open, uint16_t condition);

/// What `form` can be if it has `words`, in any order but that types and words that share places
/// keep theirs; nothing if it cannot have them. Words that the rules of the form exclude are left
/// out; rules that only the manual or only `ptxas` has exclude nothing.
std::optional<OpenForm> openForm(const FormInfo &form, llvm::ArrayRef<Modifier> words);

/// The first rule that is broken whatever the open places become; null if there is none. Rules that
/// only the manual or only `ptxas` has do not count.
const RuleInfo *brokenRule(const OpenForm &open);

/// The rule that keeps `form` from having `words`; null if there is none, or if it has no place for
/// them whatever the rules.
const RuleInfo *excludingRule(const FormInfo &form, llvm::ArrayRef<Modifier> words);

} // namespace ptx

#endif // PTX_ISA_FORMS_OPENFORM_H
