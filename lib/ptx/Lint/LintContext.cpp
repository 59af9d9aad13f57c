// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

Registers &BodyLintContext::registers() {
  if (!registerNumbers)
    registerNumbers.emplace(scope);
  return *registerNumbers;
}

const RegisterAccesses &BodyLintContext::accesses() {
  if (!registerAccesses)
    registerAccesses.emplace(checked, registers());
  return *registerAccesses;
}

const ControlFlow &BodyLintContext::flow() {
  if (!controlFlow)
    controlFlow.emplace(checked);
  return *controlFlow;
}

llvm::ArrayRef<SymbolAccess> BodyLintContext::symbolAccesses() {
  if (!memoryAccesses)
    memoryAccesses.emplace(findSymbolAccesses(checked));
  return *memoryAccesses;
}
