// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::findGuards(const Subject &subject, ChangeList &changes) {
  forEachInstruction(subject, [&](const SyntaxUnit &unit, const Instruction &instruction) {
    if (instruction.guard != GuardKind::None)
      changes.remove({unit.range(instruction.first()).begin, unit.range(instruction.opcode).begin});
  });
}
