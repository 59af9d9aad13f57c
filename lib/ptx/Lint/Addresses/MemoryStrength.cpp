// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Addresses/MemoryStrength.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

bool ptx::isStrongAccess(const InstrView &view) {
  return view.form->has(Trait::AccessesAtomically) ||
         llvm::any_of(view.modifiers, [](Modifier word) {
           return word == Modifier::relaxed || word == Modifier::acquire ||
                  word == Modifier::release || word == Modifier::acq_rel || word == Modifier::mmio;
         });
}

bool ptx::isVolatileAccess(const InstrView &view) { return view.has(Modifier::volatile_); }
