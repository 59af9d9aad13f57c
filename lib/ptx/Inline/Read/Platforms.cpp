// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/Platforms.h"

#include "ptx/Sema/Module/ModuleHeader.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static_assert(static_cast<unsigned>(TargetId::sm_121a) < 63, "one bit is for what is not a target");

Platforms Platforms::all() {
  return Platforms((of(allTargets().back().id).bits << 1) - 1) | others();
}

static std::string quotedName(const TargetInfo &target) { return "`" + target.name.str() + "`"; }

std::string Platforms::targetsInWords() const {
  // Targets that are newer than all checked ones count only if the condition names them.
  llvm::SmallVector<const TargetInfo *> targets, sorted;
  for (const TargetInfo &target : allTargets()) {
    if (contains(target.id))
      targets.push_back(&target);
    if (contains(target.id) || target.since <= newestVersion)
      sorted.push_back(&target);
  }
  if (targets.empty())
    return "no target";
  if (targets.size() == sorted.size())
    return "all targets";
  auto isOlder = [](const TargetInfo *a, const TargetInfo *b) { return a->number < b->number; };
  llvm::stable_sort(targets, isOlder);
  llvm::stable_sort(sorted, isOlder);
  // whether all targets between the two numbers are included
  uint16_t first = targets.front()->number, last = targets.back()->number;
  auto between = llvm::count_if(sorted, [&](const TargetInfo *target) {
    return first <= target->number && target->number <= last;
  });
  if (targets.size() > 2 && static_cast<size_t>(between) == targets.size())
    return quotedName(*targets.front()) +
           (last == sorted.back()->number ? " and newer" : " to " + quotedName(*targets.back()));
  constexpr size_t mostNamed = 4;
  std::string text;
  size_t named = targets.size() <= mostNamed ? targets.size() : mostNamed - 1;
  for (size_t i = 0; i != named; ++i)
    text += (i == 0 ? "" : i + 1 == targets.size() ? " and " : ", ") + quotedName(*targets[i]);
  if (named < targets.size())
    text += " and " + std::to_string(targets.size() - named) + " more";
  return text;
}
