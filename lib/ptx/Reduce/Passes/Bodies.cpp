// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::findBodies(const Subject &subject, ChangeList &changes) {
  const SyntaxUnit &top = subject.module().top();
  for (const Function &function : top.functions())
    if (function.hasBody() && function.close.valid())
      changes.replace(top.range(function.open, function.close), ";");
}
