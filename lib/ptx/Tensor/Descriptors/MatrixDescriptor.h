// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DESCRIPTORS_MATRIXDESCRIPTOR_H
#define PTX_TENSOR_DESCRIPTORS_MATRIXDESCRIPTOR_H

#include "ptx/Tensor/CanonicalLayout.h"
#include "ptx/Tensor/Descriptors/BitField.h"
#include "ptx/Tensor/Violation.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/KnownBits.h"

#include <optional>

// The 64-bit descriptors of matrices in shared memory. (Manual 9.7.15.5.1.2.2 for `wgmma`,
// 9.7.16.4.1 for `tcgen05`; of PTX 9.4, 9.7.18.4.1)

namespace ptx {

/// The fields of a descriptor of `unit`, in ascending order; the first ones are those that
/// `MatrixDescriptor` names, in its order. Fixed bits are a field.
llvm::ArrayRef<BitField> matrixDescriptorFields(MatrixUnit unit);

/// The contents of a descriptor. Addresses and offsets are in bytes; the fields contain sixteenths.
struct MatrixDescriptor {
  uint32_t startBytes = 0;   ///< shared address of the matrix, below 256 KiB, of `tcgen05` 512 KiB
  uint32_t leadingBytes = 0; ///< LBO
  uint32_t strideBytes = 0;  ///< SBO
  unsigned baseOffset = 0;   ///< 0 to 7
  /// Whether LBO is an address; only for `tcgen05`.
  bool leadingIsAddress = false;
  /// None if the code is invalid.
  std::optional<Swizzle> swizzle = Swizzle::None;
  /// Whether the second half of a compressed block of 48 bytes of B is used; only for `tcgen05`.
  bool takesSecondHalf = false;
};

/// The manual's `matrix-descriptor-encode`: a sixteenth, of 14 bits.
constexpr uint64_t encodeDescriptorBytes(uint64_t bytes) { return (bytes & 0x3FFFF) >> 4; }

/// The code of `swizzle` in a descriptor of `unit`; none if it has no code there.
std::optional<unsigned> swizzleCode(MatrixUnit unit, Swizzle swizzle);

/// Decodes `value` for `unit`. Bits outside of all fields are ignored.
MatrixDescriptor decodeMatrixDescriptor(MatrixUnit unit, uint64_t value);

/// The inverse, with the fixed bits in place. Fails for values that the fields cannot hold: an
/// address or offset that is not a multiple of 16 or has more bits than its field, a base offset
/// above 7, an address as LBO for `wgmma`, a swizzle without a code.
llvm::Expected<uint64_t> encodeMatrixDescriptor(MatrixUnit unit,
                                                const MatrixDescriptor &descriptor);

/// The known facts about the use of a descriptor, in addition to its value.
struct MatrixUse {
  std::optional<Major> major;
  /// Whether the target is sm_103a, the only one with addresses as LBO.
  std::optional<bool> isSm103a;
  /// Whether the instruction reads 16 bytes along K, so that there is no neighbour for the LBO.
  bool hasOneAtomAlongK = false;
  /// Whether the target is of the family of sm_107f.
  std::optional<bool> isOf107 = std::nullopt;
  /// Whether it is B of an instruction with `.decompress::lut::b`.
  std::optional<bool> isLookedUp = std::nullopt;
};

/// The violations by `value` as a descriptor of `unit`: T188, T192, T194, T196 for `wgmma`; T278 to
/// T283, T285, T333 for `tcgen05`. Rules that depend on unknown facts in `use` are not checked.
Violations checkMatrixDescriptor(MatrixUnit unit, uint64_t value, const MatrixUse &use = {});

/// The same for a value with only some known bits: the violations for all values of the others.
Violations checkMatrixDescriptor(MatrixUnit unit, const llvm::KnownBits &value,
                                 const MatrixUse &use = {});

/// The same matrix described for the other unit: bits 46 to 48 and the swizzle code change. None if
/// that unit has no such swizzle or no address as LBO.
std::optional<uint64_t> convertMatrixDescriptor(MatrixUnit from, uint64_t value);

} // namespace ptx

#endif // PTX_TENSOR_DESCRIPTORS_MATRIXDESCRIPTOR_H
