// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_CANONICALLAYOUT_H
#define PTX_TENSOR_CANONICALLAYOUT_H

#include "ptx/Tensor/CuteLayout.h"
#include "ptx/Tensor/Swizzle.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

// The layouts of matrices in shared memory that `wgmma` and `tcgen05.mma` support. (Manual
// 9.7.15.5.1.2 and 9.7.16.3, 9.7.16.10.6)

namespace ptx {

/// The dimension along which a matrix is contiguous.
enum class Major : uint8_t { MN, K };

llvm::StringRef majorName(Major major);

/// The matrix instructions, which differ in their descriptors.
enum class MatrixUnit : uint8_t {
  Wgmma,   ///< `wgmma.mma_async`, sm_90a
  Tcgen05, ///< `tcgen05.mma` and `tcgen05.cp`, from sm_100a on
};

/// The extents of a swizzle atom in units of 128 bits, MN by K.
struct AtomShape {
  unsigned mn;
  unsigned k;
};

/// The atom of table 38, and of table 55, which has one more for `tcgen05`: 128B with 32-byte
/// atomicity, MN-major. None if no descriptor can select the swizzle, or if the tables have `-`.
std::optional<AtomShape> atomShape(Major major, Swizzle swizzle, MatrixUnit unit);

/// The row of the manual's table of canonical layouts: `((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))`.
/// None for swizzles without one, which are 96B and all with another atomicity than 16 bytes.
std::optional<std::string> canonicalFormula(Major major, Swizzle swizzle);

/// `Swizzle<1,4,3>`, in CuTe's notation.
std::string swizzleFunction(Swizzle swizzle);

/// The numbers of a canonical layout. `m` and `k` count the repetitions, as in the manual.
struct CanonicalParameters {
  Major major;
  Swizzle swizzle;
  unsigned elementBits;
  uint64_t m;
  uint64_t k;
  /// The byte offsets of the descriptor. LBO is not used by swizzled K-major layouts.
  uint64_t leadingBytes;
  uint64_t strideBytes;
};

/// The exact layout for `parameters`, in elements, before swizzling. Swizzled K-major layouts whose
/// `2k` is more than the span alias rows; they are returned as the manual prints them. Fails if
/// there is no canonical layout, if an extent is 0, if 128 bits are no whole number of elements, or
/// a used offset no whole number of them.
llvm::Expected<CuteLayout> canonicalLayout(const CanonicalParameters &parameters);

} // namespace ptx

#endif // PTX_TENSOR_CANONICALLAYOUT_H
