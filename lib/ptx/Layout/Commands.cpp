// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static constexpr LayoutCommand commands[] = {
    {"descriptor", "<value> [<file>]",
     "explains the fields of a 64-bit matrix descriptor, and compares it with a tensor map",
     "arch major type shape map",
     "ptx-layout descriptor 0x4000004000010000 --arch sm_90a --major K", layoutDescriptor},
    {"encode", "", "computes the matrix descriptor that has the fields given as options",
     "arch start lbo sbo swizzle atom base-offset major",
     "ptx-layout encode --arch sm_100a --start 0x400 --sbo 1024 --swizzle 128B", layoutEncode},
    {"idesc", "<value>", "explains the instruction descriptor of a tcgen05.mma",
     "kind arch cta-group ws sparse", "ptx-layout idesc 0x8200490 --kind f16", layoutInstruction},
    {"swizzle", "<mode>", "shows the table of a swizzle mode", "atom base",
     "ptx-layout swizzle 128B --atom 32B", layoutSwizzle},
    {"layout", "", "computes where a tile is in shared memory, and its descriptor",
     "shape type swizzle atom major order arch",
     "ptx-layout layout --shape 64x64 --type bf16 --swizzle 128B", layoutTile},
    {"element", "<i>,<j>",
     "shows where one element of a tile is: its bytes before and after swizzling, its bank, and "
     "whether accesses there have bank conflicts",
     "shape type swizzle atom major order pitch base",
     "ptx-layout element 3,17 --shape 64x64 --type bf16 --swizzle 128B", layoutElement},
    {"box", "[<file>]", "lists the elements that an access through a tiled tensor map touches",
     "coords gather4 map type dims box strides swizzle atom base",
     "ptx-layout box --type bf16 --dims 4096x4096 --box 64x8 --coords 64,8", layoutBox},
    {"im2col", "<file>", "lists the elements that an access through an im2col tensor map touches",
     "coords offsets map base", "ptx-layout im2col maps.json --map image --coords 0,4,7,7",
     layoutIm2col},
    {"map", "[<file>]",
     "checks tensor maps, described by options, as JSON or in the comments of a PTX file",
     "type dims box strides swizzle atom to-tensormap",
     "ptx-layout map --type bf16 --dims 4096x4096 --box 64x64 --swizzle 128B", layoutMap},
    {"spirv", "<step>...|<file>",
     "lists the elements that a tensor layout of SPIR-V addresses, or the layouts and views of a "
     "module in its text form",
     "type shape coords clamp view store to-tensormap",
     "ptx-layout spirv dimension=64,1000 slice=0,16,0,32 --type f16", layoutSpirv,
     /*isForeign=*/true},
    {"tpu", "", "shows where a tensor is in the memory of a TPU",
     "shape type npus npu-bytes placement strides pack width base coords to-tensormap",
     "ptx-layout tpu --npus 4 --npu-bytes 1024 --shape 2x3x4x5 --type fp32", layoutTpu,
     /*isForeign=*/true},
};

llvm::ArrayRef<LayoutCommand> ptx::layoutCommands() { return commands; }

const LayoutCommand *ptx::findLayoutCommand(StringRef name) {
  const auto *found =
      llvm::find_if(commands, [&](const LayoutCommand &command) { return command.name == name; });
  return found == std::end(commands) ? nullptr : found;
}

bool LayoutCommand::uses(StringRef option) const {
  return llvm::is_contained(llvm::split(options, ' '), option);
}
