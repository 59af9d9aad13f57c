// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/CanonicalLayout.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;

llvm::StringRef ptx::majorName(Major major) { return major == Major::K ? "K" : "MN"; }

/// The number of units of 128 bits on the contiguous side of an atom; 0 if there is no canonical
/// layout.
static unsigned canonicalUnits(Swizzle swizzle) {
  switch (swizzle) {
  case Swizzle::None:
    return 1;
  case Swizzle::B32:
  case Swizzle::B64:
  case Swizzle::B128:
    return swizzleInfo(swizzle).spanBytes / 16;
  case Swizzle::B96:
  case Swizzle::B128Atom32:
  case Swizzle::B128Atom32Flip8:
  case Swizzle::B128Atom64:
    break;
  }
  return 0;
}

std::optional<AtomShape> ptx::atomShape(Major major, Swizzle swizzle, MatrixUnit unit) {
  if (unit == MatrixUnit::Tcgen05 && swizzle == Swizzle::B128Atom32 && major == Major::MN)
    return AtomShape{8, 4};
  unsigned units = canonicalUnits(swizzle);
  if (!units)
    return std::nullopt;
  return major == Major::MN ? AtomShape{units, 8} : AtomShape{8, units};
}

std::optional<std::string> ptx::canonicalFormula(Major major, Swizzle swizzle) {
  unsigned units = canonicalUnits(swizzle);
  if (!units)
    return std::nullopt;
  std::string width = llvm::utostr(units);
  if (major == Major::K)
    return "((8,m),(T,2k)):((" + width + "T,SBO),(1," + (units == 1 ? "LBO" : "T") + "))";
  if (units == 1)
    return "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))";
  return "((T," + width + ",m),(8,k)):((1,T,LBO),(" + width + "T,SBO))";
}

std::string ptx::swizzleFunction(Swizzle swizzle) {
  const SwizzleInfo &info = swizzleInfo(swizzle);
  return "Swizzle<" + llvm::utostr(info.bits) + "," + llvm::utostr(info.base) + "," +
         llvm::utostr(info.shift) + ">";
}

llvm::Expected<CuteLayout> ptx::canonicalLayout(const CanonicalParameters &parameters) {
  const auto &[major, swizzle, bits, m, k, leadingBytes, strideBytes] = parameters;
  uint64_t units = canonicalUnits(swizzle);
  if (!units)
    return llvm::createStringError("swizzle " + swizzleInfo(swizzle).name +
                                   " has no canonical layout; expected NONE, 32B, 64B or 128B");
  if (!bits || bits > 128 || 128 % bits)
    return llvm::createStringError("elements of " + llvm::Twine(bits) +
                                   " bits do not fill 128 bits");
  if (!m || !k || k > UINT64_MAX / 2)
    return llvm::createStringError("a layout requires at least one repetition in each direction");
  bool usesLeading = major == Major::MN || units == 1;
  if (strideBytes > UINT64_MAX / 8 || leadingBytes > UINT64_MAX / 8)
    return llvm::createStringError("a byte offset is beyond any memory");
  if (strideBytes * 8 % bits || (usesLeading && leadingBytes * 8 % bits))
    return llvm::createStringError("a byte offset is not a whole number of elements");

  uint64_t t = 128 / bits;
  uint64_t lbo = leadingBytes * 8 / bits;
  uint64_t sbo = strideBytes * 8 / bits;
  if (major == Major::K)
    return CuteLayout{{{8, m}, {units * t, sbo}}, {{t, 2 * k}, {1, units == 1 ? lbo : t}}};
  if (units == 1)
    return CuteLayout{{{t, 1, m}, {1, t, sbo}}, {{8, k}, {t, lbo}}};
  return CuteLayout{{{t, units, m}, {1, t, lbo}}, {{8, k}, {units * t, sbo}}};
}
