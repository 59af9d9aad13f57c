// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking the meaning of any input ends, and says the same every time.

#include "Property.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return ptx::test::require(ptx::test::checkMeaning, data, size);
}
