// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_FOREIGN_TPUMEMORY_H
#define PTX_TENSOR_FOREIGN_TPUMEMORY_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

// Tensors in the local memory of a TPU (OKKernel): NPUs with a memory each, over which the channels
// of a tensor are scattered.

namespace ptx {

/// The machine: its NPUs and the bytes of local memory that each has.
struct TpuMachine {
  uint64_t npus;
  uint64_t npuBytes;
};

/// A location: the NPU, and the offset from the start of its memory in bytes or elements.
struct TpuPlace {
  uint64_t npu;
  uint64_t offset;
};

/// The NPU and the byte in its memory that `address` means. Fails if there is no such address.
llvm::Expected<TpuPlace> splitTpuAddress(const TpuMachine &machine, uint64_t address);

/// The extents of a 4D tensor, in elements.
struct TpuShape {
  uint64_t n, c, h, w;
};

/// Strides in elements. That of C leads to the next channel of the same NPU: channel c + npus.
struct TpuStrides {
  uint64_t n, c, h, w;
};

/// The number of channels in one NPU, if `channels` channels begin in NPU `first`.
uint64_t tpuChannelsPerNpu(uint64_t npus, uint64_t first, uint64_t channels);

/// The NPU of element (n, c, h, w) of a tensor that starts in NPU `first`, and the element's offset
/// from the tensor's, in elements.
TpuPlace tpuElement(uint64_t npus, uint64_t first, const TpuStrides &strides, const TpuShape &at);

/// The layouts with strides of their own.
enum class TpuLayout : uint8_t {
  Continuous, ///< in system memory
  Aligned,    ///< each channel begins on a 128-byte boundary; so must the tensor
  Compact,    ///< channels without gaps; the tensor begins on a 4-byte boundary
};

/// The strides of a tensor of `shape`. Fails for elements of other than 8, 16 or 32 bits.
llvm::Expected<TpuStrides> tpuStrides(TpuLayout layout, const TpuShape &shape, uint64_t npus,
                                      uint64_t first, unsigned elementBits);

/// A matrix of 32-bit elements in the matrix layout: rows are cut into channels of `width` columns.
struct TpuMatrix {
  TpuShape shape; ///< rows, channels, 1, width
  uint64_t channelsPerNpu;
  uint64_t rowBlocksPerNpu; ///< 4-byte blocks that a row takes in an NPU
  uint64_t lastChannel;     ///< columns of the last channel
  uint64_t npusUsed;
};

/// Fails for a width that is not in 1 to `columns`.
llvm::Expected<TpuMatrix> tpuMatrix(uint64_t rows, uint64_t columns, uint64_t width, uint64_t npus,
                                    uint64_t first);

/// The storage modes that put several elements of the outermost dimension into one unit.
enum class TpuPacking : uint8_t {
  FourN, ///< 4N-mode: four 8-bit elements in 32 bits
  TwoN,  ///< 2N-mode: two 16-bit elements in 32 bits
  TwoIc, ///< 2IC-mode: two fp32 weights of [I, O, H, W] in 64 bits
};

/// A packed tensor. Strides of the packed tensor count units.
struct TpuPacked {
  TpuShape shape; ///< in units
  unsigned perUnit;
  unsigned unitBytes;
  uint64_t dummies; ///< elements that only fill the last unit
};

TpuPacked tpuPacked(TpuPacking packing, const TpuShape &shape);

/// The NPU of element `at` of the unpacked tensor, and the offset of its byte from the start of the
/// tensor.
TpuPlace tpuPackedByte(const TpuPacked &packed, uint64_t npus, uint64_t first,
                       const TpuStrides &strides, const TpuShape &at);

} // namespace ptx

#endif // PTX_TENSOR_FOREIGN_TPUMEMORY_H
