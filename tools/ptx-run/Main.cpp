// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools.h"

int main(int argc, char **argv) { return ptx::runTool("ptx-run", ptx::runKernelTool, argc, argv); }
