// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the printer makes of any input that parses has the same tokens and the same tree, also where
// some lines are to stay as they are.

#include "Property.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptx::test::require(ptx::test::checkRoundTrip, data, size);
  return ptx::test::require(ptx::test::checkKeptLines, data, size);
}
