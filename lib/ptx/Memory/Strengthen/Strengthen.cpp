// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Strengthen/Strengthen.h"
#include "ptx/Memory/Strengthen/StrengthLattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// The choices at one position; the last is the strongest.
using Place = std::vector<LitmusChange>;

class StrengthSearch {
public:
  StrengthSearch(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options)
      : test(test), factory(factory), options(options), places(changesOf(test)) {
    this->options.explains = false;
  }

  llvm::Expected<Strengthenings> run();

private:
  llvm::Expected<bool> forbids(const LitmusChanges &changes);
  llvm::Error tryAll(llvm::ArrayRef<unsigned> at, LitmusChanges &chosen, bool isStrongest);
  llvm::Error tryPlaces(llvm::ArrayRef<unsigned> at);
  llvm::Error weaken();
  bool isAboveKnown(const LitmusChanges &changes) const;

  const LitmusTest &test;
  const SolverFactory &factory;
  LitmusOptions options;
  std::vector<Place> places;
  Strengthenings found;
};

} // namespace

llvm::Expected<bool> StrengthSearch::forbids(const LitmusChanges &changes) {
  ++found.decided;
  llvm::Expected<LitmusResult> result = checkLitmus(withChanges(test, changes), factory, options);
  if (!result)
    return result.takeError();
  return !result->isAllowed;
}

/// Whether `changes` include a known solution, or changes at least as strong.
bool StrengthSearch::isAboveKnown(const LitmusChanges &changes) const {
  return llvm::any_of(found.minimal, [&](const LitmusChanges &known) {
    return llvm::all_of(known, [&](const LitmusChange &one) {
      return llvm::any_of(changes, [&](const LitmusChange &other) { return isAtMost(one, other); });
    });
  });
}

/// Tries the choices at the positions after those in `chosen`, weaker ones first. Thus a solution
/// that is not above a known one is minimal. `isStrongest`: whether `chosen` contains only the
/// strongest choices, which are known to forbid the condition if all positions have them.
llvm::Error StrengthSearch::tryAll(llvm::ArrayRef<unsigned> at, LitmusChanges &chosen,
                                   bool isStrongest) {
  if (chosen.size() == at.size()) {
    if (isAboveKnown(chosen))
      return llvm::Error::success();
    llvm::Expected<bool> isForbidden = isStrongest ? true : forbids(chosen);
    if (!isForbidden)
      return isForbidden.takeError();
    if (*isForbidden)
      found.minimal.push_back(chosen);
    return llvm::Error::success();
  }
  const Place &place = places[at[chosen.size()]];
  for (const LitmusChange &choice : place) {
    chosen.push_back(choice);
    if (llvm::Error error = tryAll(at, chosen, isStrongest && &choice == &place.back()))
      return error;
    chosen.pop_back();
  }
  return llvm::Error::success();
}

/// Stronger changes forbid at least as much. So if the strongest do not suffice, no others do.
llvm::Error StrengthSearch::tryPlaces(llvm::ArrayRef<unsigned> at) {
  LitmusChanges strongest;
  for (unsigned place : at)
    strongest.push_back(places[place].back());
  llvm::Expected<bool> isForbidden = forbids(strongest);
  if (!isForbidden)
    return isForbidden.takeError();
  LitmusChanges chosen;
  return *isForbidden ? tryAll(at, chosen, true) : llvm::Error::success();
}

/// Removes and weakens changes one by one as long as the rest suffices.
llvm::Error StrengthSearch::weaken() {
  LitmusChanges changes;
  for (const Place &place : places)
    changes.push_back(place.back());
  // Remove fences first, to prefer changes of existing instructions.
  for (unsigned i = changes.size(); i-- > 0;) {
    LitmusChanges fewer = changes;
    fewer.erase(fewer.begin() + i);
    llvm::Expected<bool> isEnough = forbids(fewer);
    if (!isEnough)
      return isEnough.takeError();
    if (*isEnough)
      changes = std::move(fewer);
  }
  for (LitmusChange &change : changes) {
    const Place &place =
        *llvm::find_if(places, [&](const Place &place) { return isAtMost(change, place.back()); });
    LitmusChange strongest = change;
    for (const LitmusChange &choice : place) {
      change = choice;
      llvm::Expected<bool> isEnough = forbids(changes);
      if (!isEnough)
        return isEnough.takeError();
      if (*isEnough)
        break;
      change = strongest;
    }
  }
  found.minimal.push_back(std::move(changes));
  return llvm::Error::success();
}

llvm::Expected<Strengthenings> StrengthSearch::run() {
  llvm::Expected<bool> isForbidden = forbids({});
  if (!isForbidden)
    return isForbidden.takeError();
  found.isForbidden = *isForbidden;
  LitmusChanges everything;
  for (const Place &place : places)
    everything.push_back(place.back());
  llvm::Expected<bool> canBe = found.isForbidden ? true : forbids(everything);
  if (!canBe)
    return canBe.takeError();
  found.isComplete = true;
  if (found.isForbidden || !*canBe)
    return std::move(found);
  for (unsigned i = 0; i != places.size(); ++i)
    if (llvm::Error error = tryPlaces({i}))
      return error;
  for (unsigned i = 0; i != places.size(); ++i)
    for (unsigned j = i + 1; j != places.size(); ++j)
      if (llvm::Error error = tryPlaces({i, j}))
        return error;
  if (found.minimal.empty()) {
    found.isComplete = false;
    if (llvm::Error error = weaken())
      return error;
  }
  llvm::sort(found.minimal,
             [](const LitmusChanges &a, const LitmusChanges &b) { return rankOf(a) < rankOf(b); });
  return std::move(found);
}

llvm::Expected<Strengthenings> ptx::findStrengthenings(const LitmusTest &test,
                                                       const SolverFactory &factory,
                                                       const LitmusOptions &options) {
  return StrengthSearch(test, factory, options).run();
}
