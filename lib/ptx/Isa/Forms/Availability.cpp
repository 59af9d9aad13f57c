// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

#include <utility>

using namespace ptx;

namespace {

/// Searches for the words of a form that a target supports first. Only words in conditions of gates
/// are chosen, so a bound of the version is known before all words are.
class VersionSearch {
public:
  VersionSearch(OpenForm form, TargetId target)
      : open(std::move(form)), target(target), isGated(open.places.size()) {
    for (const GateInfo &gate : open.form->gates())
      if (!gate.closes)
        markPlaces(gate.condition);
  }

  std::optional<PtxVersion> run() {
    search(0);
    return best;
  }

private:
  void markPlaces(unsigned condition) {
    llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
    for (unsigned i = condition, end = condition + nodes[condition].size; i != end; ++i)
      if (nodes[i].kind == ConditionKind::Word || nodes[i].kind == ConditionKind::Modifier)
        isGated.set(nodes[i].place);
  }

  /// A lower bound of the version that the words chosen so far require; none if the target never
  /// supports them.
  std::optional<PtxVersion> leastVersion() const {
    PtxVersion least = info(target).since;
    for (const GateInfo &gate : open.form->gates()) {
      if (gate.closes || truthOf(open, gate.condition) != Truth::True)
        continue;
      std::optional<PtxVersion> needed = minimumVersion(target, gate.targets);
      if (!needed)
        return std::nullopt;
      least = std::max({least, *needed, gate.version});
    }
    return least;
  }

  void search(size_t place) {
    std::optional<PtxVersion> least = leastVersion();
    if (!least || (best && *least >= *best) || brokenRule(open))
      return;
    while (place < isGated.size() && !isGated[place])
      ++place;
    if (place == isGated.size()) {
      best = least;
      return;
    }
    std::vector<Modifier> words = open.places[place];
    for (Modifier word : words) {
      open.places[place] = {word};
      search(place + 1);
    }
    open.places[place] = std::move(words);
  }

  OpenForm open;
  TargetId target;
  llvm::SmallBitVector isGated;
  std::optional<PtxVersion> best;
};

} // namespace

std::optional<PtxVersion> ptx::firstVersion(const FormInfo &form, TargetId target) {
  return VersionSearch(OpenForm(form), target).run();
}

std::optional<PtxVersion> ptx::firstVersion(const OpenForm &form, TargetId target) {
  return VersionSearch(form, target).run();
}

bool ptx::implies(const GateInfo &a, const GateInfo &b) {
  if (a.closes || b.closes || a.ptxasIgnores > b.ptxasIgnores || a.undocumented > b.undocumented)
    return false;
  return llvm::all_of(allTargets(), [&](const TargetInfo &target) {
    std::optional<PtxVersion> first = minimumVersion(target.id, a.targets);
    std::optional<PtxVersion> other = minimumVersion(target.id, b.targets);
    return !first || (other && std::max(*other, b.version) <= std::max(*first, a.version));
  });
}

Availability ptx::firstAvailable(const InstructionInfo &instruction) {
  std::optional<Availability> first;
  for (const FormInfo &form : allForms()) {
    if (&form.instruction() != &instruction)
      continue;
    for (const TargetInfo &target : allTargets()) {
      std::optional<PtxVersion> version = firstVersion(form, target.id);
      if (version && (!first || *version < first->version ||
                      (*version == first->version && target.id < first->target)))
        first = {*version, target.id};
    }
  }
  return *first;
}
