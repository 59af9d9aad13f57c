// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::findModifiers(const Subject &subject, ChangeList &changes) {
  forEachInstruction(subject, [&](const SyntaxUnit &unit, const Instruction &instruction) {
    for (uint32_t i = 1; i <= instruction.modifierCount; ++i)
      changes.remove(unit.range(TokenId{instruction.opcode.index + i}));
  });
}
