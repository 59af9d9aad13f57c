// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/VersionHistory.h"
#include "ptx/Isa/Forms/Availability.h"

using namespace ptx;

/// The version of features that no target has.
static constexpr PtxVersion never{255, 255};

static PtxVersion firstOnAnyTarget(const OpenForm &open) {
  PtxVersion first = never;
  for (const TargetInfo &target : allTargets())
    if (std::optional<PtxVersion> version = firstVersion(open, target.id))
      first = std::min(first, *version);
  return first;
}

VersionHistory::VersionHistory() {
  for (const FormInfo &form : allForms()) {
    forms.push_back(firstOnAnyTarget(OpenForm(form)));
    PtxVersion &known = names.try_emplace(form.instruction().name, never).first->second;
    known = std::min(known, forms.back());
  }
  // Features that only `ptxas`, or only its earlier releases, support are not part of a version.
  for (const FormInfo &form : allForms())
    if (!form.undocumented && form.isOf(newestRelease))
      addWords(form);
}

PtxVersion VersionHistory::since(const FormInfo &form) const {
  return forms[static_cast<size_t>(form.id)];
}

std::vector<Modifier> VersionHistory::wordsOf(PtxVersion version) const {
  std::vector<Modifier> result;
  for (auto [word, since] : words)
    if (since == version)
      result.push_back(word);
  return result;
}

void VersionHistory::addWords(const FormInfo &form) {
  for (const SlotInfo &slot : form.slots())
    for (Modifier word : slot.words()) {
      PtxVersion &known = words.try_emplace(word, never).first->second;
      if (since(form) >= known)
        continue;
      if (std::optional<OpenForm> open = openForm(form, word))
        known = std::min(known, firstOnAnyTarget(*open));
    }
}
