// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Violation.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

bool ptx::isLegal(const Violations &violations) {
  return llvm::all_of(violations, [](const Violation &violation) {
    return violation.kind == Violation::Kind::Suspicious;
  });
}
