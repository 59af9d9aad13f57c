// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/Im2col.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::Twine;

static constexpr uint64_t mostPixels = 1024;

/// Fails for a tensor whose pixels cannot be visited.
static llvm::Error check(const Im2colTensor &tensor, llvm::ArrayRef<int64_t> base, int64_t image,
                         uint64_t pixels) {
  size_t spatial = tensor.sizes.size();
  if (!spatial || spatial > 3)
    return llvm::createStringError("an image of " + Twine(spatial) +
                                   " dimensions; expected 1 to 3");
  if (tensor.lower.size() != spatial || tensor.upper.size() != spatial ||
      tensor.strides.size() != spatial || base.size() != spatial)
    return llvm::createStringError("corners, traversal strides and coordinates must have " +
                                   Twine(spatial) + " values each");
  auto isSmall = [](int64_t value) { return llvm::isInt<32>(value); };
  auto isExtent = [](uint64_t value) { return value && value <= uint64_t(1) << 32; };
  if (!llvm::all_of(tensor.lower, isSmall) || !llvm::all_of(tensor.upper, isSmall) ||
      !llvm::all_of(base, isSmall) || !isSmall(image))
    return llvm::createStringError("a corner or coordinate does not fit 32 bits");
  if (!llvm::all_of(tensor.sizes, isExtent) || !llvm::all_of(tensor.strides, isExtent) ||
      !isExtent(tensor.images))
    return llvm::createStringError("a size or traversal stride is 0 or more than 2^32");
  if (!pixels || pixels > mostPixels)
    return llvm::createStringError(Twine(pixels) + " pixels; expected 1 to " + Twine(mostPixels));
  return llvm::Error::success();
}

static bool isInside(const Im2colTensor &tensor, llvm::ArrayRef<int64_t> position, int64_t image) {
  auto isIn = [](int64_t coordinate, uint64_t size) {
    return coordinate >= 0 && static_cast<uint64_t>(coordinate) < size;
  };
  return isIn(image, tensor.images) &&
         llvm::all_of(llvm::zip_equal(position, tensor.sizes),
                      [&](const auto &pair) { return isIn(std::get<0>(pair), std::get<1>(pair)); });
}

llvm::Expected<std::vector<Im2colPixel>>
ptx::im2colPixels(const Im2colTensor &tensor, llvm::ArrayRef<int64_t> base, int64_t image,
                  llvm::ArrayRef<int64_t> offsets, uint64_t pixels) {
  if (llvm::Error error = check(tensor, base, image, pixels))
    return error;
  size_t spatial = base.size();
  if (offsets.size() != spatial)
    return llvm::createStringError(Twine(offsets.size()) + " offsets; expected " + Twine(spatial));
  if (!llvm::all_of(offsets, [](int64_t offset) { return offset >= 0 && offset <= 65535; }))
    return llvm::createStringError("an im2col offset is not in 0 to 65535");
  for (size_t i = 0; i != spatial; ++i)
    if (base[i] < tensor.lower[i] || base[i] > tensor.high(i))
      return llvm::createStringError("coordinate " + Twine(base[i]) + " is outside of the " +
                                     "bounding box, which goes from " + Twine(tensor.lower[i]) +
                                     " to " + Twine(tensor.high(i)));

  std::vector<Im2colPixel> result;
  llvm::SmallVector<int64_t, 3> position(base);
  while (result.size() != pixels) {
    Im2colPixel &pixel = result.emplace_back();
    for (auto [coordinate, offset] : llvm::zip_equal(position, offsets))
      pixel.position.push_back(coordinate + offset);
    pixel.image = image;
    pixel.isInside = isInside(tensor, pixel.position, image);
    size_t i = 0;
    for (; i != spatial; ++i) {
      position[i] += static_cast<int64_t>(tensor.strides[i]);
      if (position[i] <= tensor.high(i))
        break;
      position[i] = tensor.lower[i];
    }
    if (i == spatial)
      ++image;
  }
  return result;
}

namespace {

/// Visits the pixels along W through the images.
class WideWalk {
public:
  WideWalk(const Im2colTensor &tensor, llvm::ArrayRef<int64_t> base, int64_t image, uint64_t offset)
      : tensor(tensor), position(base), image(image),
        low(tensor.lower[0] + static_cast<int64_t>(offset)),
        high(tensor.high(0) + static_cast<int64_t>(offset)) {
    position[0] += static_cast<int64_t>(offset);
  }

  /// Appends `count` pixels to `pixels` and moves past them.
  void take(uint64_t count, bool isHalo, std::vector<Im2colPixel> &pixels) {
    for (; count; --count) {
      pixels.push_back({position, image, isInside(tensor, position, image), isHalo});
      position[0] += static_cast<int64_t>(tensor.strides[0]);
      if (position[0] > high) {
        position[0] = low;
        ++image;
      }
    }
  }

private:
  const Im2colTensor &tensor;
  llvm::SmallVector<int64_t, 3> position;
  int64_t image;
  int64_t low;
  int64_t high;
};

} // namespace

/// `groups` times `pixels` pixels, each with the halo after them.
static llvm::Expected<std::vector<Im2colPixel>>
wideGroups(const Im2colTensor &tensor, llvm::ArrayRef<int64_t> base, int64_t image, unsigned groups,
           uint64_t pixels, uint64_t halo, uint64_t offset) {
  if (llvm::Error error = check(tensor, base, image, pixels))
    return error;
  if (offset > 31)
    return llvm::createStringError("wOffset is " + Twine(offset) + "; expected 0 to 31");
  if (base[0] > tensor.high(0))
    return llvm::createStringError("coordinate W is " + Twine(base[0]) +
                                   ", right of the bounding box, which ends at " +
                                   Twine(tensor.high(0)));
  std::vector<Im2colPixel> result;
  WideWalk walk(tensor, base, image, offset);
  for (unsigned group = 0; group != groups; ++group) {
    walk.take(pixels, /*isHalo=*/false, result);
    WideWalk haloWalk = walk;
    haloWalk.take(halo, /*isHalo=*/true, result);
  }
  return result;
}

static llvm::Error haloError(uint64_t halo, unsigned most) {
  return llvm::createStringError("wHalo is " + Twine(halo) + "; expected 0 to " + Twine(most));
}

llvm::Expected<std::vector<Im2colPixel>> ptx::im2colWPixels(const Im2colTensor &tensor,
                                                            llvm::ArrayRef<int64_t> base,
                                                            int64_t image, uint64_t pixels,
                                                            uint64_t halo, uint64_t offset) {
  if (halo > 511)
    return haloError(halo, 511);
  return wideGroups(tensor, base, image, 1, pixels, halo, offset);
}

llvm::Expected<std::vector<Im2colPixel>> ptx::im2colW128Pixels(const Im2colTensor &tensor,
                                                               llvm::ArrayRef<int64_t> base,
                                                               int64_t image, uint64_t halo,
                                                               uint64_t offset) {
  if (halo > 31)
    return haloError(halo, 31);
  return wideGroups(tensor, base, image, 4, 32, halo, offset);
}
