// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_BENCH_SAMPLE_H
#define PTX_TEST_BENCH_SAMPLE_H

#include <string>

namespace ptx::test {

/// A legal module of `functions` entries of about 4 KB each, in the layout of NVIDIA's compiler:
/// declarations, parameter loads, address arithmetic, predicated branches, a loop, line
/// information, a call now and then.
std::string sampleModule(unsigned functions);

} // namespace ptx::test

#endif // PTX_TEST_BENCH_SAMPLE_H
