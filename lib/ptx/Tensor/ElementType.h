// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_ELEMENTTYPE_H
#define PTX_TENSOR_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace ptx {

/// The element type of a tensor map. (Manual 5.5.1, table 33)
enum class ElementType : uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F32Ftz,
  F64,
  BF16,
  TF32,
  TF32Ftz,
  B4x16,
  B4x16P64,
  B6x16P32,
  B6p2x16,
};

/// The constants of an element type. Elements of fewer than 8 bits come in groups of sixteen, which
/// are packed in global memory and may be padded in shared memory. (Manual 5.5.1.1)
struct ElementTypeInfo {
  ElementType type;
  llvm::StringLiteral name;       ///< PTX's: `bf16`, `b6x16_p32`
  llvm::StringLiteral driverName; ///< the driver's without `CU_TENSOR_MAP_DATA_TYPE_`
  unsigned code;                  ///< `.elemtype` of `tensormap.replace`
  unsigned driverCode;            ///< `CUtensorMapDataType`, with other numbers
  bool isFloat;
  bool canLoad;             ///< global to shared
  bool canStore;            ///< shared to global
  unsigned bits;            ///< of a value, which is also its pitch in global memory
  unsigned group;           ///< elements of a group, 1 or 16
  unsigned sharedGroupBits; ///< from a group to the next, in shared memory

  bool isSubByte() const { return bits < 8; }
  /// Whether shared memory has room for more than the value.
  bool isPadded() const { return sharedGroupBits != group * bits; }
  /// Bytes of `elements` consecutive elements; of sub-byte types whole groups count, rounded up.
  uint64_t globalBytes(uint64_t elements) const { return (elements * bits + 7) / 8; }
  uint64_t sharedBytes(uint64_t elements) const;
};

const ElementTypeInfo &elementTypeInfo(ElementType type);

/// The type named in PTX's way (`bf16`, `.bf16`) or the driver's (`BFLOAT16`, with its prefix or
/// without). Case does not matter. The driver's `16U6_ALIGN16B` is `b6x16_p32`, since a name alone
/// does not distinguish loads from stores.
std::optional<ElementType> parseElementType(llvm::StringRef name);

/// The type with the `.elemtype` code `code`; for 15, the type for loads. None above 15.
std::optional<ElementType> elementTypeOf(unsigned code);

/// The distance between the elements of a multiplicand in shared memory, in bits, for a type of
/// `wgmma` or `tcgen05.mma` such as `bf16`, `tf32`, `e4m3`. `e2m3` and `e3m2` are in 8-bit
/// containers; `e2m1` is packed, as `.kind::mxf4` requires. Types of tensor maps are included; the
/// padded ones (`b4x16_p64`) have 8 bits. None for any other name. (Manual 9.7.16.10.4)
std::optional<unsigned> matrixElementBits(llvm::StringRef name);

} // namespace ptx

#endif // PTX_TENSOR_ELEMENTTYPE_H
