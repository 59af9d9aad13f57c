// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonical spelling of any input that parses keeps comments and errors, and is idempotent.

#include "Property.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return ptx::test::require(ptx::test::checkCanonical, data, size);
}
