// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/InterleavedTensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

llvm::Expected<InterleavedChannels> ptx::interleavedChannels(Interleave interleave,
                                                             ElementType type, uint64_t channels) {
  const ElementTypeInfo &info = elementTypeInfo(type);
  if (interleave == Interleave::None)
    return llvm::createStringError("a tensor without interleaving has no slices");
  if (info.isSubByte())
    return llvm::createStringError("no slices are known for type " + info.name);
  if (!channels)
    return llvm::createStringError("a tensor without channels");
  unsigned sliceBytes = interleave == Interleave::B16 ? 16 : 32;
  uint64_t perSlice = sliceBytes * 8 / info.bits;
  return InterleavedChannels{perSlice, llvm::divideCeil(channels, perSlice), sliceBytes};
}

uint64_t ptx::interleavedOffset(const InterleavedChannels &channels, llvm::ArrayRef<uint64_t> sizes,
                                uint64_t image, uint64_t channel,
                                llvm::ArrayRef<uint64_t> position) {
  uint64_t slice = image * channels.slices + channels.slice(channel);
  for (auto [size, coordinate] : llvm::zip_equal(llvm::reverse(sizes), llvm::reverse(position)))
    slice = slice * size + coordinate;
  return slice * channels.sliceBytes + channels.byteInSlice(channel);
}
