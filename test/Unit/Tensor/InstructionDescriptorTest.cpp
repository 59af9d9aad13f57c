// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/InstructionDescriptor.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

/// The number of the type that `row` names under `key`; 0, as in the file, if it names none.
static uint8_t typeCode(Vector row, const char *key, MmaKind kind, MmaOperand operand) {
  if (!row.has(key))
    return 0;
  std::optional<unsigned> code = operandTypeCode(kind, operand, row[key].text());
  EXPECT_TRUE(code) << row[key].text();
  return code.value_or(0);
}

static unsigned numberIn(Vector row, const char *key) {
  return row.has(key) ? row[key].number() : 0;
}

TEST(InstructionDescriptor, Vectors) {
  for (Vector row : Vector::group("idesc").items()) {
    std::string name = row["kind"].text();
    MmaKind kind = *parseMmaKind(llvm::StringRef(name).split('.').first);
    InstructionDescriptor descriptor;
    descriptor.m = row["M"].number();
    descriptor.n = row["N"].number();
    descriptor.dType = typeCode(row, "dtype", kind, MmaOperand::D);
    descriptor.aType = typeCode(row, "a", kind, MmaOperand::A);
    descriptor.bType = typeCode(row, "b", kind, MmaOperand::B);
    descriptor.sparse = numberIn(row, "sparse");
    descriptor.sparsitySelector = numberIn(row, "sel");
    descriptor.saturate = numberIn(row, "sat");
    descriptor.maxShift = numberIn(row, "shift");
    descriptor.scaleA = numberIn(row, "sfa");
    descriptor.scaleB = numberIn(row, "sfb");
    descriptor.scaleType = row.has("scale") && row["scale"].text() == "ue8m0";
    uint32_t value = row["value"].hex();
    EXPECT_EQ(*encodeInstructionDescriptor(kind, descriptor), value) << name;
    InstructionDescriptor back = decodeInstructionDescriptor(kind, value);
    for (const InstructionField &field : instructionFields(kind))
      EXPECT_EQ(field.get(back), field.get(descriptor)) << field.bits.name.str();
  }
}

TEST(InstructionDescriptor, EveryFieldGoesThereAndBack) {
  for (MmaKind kind : allMmaKinds()) {
    EXPECT_EQ(parseMmaKind(mmaKindName(kind)), kind);
    uint32_t covered = reservedInstructionBits(kind);
    for (const InstructionField &field : instructionFields(kind)) {
      uint32_t value = field.bits.mask();
      EXPECT_EQ(covered & value, 0u);
      covered |= value;
      EXPECT_EQ(*encodeInstructionDescriptor(kind, decodeInstructionDescriptor(kind, value)),
                value);
    }
    EXPECT_EQ(covered, ~uint32_t(0));
  }
}

// Tables 42 to 44.
TEST(InstructionDescriptor, ReservedBits) {
  auto bits = [](std::initializer_list<unsigned> positions) {
    uint32_t word = 0;
    for (unsigned position : positions)
      word |= uint32_t(1) << position;
    return word;
  };
  EXPECT_EQ(reservedInstructionBits(MmaKind::F16), bits({6, 23, 29}));
  EXPECT_EQ(reservedInstructionBits(MmaKind::I8), bits({6, 23, 29}));
  EXPECT_EQ(reservedInstructionBits(MmaKind::F8F6F4), bits({6, 23}));
  EXPECT_EQ(reservedInstructionBits(MmaKind::MXF8F6F4), bits({0, 1, 3, 6, 24, 25}));
  EXPECT_EQ(reservedInstructionBits(MmaKind::MXF4), bits({0, 1, 6, 25}));
  // Manual of PTX 9.4, 9.7.18.4.2.1, and the sizes of the fields in tables 51 to 53.
  EXPECT_EQ(instructionBitsOf107(MmaKind::F8F6F4), bits({29}));
  EXPECT_EQ(instructionBitsOf107(MmaKind::MXF8F6F4), bits({26, 31}));
  EXPECT_EQ(instructionBitsOf107(MmaKind::MXF4), bits({3, 12, 24, 26}));
}

// Table 39.
TEST(InstructionDescriptor, K) {
  EXPECT_EQ(mmaK(MmaKind::F16, false), 16u);
  EXPECT_EQ(mmaK(MmaKind::F16, true), 32u);
  EXPECT_EQ(mmaK(MmaKind::TF32, false), 8u);
  EXPECT_EQ(mmaK(MmaKind::F8F6F4, false), 32u);
  EXPECT_EQ(mmaK(MmaKind::I8, true), 64u);
  EXPECT_EQ(mmaK(MmaKind::MXF8F6F4, false), 32u);
  EXPECT_EQ(mmaK(MmaKind::MXF4, false), 64u);
  EXPECT_EQ(mmaK(MmaKind::MXF4NVF4, true), 128u);
  EXPECT_EQ(mmaK(MmaKind::MXF4, false, 1), 96u);
  EXPECT_EQ(mmaK(MmaKind::MXF4, true, 1), 192u);
  EXPECT_EQ(mmaK(MmaKind::MXF4, false, 2), 128u);
  EXPECT_EQ(mmaK(MmaKind::MXF4, false, 3), 0u);
  EXPECT_EQ(mmaK(MmaKind::F8F6F4, true, 1), 128u);
}

TEST(InstructionDescriptor, RefusesWhatNoFieldHolds) {
  InstructionDescriptor descriptor;
  descriptor.n = 12;
  EXPECT_EQ(failureOf(encodeInstructionDescriptor(MmaKind::F16, descriptor)),
            "N 12 is not a multiple of 8");
  descriptor.n = 512;
  EXPECT_EQ(failureOf(encodeInstructionDescriptor(MmaKind::F16, descriptor)),
            "N 512 is more than bits 17-22 can hold");
  descriptor.n = 64;
  descriptor.m = 64;
  EXPECT_EQ(failureOf(encodeInstructionDescriptor(MmaKind::MXF4, descriptor)),
            "M 64 is not a multiple of 128");
  descriptor.m = 128;
  descriptor.scaleA = 1;
  EXPECT_EQ(failureOf(encodeInstructionDescriptor(MmaKind::F16, descriptor)),
            "kind::f16 has no field for scale factor ID of A");
}

TEST(InstructionDescriptor, Types) {
  EXPECT_EQ(operandTypeName(MmaKind::F8F6F4, MmaOperand::A, 5), "e2m1");
  EXPECT_EQ(operandTypeName(MmaKind::MXF4, MmaOperand::A, 1), "e2m1");
  EXPECT_EQ(operandTypeName(MmaKind::F8F6F4, MmaOperand::B, 2), "");
  EXPECT_EQ(operandTypeName(MmaKind::I8, MmaOperand::D, 2), "s32");
  EXPECT_FALSE(operandTypeCode(MmaKind::TF32, MmaOperand::A, "bf16"));
  EXPECT_EQ(scaleTypeName(MmaKind::MXF4, 0), "");
  EXPECT_EQ(scaleTypeName(MmaKind::MXF4NVF4, 0), "ue4m3");
  EXPECT_FALSE(isBlockScaled(MmaKind::F8F6F4));
  EXPECT_TRUE(isBlockScaled(MmaKind::MXF8F6F4));
}
