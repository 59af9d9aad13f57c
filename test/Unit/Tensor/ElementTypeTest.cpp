// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/ElementType.h"

#include "Vectors.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;

TEST(ElementType, SubByteVectors) {
  for (Vector row : Vector::group("subbyte").items()) {
    const ElementTypeInfo &info = elementTypeInfo(*parseElementType(row["type"].text()));
    EXPECT_EQ(info.bits, row["bits"].number());
    EXPECT_EQ(info.group, row["elems"].number());
    EXPECT_EQ(info.globalBytes(16), row["global_bytes"].number());
    EXPECT_EQ(info.sharedBytes(16), row["smem_bytes"].number());
    if (row.has("pad_bytes")) {
      EXPECT_EQ(info.sharedBytes(16) - info.globalBytes(16), row["pad_bytes"].number());
    }
    if (row.has("pad_bits_per_elem")) {
      EXPECT_EQ(info.sharedBytes(16) * 8 / 16 - info.bits, row["pad_bits_per_elem"].number());
    }
    bool loads = false, stores = false;
    for (Vector direction : row["dirs"].items())
      (direction.text() == "load" ? loads : stores) = true;
    EXPECT_EQ(info.canLoad, loads);
    EXPECT_EQ(info.canStore, stores);
    if (!row.has("box0_elems"))
      continue;
    EXPECT_EQ(info.globalBytes(row["box0_elems"].number()), row["box0_bytes"].number());
    EXPECT_EQ(info.sharedBytes(row["box0_elems"].number()), row["smem_row_bytes"].number());
  }
}

// Table 33 and CUtensorMapDataType, in their order.
TEST(ElementType, BothNumberings) {
  constexpr const char *ptx[] = {"u8",       "u16",   "u32",       "s32",      "u64",  "s64",
                                 "f16",      "f32",   "f32.ftz",   "f64",      "bf16", "tf32",
                                 "tf32.ftz", "b4x16", "b4x16_p64", "b6x16_p32"};
  constexpr const char *driver[] = {
      "UINT8",        "UINT16",       "UINT32",        "INT32",        "UINT64",      "INT64",
      "FLOAT16",      "FLOAT32",      "FLOAT64",       "BFLOAT16",     "FLOAT32_FTZ", "TFLOAT32",
      "TFLOAT32_FTZ", "16U4_ALIGN8B", "16U4_ALIGN16B", "16U6_ALIGN16B"};
  for (unsigned code = 0; code != 16; ++code) {
    EXPECT_EQ(elementTypeInfo(*elementTypeOf(code)).name, ptx[code]);
    std::string name = std::string("CU_TENSOR_MAP_DATA_TYPE_") + driver[code];
    EXPECT_EQ(elementTypeInfo(*parseElementType(name)).driverCode, code) << name;
  }
  EXPECT_FALSE(elementTypeOf(16));
  EXPECT_FALSE(parseElementType("e4m3"));
  // The bit-size types of manual 5.5.1.
  EXPECT_EQ(parseElementType("b32"), ElementType::U32);
  EXPECT_EQ(parseElementType(".b64"), ElementType::U64);
  EXPECT_FALSE(parseElementType("b16"));
}

TEST(ElementType, BitsOfMultiplicands) {
  EXPECT_EQ(matrixElementBits("bf16"), 16u);
  EXPECT_EQ(matrixElementBits(".tf32"), 32u);
  EXPECT_EQ(matrixElementBits("e4m3"), 8u);
  EXPECT_EQ(matrixElementBits("e2m1"), 4u);
  EXPECT_EQ(matrixElementBits("b4x16_p64"), 8u);
  EXPECT_FALSE(matrixElementBits("i8"));
}
