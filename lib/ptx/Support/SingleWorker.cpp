// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Workers.h"

using namespace ptx;

// The implementation for systems without threads and exceptions, such as WASI.

class Workers::Crew {};

Workers::Workers(unsigned, void (*atStart)()) : number(1), atStart(atStart) {}

Workers::~Workers() = default;

Workers &Workers::forBytes(size_t) { return *this; }

void Workers::forEach(size_t size, llvm::function_ref<void(size_t index, unsigned worker)> work,
                      llvm::function_ref<void(unsigned worker)> finish) {
  for (size_t index = 0; index != size; ++index)
    work(index, 0);
  finish(0);
}
