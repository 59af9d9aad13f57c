// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Swizzle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static constexpr unsigned lineBytes = 128;

// The function of 96B is inferred from its table and its base-offset formula (assumption A5). For
// 64-byte atomicity, the manual's table of two lines implies one bit.
static constexpr SwizzleInfo swizzles[] = {
    // swizzle, name, mode, atomicity, numbers, driver, CuTe, flip, span, atom, lines, modulus
    {Swizzle::None, "NONE", "none", "", 0, 0, 0, 0, 4, 3, false, 0, 0, 1, 1},
    {Swizzle::B32, "32B", "32B", "16B", 1, 0, 1, 1, 4, 3, false, 32, 16, 2, 2},
    {Swizzle::B64, "64B", "64B", "16B", 2, 0, 2, 2, 4, 3, false, 64, 16, 4, 4},
    {Swizzle::B96, "96B", "96B", "16B", 4, 0, -1, 1, 4, 3, false, 96, 16, 2, 2},
    {Swizzle::B128, "128B", "128B", "16B", 3, 0, 3, 3, 4, 3, false, 128, 16, 8, 8},
    {Swizzle::B128Atom32, "128B_ATOM_32B", "128B", "32B", 3, 1, 4, 2, 5, 2, false, 128, 32, 4, 8},
    {Swizzle::B128Atom32Flip8, "128B_ATOM_32B_FLIP_8B", "128B", "32B+8B-flip", 3, 2, 5, 2, 5, 2,
     true, 128, 32, 4, 8},
    {Swizzle::B128Atom64, "128B_ATOM_64B", "128B", "64B", 3, 3, 6, 1, 6, 1, false, 128, 64, 2, 8},
};

llvm::ArrayRef<SwizzleInfo> ptx::allSwizzles() { return swizzles; }

const SwizzleInfo &ptx::swizzleInfo(Swizzle swizzle) {
  return swizzles[static_cast<unsigned>(swizzle)];
}

/// The values of one column of the table for the mode named `mode`, as text: "16B or 64B".
static std::string atomicitiesOf(StringRef mode) {
  llvm::SmallVector<StringRef> names;
  for (const SwizzleInfo &info : swizzles)
    if (info.modeName == mode && !info.isNone())
      names.push_back(info.atomicityName);
  if (names.size() == 1)
    return names[0].str();
  return llvm::join(llvm::ArrayRef(names).drop_back(), ", ") + " or " + names.back().str();
}

static llvm::Error badPair(StringRef mode, StringRef atomicity) {
  if (mode == "none")
    return llvm::createStringError("atomicity " + atomicity +
                                   " without swizzling; only swizzled tiles have an atomicity");
  return llvm::createStringError("swizzle mode " + mode + " with atomicity " + atomicity +
                                 "; expected atomicity " + atomicitiesOf(mode));
}

llvm::Expected<Swizzle> ptx::swizzleOf(unsigned mode, unsigned atomicity) {
  static constexpr llvm::StringLiteral atomicities[] = {"16B", "32B", "32B+8B-flip", "64B"};
  if (atomicity >= std::size(atomicities))
    return llvm::createStringError("no swizzle atomicity has the number " + llvm::Twine(atomicity) +
                                   "; expected 0 to 3");
  const SwizzleInfo *sameMode = nullptr;
  for (const SwizzleInfo &info : swizzles) {
    if (info.mode != mode)
      continue;
    sameMode = &info;
    if (info.atomicity == atomicity)
      return info.swizzle;
  }
  if (!sameMode)
    return llvm::createStringError("no swizzle mode has the number " + llvm::Twine(mode) +
                                   "; expected 0 to 4");
  return badPair(sameMode->modeName, atomicities[atomicity]);
}

/// `text` without the driver's prefixes.
static StringRef plainName(StringRef text) {
  if (!text.consume_front_insensitive("CU_TENSOR_MAP_SWIZZLE_"))
    text.consume_front_insensitive("SWIZZLE_");
  return text;
}

llvm::Expected<Swizzle> ptx::parseSwizzle(StringRef mode, StringRef atomicity) {
  if (atomicity.equals_insensitive("32B_flip8B"))
    atomicity = "32B+8B-flip";
  StringRef name = plainName(mode);
  const SwizzleInfo *named = llvm::find_if(
      swizzles, [&](const SwizzleInfo &info) { return name.equals_insensitive(info.name); });
  if (named == std::end(swizzles))
    return llvm::createStringError("unknown swizzle mode `" + mode +
                                   "`; expected none, 32B, 64B, 96B or 128B");
  if (atomicity.empty() || atomicity.equals_insensitive(named->atomicityName))
    return named->swizzle;
  bool known = false;
  for (const SwizzleInfo &info : swizzles) {
    if (info.isNone() || !atomicity.equals_insensitive(info.atomicityName))
      continue;
    known = true;
    if (info.modeName == named->modeName && named->name == named->modeName)
      return info.swizzle;
  }
  if (!known)
    return llvm::createStringError("unknown swizzle atomicity `" + atomicity +
                                   "`; expected 16B, 32B, 32B+8B-flip or 64B");
  if (named->name != named->modeName && !named->isNone())
    return llvm::createStringError("swizzle " + named->name + " has atomicity " +
                                   named->atomicityName + ", not " + atomicity);
  return badPair(named->modeName, atomicity);
}

uint64_t ptx::swizzleAddress(Swizzle swizzle, uint64_t address) {
  const SwizzleInfo &info = swizzleInfo(swizzle);
  uint64_t source = address >> (info.base + info.shift) & ((uint64_t(1) << info.bits) - 1);
  address ^= source << info.base;
  if (info.flips8Bytes)
    address ^= (address / lineBytes & 1) * 8;
  return address;
}

uint64_t ptx::unswizzleAddress(Swizzle swizzle, uint64_t address) {
  return swizzleAddress(swizzle, address);
}

std::vector<std::pair<unsigned, unsigned>> ptx::swizzleXorBits(Swizzle swizzle) {
  const SwizzleInfo &info = swizzleInfo(swizzle);
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned bit = 0; bit != info.bits; ++bit)
    pairs.emplace_back(info.base + bit, info.base + info.shift + bit);
  if (info.flips8Bytes)
    pairs.emplace_back(3, 7);
  return pairs;
}

unsigned ptx::swizzleBaseOffset(Swizzle swizzle, uint64_t address) {
  return address / lineBytes % swizzleInfo(swizzle).baseOffsetModulus;
}
