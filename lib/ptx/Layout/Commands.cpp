// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"

using namespace ptx;

static constexpr LayoutCommand commands[] = {
    {"descriptor", "<value> [<file>]",
     "explains the fields of a 64-bit matrix descriptor, and compares it with a tensor map",
     layoutDescriptor},
    {"encode", "", "computes the matrix descriptor that has the fields given as options",
     layoutEncode},
    {"idesc", "<value>", "explains the instruction descriptor of a tcgen05.mma", layoutInstruction},
    {"swizzle", "<mode>", "shows the table of a swizzle mode", layoutSwizzle},
    {"layout", "", "computes where a tile is in shared memory, and its descriptor", layoutTile},
    {"element", "<i>,<j>",
     "shows where one element of a tile is: its bytes before and after swizzling, its bank, and "
     "whether accesses there have bank conflicts",
     layoutElement},
    {"box", "[<file>]", "lists the elements that an access through a tiled tensor map touches",
     layoutBox},
    {"im2col", "<file>", "lists the elements that an access through an im2col tensor map touches",
     layoutIm2col},
    {"map", "[<file>]",
     "checks tensor maps, described by options, as JSON or in the comments of a PTX file",
     layoutMap},
    {"spirv", "<step>...|<file>",
     "lists the elements that a tensor layout of SPIR-V addresses, or the layouts and views of a "
     "module in its text form",
     layoutSpirv},
    {"tpu", "", "shows where a tensor is in the memory of a TPU", layoutTpu},
};

llvm::ArrayRef<LayoutCommand> ptx::layoutCommands() { return commands; }
