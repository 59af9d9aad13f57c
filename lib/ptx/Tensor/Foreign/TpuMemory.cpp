// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Foreign/TpuMemory.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::Twine;

llvm::Expected<TpuPlace> ptx::splitTpuAddress(const TpuMachine &machine, uint64_t address) {
  uint64_t bytes = llvm::SaturatingMultiply(machine.npus, machine.npuBytes);
  if (address >= bytes)
    return llvm::createStringError("address " + Twine(address) + " of " + Twine(bytes) +
                                   " bytes of local memory");
  return TpuPlace{address / machine.npuBytes, address % machine.npuBytes};
}

uint64_t ptx::tpuChannelsPerNpu(uint64_t npus, uint64_t first, uint64_t channels) {
  return llvm::divideCeil(first + channels, npus);
}

TpuPlace ptx::tpuElement(uint64_t npus, uint64_t first, const TpuStrides &strides,
                         const TpuShape &at) {
  uint64_t channel = first + at.c;
  return {channel % npus,
          at.n * strides.n + channel / npus * strides.c + at.h * strides.h + at.w * strides.w};
}

llvm::Expected<TpuStrides> ptx::tpuStrides(TpuLayout layout, const TpuShape &shape, uint64_t npus,
                                           uint64_t first, unsigned elementBits) {
  if (elementBits != 8 && elementBits != 16 && elementBits != 32)
    return llvm::createStringError("elements of " + Twine(elementBits) +
                                   " bits; expected 8, 16 or 32");
  if (!npus)
    return llvm::createStringError("a machine without NPUs");
  uint64_t channel = shape.h * shape.w;
  if (layout == TpuLayout::Continuous)
    return TpuStrides{shape.c * channel, channel, shape.w, 1};
  if (layout == TpuLayout::Aligned)
    channel = llvm::alignTo(channel, 128 * 8 / elementBits);
  return TpuStrides{channel * tpuChannelsPerNpu(npus, first, shape.c), channel, shape.w, 1};
}

llvm::Expected<TpuMatrix> ptx::tpuMatrix(uint64_t rows, uint64_t columns, uint64_t width,
                                         uint64_t npus, uint64_t first) {
  if (!width || width > columns)
    return llvm::createStringError("a width of " + Twine(width) + "; expected 1 to " +
                                   Twine(columns));
  TpuMatrix matrix;
  matrix.shape = {rows, llvm::divideCeil(columns, width), 1, width};
  llvm::Expected<TpuStrides> strides =
      tpuStrides(TpuLayout::Aligned, matrix.shape, npus, first, 32);
  if (!strides)
    return strides.takeError();
  matrix.channelsPerNpu = tpuChannelsPerNpu(npus, first, matrix.shape.c);
  matrix.rowBlocksPerNpu = strides->n;
  matrix.lastChannel = columns - width * (matrix.shape.c - 1);
  matrix.npusUsed = std::min(matrix.shape.c, npus);
  return matrix;
}

TpuPacked ptx::tpuPacked(TpuPacking packing, const TpuShape &shape) {
  TpuPacked packed;
  packed.perUnit = packing == TpuPacking::FourN ? 4 : 2;
  packed.unitBytes = packing == TpuPacking::TwoIc ? 8 : 4;
  packed.shape = shape;
  packed.shape.n = llvm::divideCeil(shape.n, uint64_t(packed.perUnit));
  packed.dummies = packed.shape.n * packed.perUnit - shape.n;
  return packed;
}

TpuPlace ptx::tpuPackedByte(const TpuPacked &packed, uint64_t npus, uint64_t first,
                            const TpuStrides &strides, const TpuShape &at) {
  TpuShape unit = at;
  unit.n = at.n / packed.perUnit;
  TpuPlace place = tpuElement(npus, first, strides, unit);
  place.offset =
      place.offset * packed.unitBytes + at.n % packed.perUnit * (packed.unitBytes / packed.perUnit);
  return place;
}
