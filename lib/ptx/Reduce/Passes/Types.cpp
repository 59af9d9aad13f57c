// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;

/// The narrower types to try in place of `type`.
static llvm::SmallVector<llvm::StringRef, 2> narrowerThan(llvm::StringRef type) {
  unsigned bits = 0;
  if (type.size() > 2)
    type.drop_front(2).take_while(llvm::isDigit).getAsInteger(10, bits);
  if (bits > 32)
    return {".b8", ".b32"};
  if (bits > 8)
    return {".b8"};
  return {};
}

void ptx::findTypes(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units())
    for (const Variable &variable : unit->variables()) {
      if (variable.vector.valid())
        changes.remove(unit->range(variable.vector));
      if (variable.type.valid())
        for (llvm::StringRef type : narrowerThan(unit->text(variable.type)))
          changes.replace(unit->range(variable.type), type);
    }
}
