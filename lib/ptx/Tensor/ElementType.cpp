// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/ElementType.h"

#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;
using enum ElementType;

// The last four columns: bits, group, and the pitch of groups in shared memory.
static constexpr ElementTypeInfo types[] = {
    {U8, "u8", "UINT8", 0, 0, false, true, true, 8, 1, 8},
    {U16, "u16", "UINT16", 1, 1, false, true, true, 16, 1, 16},
    {U32, "u32", "UINT32", 2, 2, false, true, true, 32, 1, 32},
    {S32, "s32", "INT32", 3, 3, false, true, true, 32, 1, 32},
    {U64, "u64", "UINT64", 4, 4, false, true, true, 64, 1, 64},
    {S64, "s64", "INT64", 5, 5, false, true, true, 64, 1, 64},
    {F16, "f16", "FLOAT16", 6, 6, true, true, true, 16, 1, 16},
    {F32, "f32", "FLOAT32", 7, 7, true, true, true, 32, 1, 32},
    {F32Ftz, "f32.ftz", "FLOAT32_FTZ", 8, 10, true, true, true, 32, 1, 32},
    {F64, "f64", "FLOAT64", 9, 8, true, true, true, 64, 1, 64},
    {BF16, "bf16", "BFLOAT16", 10, 9, true, true, true, 16, 1, 16},
    {TF32, "tf32", "TFLOAT32", 11, 11, true, true, true, 32, 1, 32},
    {TF32Ftz, "tf32.ftz", "TFLOAT32_FTZ", 12, 12, true, true, true, 32, 1, 32},
    {B4x16, "b4x16", "16U4_ALIGN8B", 13, 13, false, true, true, 4, 16, 64},
    {B4x16P64, "b4x16_p64", "16U4_ALIGN16B", 14, 14, false, true, false, 4, 16, 128},
    {B6x16P32, "b6x16_p32", "16U6_ALIGN16B", 15, 15, false, true, false, 6, 16, 128},
    {B6p2x16, "b6p2x16", "16U6_ALIGN16B", 15, 15, false, false, true, 6, 16, 128},
};

uint64_t ElementTypeInfo::sharedBytes(uint64_t elements) const {
  return (elements + group - 1) / group * (sharedGroupBits / 8);
}

const ElementTypeInfo &ptx::elementTypeInfo(ElementType type) {
  return types[static_cast<unsigned>(type)];
}

std::optional<ElementType> ptx::parseElementType(StringRef name) {
  name.consume_front(".");
  name.consume_front_insensitive("CU_TENSOR_MAP_DATA_TYPE_");
  // Signedness does not matter here: the encodings have no number for the manual's bit-size types.
  if (name.equals_insensitive("b32"))
    return U32;
  if (name.equals_insensitive("b64"))
    return U64;
  for (const ElementTypeInfo &info : types)
    if (name.equals_insensitive(info.name) || name.equals_insensitive(info.driverName))
      return info.type;
  return std::nullopt;
}

std::optional<ElementType> ptx::elementTypeOf(unsigned code) {
  for (const ElementTypeInfo &info : types)
    if (info.code == code)
      return info.type;
  return std::nullopt;
}

std::optional<unsigned> ptx::matrixElementBits(StringRef name) {
  unsigned bits = llvm::StringSwitch<unsigned>(name.ltrim('.').lower())
                      .Case("s8", 8)
                      .Case("e4m3", 8)
                      .Case("e5m2", 8)
                      .Case("e2m3", 8)
                      .Case("e3m2", 8)
                      .Case("e2m1", 4)
                      .Default(0);
  if (bits)
    return bits;
  if (std::optional<ElementType> type = parseElementType(name)) {
    const ElementTypeInfo &info = elementTypeInfo(*type);
    return info.sharedGroupBits / info.group;
  }
  return std::nullopt;
}
