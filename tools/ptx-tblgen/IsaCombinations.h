// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TBLGEN_ISACOMBINATIONS_H
#define PTX_TBLGEN_ISACOMBINATIONS_H

#include "IsaRecords.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>

namespace ptx {

/// Whether `c` holds if `words`, a number of a word or 0, are on the places of a form: first
/// those of its `slots` modifiers, then those of its operands, 0 for one that is absent. What is
/// about constants and registers does not hold.
bool fulfils(const Cond &c, size_t slots, llvm::ArrayRef<unsigned> words);

/// Goes through all that can be on some places of a form and that its rules allow. A place below
/// the number of the form's slots is a modifier's, others are operands'.
class Combinations {
public:
  Combinations(const IsaRecords &isa, const FormRecord &form)
      : isa(isa), form(form), words(form.slots.size() + form.operands.size()),
        present(words.size()) {}

  /// Takes the operand to be there.
  void assumePresent(size_t operand) {
    present = form.slots.size() + operand;
    words[present] = 1;
  }

  /// Adds the places that `c` reads; returns whether one is new.
  bool addPlaces(const Cond &c);

  /// Adds all places of modifiers.
  void addAllModifiers();

  /// Adds the places of the rules that read one of the places, but for `except`.
  void addRules(const RuleUse *except = nullptr);

  /// Whether there are more than anyone would have written down on purpose.
  bool areTooMany() const;

  /// Whether `c` holds for the combination that is visited.
  bool holds(const Cond &c) const { return fulfils(c, form.slots.size(), words); }

  /// Visits one combination after the other, until a visit returns false.
  void forEach(llvm::function_ref<bool()> visit) { forEachFrom(places.begin(), visit); }

  /// The modifiers of the combination that is visited, in the order of the form.
  std::vector<unsigned> modifiers() const;

  /// The same as "`.m16n8k8 .f16`".
  std::string text() const;

  /// Whether `c` is about what no combination has: constants, registers, predicates after operands.
  static bool readsValues(const Cond &c);

private:
  bool reads(const Cond &c) const;
  bool isAllowed() const;
  bool forEachFrom(std::set<unsigned>::iterator next, llvm::function_ref<bool()> visit);

  const IsaRecords &isa;
  const FormRecord &form;
  std::vector<unsigned> words;
  size_t present;
  std::set<unsigned> places;
  std::vector<const RuleUse *> rules;
};

} // namespace ptx

#endif // PTX_TBLGEN_ISACOMBINATIONS_H
