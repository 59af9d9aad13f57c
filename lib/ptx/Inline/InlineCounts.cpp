// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/InlineCounts.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

void InlineCounts::add(const InlineCounts &other) {
  found += other.found;
  checked += other.checked;
  withHoles += other.withHoles;
  modules += other.modules;
  empty += other.empty;
  foreign += other.foreign;
  disabled += other.disabled;
  unreadable += other.unreadable;
  unbalanced += other.unbalanced;
}

void InlineCounts::print(llvm::raw_ostream &os) const {
  os << found << " asm statements: " << checked << " checked, " << withHoles
     << " of them in part; skipped: " << empty << " empty, " << foreign << " not certainly PTX, "
     << disabled << " disabled or for other targets, " << unreadable << " unreadable, "
     << unbalanced << " with unbalanced braces";
  if (modules)
    os << "; " << modules << (modules == 1 ? " PTX module" : " PTX modules") << " in strings";
  os << '\n';
}
