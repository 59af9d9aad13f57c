// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_INTERLEAVEDTENSOR_H
#define PTX_TENSOR_INTERLEAVEDTENSOR_H

#include "ptx/Tensor/ElementType.h"
#include "ptx/Tensor/TensorMap.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// Where the channels of an interleaved tensor are: NC/8HWC8 or NC/16HWC16. (Manual 5.5.6)
struct InterleavedChannels {
  uint64_t perSlice; ///< channels of a slice
  uint64_t slices;   ///< the last one is padded with zeros
  unsigned sliceBytes;

  /// Channels that only pad the last slice.
  uint64_t padding(uint64_t channels) const { return perSlice * slices - channels; }
  uint64_t slice(uint64_t channel) const { return channel / perSlice; }
  /// The byte of a channel in its slice.
  uint64_t byteInSlice(uint64_t channel) const {
    return channel % perSlice * (sliceBytes / perSlice);
  }
};

/// The slices of `channels` channels of `type`. Fails without interleaving, for sub-byte types, and
/// for 0 channels.
llvm::Expected<InterleavedChannels> interleavedChannels(Interleave interleave, ElementType type,
                                                        uint64_t channels);

/// The byte offset of element (n, c, position) of a packed interleaved tensor. `sizes` and
/// `position` are W, H, D.
uint64_t interleavedOffset(const InterleavedChannels &channels, llvm::ArrayRef<uint64_t> sizes,
                           uint64_t image, uint64_t channel, llvm::ArrayRef<uint64_t> position);

} // namespace ptx

#endif // PTX_TENSOR_INTERLEAVEDTENSOR_H
