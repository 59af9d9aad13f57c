// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using tables::slice;
using Words = llvm::ArrayRef<Modifier>;

OpenForm::OpenForm(const FormInfo &form) : form(&form) {
  for (const SlotInfo &slot : form.slots()) {
    places.emplace_back(slot.words().begin(), slot.words().end());
    if (slot.optional)
      places.back().push_back(Modifier::none);
  }
}

bool OpenForm::isFilled(size_t place) const {
  return !llvm::is_contained(places[place], Modifier::none);
}

static Truth truth(bool value) { return value ? Truth::True : Truth::False; }

Truth ptx::truthOf(const OpenForm &open, uint16_t condition) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  const ConditionNode &node = nodes[condition];
  switch (node.kind) {
  case ConditionKind::Always:
  case ConditionKind::Never:
    return truth(node.kind == ConditionKind::Always);
  case ConditionKind::Word: {
    Words words = slice(tables::words(), node.wordRange);
    size_t count = llvm::count_if(open.places[node.place],
                                  [&](Modifier word) { return llvm::is_contained(words, word); });
    return count == open.places[node.place].size() ? Truth::True
           : count                                 ? Truth::Unknown
                                                   : Truth::False;
  }
  case ConditionKind::Modifier:
    if (open.isFilled(node.place))
      return Truth::True;
    return open.places[node.place].size() == 1 ? Truth::False : Truth::Unknown;
  case ConditionKind::Release:
    return truth(newestRelease >= node.place);
  case ConditionKind::Not: {
    Truth inner = truthOf(open, condition + 1);
    return inner == Truth::Unknown ? inner : truth(inner == Truth::False);
  }
  case ConditionKind::All:
  case ConditionKind::Any:
    break;
  default:
    return Truth::Unknown; // of operands, which are unknown
  }
  Truth decisive = truth(node.kind == ConditionKind::Any);
  Truth result = truth(node.kind == ConditionKind::All);
  for (unsigned part = condition + 1; part < condition + node.size; part += nodes[part].size) {
    Truth inner = truthOf(open, part);
    if (inner == decisive)
      return decisive;
    if (inner == Truth::Unknown)
      result = inner;
  }
  return result;
}

const RuleInfo *ptx::brokenRule(const OpenForm &open) {
  for (const RuleInfo &rule : open.form->rules())
    if (!rule.ptxasIgnores && !rule.undocumented && truthOf(open, rule.condition) == Truth::True &&
        truthOf(open, rule.implied) == Truth::False)
      return &rule;
  return nullptr;
}

/// Whether two linked places, which are both filled or both empty, can be so.
static bool linksAgree(const OpenForm &open) {
  llvm::ArrayRef<SlotInfo> slots = open.form->slots();
  for (auto [i, a] : llvm::enumerate(slots))
    for (auto [j, b] : llvm::enumerate(slots))
      if (a.link && a.link == b.link && open.isFilled(i) &&
          open.places[j].front() == Modifier::none)
        return false;
  return true;
}

/// Removes the words that would break a rule. Fails if a place has no word left.
static bool removeExcluded(OpenForm &open) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t place = 0; place < open.places.size(); ++place) {
      std::vector<Modifier> kept;
      for (Modifier word : open.places[place]) {
        OpenForm trial = open;
        trial.places[place] = {word};
        if (!brokenRule(trial) && linksAgree(trial))
          kept.push_back(word);
      }
      if (kept.empty())
        return false;
      changed |= kept.size() < open.places[place].size();
      open.places[place] = std::move(kept);
    }
  }
  return true;
}

namespace {

/// Calls back with each assignment of words to the places of a form.
template <class Callback> class Placement {
public:
  Placement(const FormInfo &form, Words words, Callback callback)
      : open(form), slots(form.slots()), words(words), callback(callback), given(slots.size()) {}

  void run(size_t index = 0) {
    if (index == words.size())
      return callback(open);
    for (size_t place = 0; place < slots.size(); ++place) {
      if (given[place] || !llvm::is_contained(slots[place].words(), words[index]) ||
          isTooLate(place))
        continue;
      std::vector<Modifier> before = std::exchange(open.places[place], {words[index]});
      given[place] = true;
      run(index + 1);
      given[place] = false;
      open.places[place] = std::move(before);
    }
  }

private:
  /// Whether a word at a later place should precede the words of `place`.
  bool isTooLate(size_t place) const {
    for (size_t later = place + 1; later < slots.size(); ++later)
      if (given[later] && ((slots[place].type && slots[later].type) ||
                           llvm::any_of(slots[place].words(), [&](Modifier word) {
                             return llvm::is_contained(slots[later].words(), word);
                           })))
        return true;
    return false;
  }

  OpenForm open;
  llvm::ArrayRef<SlotInfo> slots;
  Words words;
  Callback callback;
  std::vector<bool> given;
};

} // namespace

std::optional<OpenForm> ptx::openForm(const FormInfo &form, Words words) {
  std::optional<OpenForm> result;
  Placement(form, words, [&](OpenForm open) {
    if (!removeExcluded(open))
      return;
    if (!result) {
      result = std::move(open);
      return;
    }
    // The words can be assigned in more than one way.
    OpenForm all(form);
    for (auto [place, list] : llvm::enumerate(all.places))
      llvm::erase_if(list, [&, place = place](Modifier word) {
        return !llvm::is_contained(result->places[place], word) &&
               !llvm::is_contained(open.places[place], word);
      });
    result = std::move(all);
  }).run();
  return result;
}

const RuleInfo *ptx::excludingRule(const FormInfo &form, Words words) {
  const RuleInfo *rule = nullptr;
  Placement(form, words, [&](const OpenForm &open) {
    if (!rule)
      rule = brokenRule(open);
  }).run();
  return rule;
}
