// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/ModifierChoices.h"

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace ptx;
using namespace ptx::lsp;

namespace {

/// The number of instructions of a module with a word.
struct Uses {
  unsigned next = 0;     ///< after the same mnemonic so far
  unsigned inOpcode = 0; ///< with the same opcode
  unsigned all = 0;
};

/// The certain requirements of the words of an open form.
struct Needs {
  PtxVersion version = {};
  std::string text = {};
  /// Whether the module supports it.
  bool areMet = true;
};

struct Found {
  /// The number of required positions before the position of the modifier.
  unsigned skipped;
  unsigned place;
  /// In the order of the records.
  size_t number;
  Needs needs;
};

class Chooser {
public:
  Chooser(const StatementAtCursor &typed, const Units &units)
      : typed(typed), platform(units.module().sema->tables->platform) {
    for (const UnitView &view : units.all())
      count(*view.unit);
  }

  std::vector<ModifierChoice> run();

private:
  void count(const SyntaxUnit &unit);
  void addForm(const FormInfo &form);
  Needs needsOf(const OpenForm &open) const;
  bool isWritten(llvm::ArrayRef<Modifier> words) const {
    return words.size() == 1 && llvm::is_contained(typed.modifiers, words.front());
  }

  const StatementAtCursor &typed;
  const Platform &platform;
  llvm::DenseMap<unsigned, Uses> uses; // by the number of the word
  llvm::DenseMap<unsigned, Found> found;
};

} // namespace

/// Counts the words of all instructions except the one that is being typed.
void Chooser::count(const SyntaxUnit &unit) {
  for (const Instruction &inst : unit.instructions()) {
    SourceRange range = unit.range(inst.opcode);
    if (&unit == typed.unit.unit && range.begin <= typed.word.begin &&
        typed.word.begin <= unit.range(inst.last).end)
      continue;
    llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
    bool sameOpcode = unit.text(inst.opcode) == typed.first;
    size_t before = typed.modifiers.size();
    for (auto [i, word] : llvm::enumerate(words)) {
      Uses &use = uses[static_cast<unsigned>(word)];
      ++use.all;
      use.inOpcode += sameOpcode;
      use.next += sameOpcode && i == before &&
                  llvm::ArrayRef(words).take_front(before) == llvm::ArrayRef(typed.modifiers);
    }
  }
}

Needs Chooser::needsOf(const OpenForm &open) const {
  Needs needs;
  for (const GateInfo &gate : open.form->gates()) {
    if (gate.undocumented || truthOf(open, gate.condition) != Truth::True)
      continue;
    needs.version = std::max(needs.version, gate.version);
    needs.text += (needs.text.empty() ? "" : "; ") + describeGateNeeds(gate);
    needs.areMet &= llvm::all_of(
        platform.targets, [&](TargetId target) { return gate.admits(target, platform.version); });
  }
  return needs;
}

/// If there are several forms, uses the earliest position of all forms, and the requirements of the
/// oldest form.
void Chooser::addForm(const FormInfo &form) {
  std::optional<OpenForm> open;
  if (!form.undocumented)
    open = openForm(form, typed.modifiers);
  if (!open)
    return;
  size_t last = 0; // the first position after the words
  for (auto [place, words] : llvm::enumerate(open->places))
    if (isWritten(words))
      last = place + 1;
  unsigned skipped = 0; // required positions from there on
  constexpr unsigned late = 100;
  for (auto [place, words] : llvm::enumerate(open->places)) {
    if (isWritten(words))
      continue;
    for (Modifier word : words) {
      if (word == Modifier::none)
        continue;
      llvm::SmallVector<Modifier, 8> all(typed.modifiers);
      all.push_back(word);
      std::optional<OpenForm> with = openForm(form, all);
      if (!with)
        continue;
      Found here{place < last ? late : skipped, static_cast<unsigned>(place), found.size(),
                 needsOf(*with)};
      Found &entry = found.try_emplace(static_cast<unsigned>(word), here).first->second;
      std::tie(entry.skipped, entry.place) =
          std::min(std::tie(entry.skipped, entry.place), std::tie(here.skipped, here.place));
      if (here.needs.version < entry.needs.version)
        entry.needs = std::move(here.needs);
    }
    skipped += place >= last && open->isFilled(place);
  }
}

std::vector<ModifierChoice> Chooser::run() {
  for (const FormInfo &form : formsOf(*typed.opcode))
    addForm(form);
  std::vector<std::pair<unsigned, Found>> all(found.begin(), found.end());
  // Lower is better. Words that the module contains are negative.
  auto key = [&](const std::pair<unsigned, Found> &choice) {
    Uses use = uses.lookup(choice.first);
    const Found &how = choice.second;
    return std::tuple(-int64_t(use.next), !how.needs.areMet, how.skipped, -int64_t(use.inOpcode),
                      how.place, -int64_t(use.all), how.number);
  };
  llvm::sort(all, [&](const auto &a, const auto &b) { return key(a) < key(b); });
  std::vector<ModifierChoice> choices;
  for (auto &[word, how] : all)
    choices.push_back({static_cast<Modifier>(word), std::move(how.needs.text)});
  return choices;
}

std::vector<ModifierChoice> lsp::modifierChoices(const StatementAtCursor &typed,
                                                 const Units &units) {
  return Chooser(typed, units).run();
}
