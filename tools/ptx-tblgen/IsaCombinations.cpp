// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IsaCombinations.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ptx {

bool fulfils(const Cond &c, size_t slots, ArrayRef<unsigned> words) {
  switch (c.kind) {
  case Cond::Always:
    return true;
  case Cond::Word:
    return is_contained(c.words, words[c.place]);
  case Cond::Modifier:
    return words[c.place] != 0;
  case Cond::Operand:
    return words[slots + c.place] != 0;
  case Cond::Never:
  case Cond::PairedPredicate:
  case Cond::Register:
  case Cond::Value:
  case Cond::Release:
    return false;
  case Cond::All:
    return all_of(c.of, [&](const Cond &part) { return fulfils(part, slots, words); });
  case Cond::Any:
    return any_of(c.of, [&](const Cond &part) { return fulfils(part, slots, words); });
  case Cond::Not:
    return !fulfils(c.of.front(), slots, words);
  }
  return false;
}

bool Combinations::addPlaces(const Cond &c) {
  bool added = false;
  if (c.kind == Cond::Word || c.kind == Cond::Modifier)
    added = places.insert(c.place).second;
  else if (c.kind == Cond::Operand && form.slots.size() + c.place != present)
    added = places.insert(form.slots.size() + c.place).second;
  for (const Cond &part : c.of)
    added |= addPlaces(part);
  return added;
}

void Combinations::addAllModifiers() {
  for (size_t place = 0; place < form.slots.size(); ++place)
    places.insert(place);
}

void Combinations::addRules(const RuleUse *except) {
  std::vector<const RuleUse *> left;
  for (const RuleUse &rule : form.rules)
    if (!rule.ptxasIgnores && !rule.undocumented && &rule != except &&
        !readsValues(rule.condition) && !readsValues(rule.implied))
      left.push_back(&rule);
  for (bool added = true; added;) {
    added = false;
    erase_if(left, [&](const RuleUse *rule) {
      if (!reads(rule->condition) && !reads(rule->implied))
        return false;
      rules.push_back(rule);
      addPlaces(rule->condition);
      addPlaces(rule->implied);
      added = true;
      return true;
    });
  }
}

bool Combinations::areTooMany() const {
  double count = 1;
  for (unsigned place : places)
    count *= place < form.slots.size() ? form.slots[place].words.size() + 1 : 2;
  return count > 1e6;
}

std::vector<unsigned> Combinations::modifiers() const {
  std::vector<unsigned> result;
  for (unsigned place : places)
    if (place < form.slots.size() && words[place])
      result.push_back(words[place]);
  return result;
}

std::string Combinations::text() const {
  std::string result;
  for (unsigned word : modifiers())
    result += (result.empty() ? "." : " .") + isa.words[word - 1].text;
  return result.empty() ? "the absence of modifiers" : "`" + result + "`";
}

bool Combinations::readsValues(const Cond &c) {
  return c.kind == Cond::PairedPredicate || c.kind == Cond::Register || c.kind == Cond::Value ||
         c.kind == Cond::Release || any_of(c.of, readsValues);
}

bool Combinations::reads(const Cond &c) const {
  return ((c.kind == Cond::Word || c.kind == Cond::Modifier) && places.contains(c.place)) ||
         (c.kind == Cond::Operand && (form.slots.size() + c.place == present ||
                                      places.contains(form.slots.size() + c.place))) ||
         any_of(c.of, [&](const Cond &part) { return reads(part); });
}

bool Combinations::isAllowed() const {
  auto link = [&](unsigned place) {
    return place < form.slots.size() ? form.slots[place].link : 0;
  };
  for (unsigned a : places)
    for (unsigned b : places)
      if (link(a) && link(a) == link(b) && !words[a] != !words[b])
        return false;
  return all_of(
      rules, [&](const RuleUse *rule) { return !holds(rule->condition) || holds(rule->implied); });
}

bool Combinations::forEachFrom(std::set<unsigned>::iterator next, function_ref<bool()> visit) {
  if (next == places.end())
    return !isAllowed() || visit();
  unsigned place = *next++;
  bool isSlot = place < form.slots.size();
  std::vector<unsigned> list = isSlot ? form.slots[place].words : std::vector<unsigned>{1};
  if (isSlot ? form.slots[place].optional : form.operands[place - form.slots.size()].optional)
    list.insert(list.begin(), 0);
  return all_of(list, [&](unsigned word) {
    words[place] = word;
    return forEachFrom(next, visit);
  });
}

} // namespace ptx
