// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making the fixes of any input ends, makes no error, and leaves nothing that could be made.

#include "Property.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return ptx::test::require(ptx::test::checkFixes, data, size);
}
