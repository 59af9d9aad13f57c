// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/DenseTile.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

static constexpr uint64_t addressableBytes = 1 << 18;

/// The sizes of `request` in atoms and of an atom in elements and bytes.
namespace {
struct Atoms {
  uint64_t mnElements, kElements;
  uint64_t mnCount, kCount;
  uint64_t bytes;
};
} // namespace

static llvm::Expected<Atoms> atomsOf(const TileRequest &request) {
  llvm::StringRef swizzle = swizzleInfo(request.swizzle).name;
  std::optional<AtomShape> atom = atomShape(request.major, request.swizzle, request.unit);
  if (!atom)
    return llvm::createStringError("no swizzle atom is " + majorName(request.major) +
                                   "-major with swizzle " + swizzle);
  if (!canonicalFormula(request.major, request.swizzle))
    return llvm::createStringError("the manual has an atom for swizzle " + swizzle +
                                   " but no canonical layout, so that " +
                                   "nothing is known of LBO and SBO");
  unsigned bits = request.elementBits;
  if (!bits || bits > 128 || 128 % bits)
    return llvm::createStringError("elements of " + llvm::Twine(bits) +
                                   " bits do not fill 128 bits");
  uint64_t t = 128 / bits;
  Atoms atoms;
  atoms.mnElements = request.major == Major::MN ? atom->mn * t : atom->mn;
  atoms.kElements = request.major == Major::K ? atom->k * t : atom->k;
  atoms.bytes = uint64_t(atom->mn) * atom->k * 16;
  atoms.mnCount = request.mn / atoms.mnElements;
  atoms.kCount = request.k / atoms.kElements;
  if (!request.mn || !request.k || request.mn % atoms.mnElements || request.k % atoms.kElements)
    return llvm::createStringError("a tile of " + llvm::Twine(request.mn) + "x" +
                                   llvm::Twine(request.k) + " is not made of whole atoms of " +
                                   llvm::Twine(atoms.mnElements) + "x" +
                                   llvm::Twine(atoms.kElements) + " elements");
  uint64_t count = llvm::SaturatingMultiply(atoms.mnCount, atoms.kCount);
  if (llvm::SaturatingMultiply(count, atoms.bytes) > addressableBytes)
    return llvm::createStringError("a tile of " + llvm::Twine(request.mn) + "x" +
                                   llvm::Twine(request.k) +
                                   " is larger than the 256 KiB that a descriptor can address");
  return atoms;
}

llvm::Expected<DenseTile> ptx::denseTile(const TileRequest &request) {
  llvm::Expected<Atoms> found = atomsOf(request);
  if (!found)
    return found.takeError();
  const Atoms &atoms = *found;
  bool mnFirst = request.order == AtomOrder::MNFirst;
  uint64_t mnStride = mnFirst ? atoms.bytes : atoms.bytes * atoms.kCount;
  uint64_t kStride = mnFirst ? atoms.bytes * atoms.mnCount : atoms.bytes;
  bool swizzled = request.swizzle != Swizzle::None;
  bool kMajor = request.major == Major::K;
  // The canonical layout of a swizzled K-major tile is one column of atoms, 2k units wide.
  uint64_t units = atoms.kElements * request.elementBits / 128;

  DenseTile tile;
  tile.atomMn = atoms.mnElements;
  tile.atomK = atoms.kElements;
  tile.bytes = atoms.bytes * atoms.mnCount * atoms.kCount;
  tile.leadingIsUsed = !kMajor || !swizzled;
  bool leadingIsMn = !kMajor && swizzled;
  tile.strideBytes = kMajor || !swizzled ? mnStride : kStride;
  tile.leadingBytes = !tile.leadingIsUsed ? 16 : leadingIsMn ? mnStride : kStride;

  uint64_t t = 128 / request.elementBits;
  auto elements = [&](uint64_t bytes) { return bytes * 8 / request.elementBits; };
  if (kMajor) {
    tile.layout.mn = {{8, atoms.mnCount}, {units * t, elements(mnStride)}};
    tile.layout.k = {{t, units}, {1, t}};
    if (!swizzled)
      tile.layout.k = {{t, atoms.kCount}, {1, elements(kStride)}};
    else if (atoms.kCount > 1) {
      tile.layout.k.shape.push_back(atoms.kCount);
      tile.layout.k.stride.push_back(elements(kStride));
    }
  } else {
    tile.layout.mn = {{t, atoms.mnElements / t, atoms.mnCount}, {1, t, elements(mnStride)}};
    tile.layout.k = {{atoms.kElements, atoms.kCount}, {atoms.mnElements, elements(kStride)}};
  }

  // An instruction covers 32 bytes, that is 256 bits, of K.
  bool stepsInside = kMajor && swizzled;
  tile.stepsPerAtom = stepsInside ? units / 2 : 1;
  uint64_t kPerStep = 256 / request.elementBits;
  tile.atomStepBytes =
      stepsInside ? kStride : llvm::divideCeil(kPerStep, atoms.kElements) * kStride;
  return tile;
}
