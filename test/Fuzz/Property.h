// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_FUZZ_PROPERTY_H
#define PTX_TEST_FUZZ_PROPERTY_H

#include "Properties.h"

#include <cstdio>
#include <cstdlib>

namespace ptx::test {

/// Aborts, as libFuzzer wants it, if `property` does not hold for the input. Returns 0.
inline int require(Problem (*property)(const SourceBuffer &), const uint8_t *data, size_t size) {
  auto source =
      SourceBuffer::fromString(std::string(reinterpret_cast<const char *>(data), size), "input");
  Problem problem = property(*source);
  if (problem.empty())
    return 0;
  fprintf(stderr, "%s\n", problem.c_str());
  abort();
}

} // namespace ptx::test

#endif // PTX_TEST_FUZZ_PROPERTY_H
