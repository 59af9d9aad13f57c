// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser is any input: it ends, and what it reports and builds is within the file.

#include "Property.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return ptx::test::require(ptx::test::checkParser, data, size);
}
