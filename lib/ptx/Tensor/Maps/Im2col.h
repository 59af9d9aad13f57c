// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_IM2COL_H
#define PTX_TENSOR_MAPS_IM2COL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

// The pixels of im2col accesses, in the order of shared memory. The channels of a pixel are
// contiguous. (Manual 5.5.4, 5.5.5)

namespace ptx {

/// A pixel that is accessed.
struct Im2colPixel {
  llvm::SmallVector<int64_t, 3> position; ///< W, H, D
  int64_t image;                          ///< N
  bool isInside;                          ///< else loads fill it
  bool isHalo = false;                    ///< one of the `wHalo` extra ones
};

/// Parameters of all modes. The dimensions are W, H, D, as many as the image has.
struct Im2colTensor {
  llvm::SmallVector<uint64_t, 3> sizes;
  uint64_t images;                     ///< size of dimension N
  llvm::SmallVector<int64_t, 3> lower; ///< the wide modes use only that of W
  llvm::SmallVector<int64_t, 3> upper;
  llvm::SmallVector<uint64_t, 3> strides; ///< traversal strides

  /// The last coordinate of the bounding box in dimension `i`: size - 1 + upper corner.
  int64_t high(size_t i) const { return static_cast<int64_t>(sizes[i]) - 1 + upper[i]; }
};

/// The `pixels` pixels of an `.im2col` access. The filter's base is at `base` (W, H, D) of image
/// `image` and walks through the bounding box, W the fastest, then on to the next image; each pixel
/// is the base plus `offsets`. Traversal strides do not change the number of pixels. Fails if the
/// arrays differ in length or are not 1 to 3 long, if the base is outside of the bounding box, for
/// a stride of 0, for numbers beyond 32 bits, and for more than 1,024 pixels.
llvm::Expected<std::vector<Im2colPixel>> im2colPixels(const Im2colTensor &tensor,
                                                      llvm::ArrayRef<int64_t> base, int64_t image,
                                                      llvm::ArrayRef<int64_t> offsets,
                                                      uint64_t pixels);

/// The pixels of an `.im2col::w` access: `pixels` of them along W, at the other coordinates of
/// `base`, from image to image, and then `halo` more that continue the walk (assumption A1).
/// `offset` shifts the bounding box and the base along W. Fails as `im2colPixels` does, except that
/// the base may lie left of the bounding box, and for a halo above 511 or an offset above 31.
llvm::Expected<std::vector<Im2colPixel>> im2colWPixels(const Im2colTensor &tensor,
                                                       llvm::ArrayRef<int64_t> base, int64_t image,
                                                       uint64_t pixels, uint64_t halo,
                                                       uint64_t offset);

/// The same for `.im2col::w::128`: four times 32 pixels, each time followed by `halo` more, which
/// the next 32 load again (assumption A1). A halo above 31 fails.
llvm::Expected<std::vector<Im2colPixel>> im2colW128Pixels(const Im2colTensor &tensor,
                                                          llvm::ArrayRef<int64_t> base,
                                                          int64_t image, uint64_t halo,
                                                          uint64_t offset);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_IM2COL_H
