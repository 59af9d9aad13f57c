// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/InstructionDescriptor.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {

struct OperandType {
  StringLiteral name;
  uint8_t code;
};

/// The differences of the kinds.
struct KindInfo {
  MmaKind kind;
  StringLiteral name;
  llvm::ArrayRef<InstructionField> fields;
  llvm::ArrayRef<OperandType> inputTypes;
  llvm::ArrayRef<OperandType> outputTypes;
  llvm::ArrayRef<OperandType> scaleTypes;
  /// K of dense matrices, indexed by its code.
  llvm::ArrayRef<uint8_t> k;
  uint32_t bitsOf107;
};

} // namespace

#define PTX_FIELD(name, low, width, shift, member)                                                 \
  {{name, low, width},                                                                             \
   shift,                                                                                          \
   [](const InstructionDescriptor &d) -> uint64_t { return d.member; },                            \
   [](InstructionDescriptor &d, uint64_t value) { d.member = value; }}

// The fields that all kinds have.
#define PTX_SIGNS                                                                                  \
  PTX_FIELD("negate A", 13, 1, 0, negateA), PTX_FIELD("negate B", 14, 1, 0, negateB),              \
      PTX_FIELD("transpose A", 15, 1, 0, transposeA),                                              \
      PTX_FIELD("transpose B", 16, 1, 0, transposeB), PTX_FIELD("N", 17, 6, 3, n)

#define PTX_PLAIN_FIELDS                                                                           \
  PTX_FIELD("sparsity selector", 0, 2, 0, sparsitySelector), PTX_FIELD("sparse", 2, 1, 0, sparse), \
      PTX_FIELD("saturate", 3, 1, 0, saturate), PTX_FIELD("D type", 4, 2, 0, dType),               \
      PTX_FIELD("A type", 7, 3, 0, aType), PTX_FIELD("B type", 10, 3, 0, bType), PTX_SIGNS,        \
      PTX_FIELD("M", 24, 5, 4, m)

#define PTX_SHIFT_FIELD PTX_FIELD("maximum shift", 30, 2, 0, maxShift)

#define PTX_SCALED_FIELDS(scaleTypeBits)                                                           \
  PTX_FIELD("scale type", 23, scaleTypeBits, 0, scaleType),                                        \
      PTX_FIELD("scale factors in 128 lanes", 26, 1, 0, scaleLanes), PTX_FIELD("M", 27, 2, 7, m),  \
      PTX_FIELD("scale factor ID of A", 29, 2, 0, scaleA)

static constexpr InstructionField plainFields[] = {PTX_PLAIN_FIELDS, PTX_SHIFT_FIELD};
static constexpr InstructionField f8f6f4Fields[] = {
    PTX_PLAIN_FIELDS, PTX_FIELD("K", 29, 1, 0, kCode), PTX_SHIFT_FIELD};
static constexpr InstructionField mxf8Fields[] = {
    PTX_FIELD("sparse", 2, 1, 0, sparse),
    PTX_FIELD("scale factor ID of B", 4, 2, 0, scaleB),
    PTX_FIELD("A type", 7, 3, 0, aType),
    PTX_FIELD("B type", 10, 3, 0, bType),
    PTX_SIGNS,
    PTX_SCALED_FIELDS(1),
    PTX_FIELD("K", 31, 1, 0, kCode)};
// The code of K has two separate bits.
static constexpr InstructionField mxf4Fields[] = {
    PTX_FIELD("sparse", 2, 1, 0, sparse),
    {{"upper bit of K", 3, 1},
     0,
     [](const InstructionDescriptor &d) -> uint64_t { return d.kCode >> 1; },
     [](InstructionDescriptor &d, uint64_t value) { d.kCode = (d.kCode & 1) | value << 1; }},
    PTX_FIELD("scale factor ID of B", 4, 2, 0, scaleB),
    PTX_FIELD("A type", 7, 3, 0, aType),
    PTX_FIELD("B type", 10, 2, 0, bType),
    PTX_FIELD("sparsity version", 12, 1, 0, sparsityV1),
    PTX_SIGNS,
    PTX_SCALED_FIELDS(2),
    {{"lower bit of K", 31, 1},
     0,
     [](const InstructionDescriptor &d) -> uint64_t { return d.kCode & 1; },
     [](InstructionDescriptor &d, uint64_t value) { d.kCode = (d.kCode & ~1u) | value; }}};
#undef PTX_SCALED_FIELDS
#undef PTX_SHIFT_FIELD
#undef PTX_PLAIN_FIELDS
#undef PTX_SIGNS
#undef PTX_FIELD

static constexpr OperandType f16Types[] = {{"f16", 0}, {"bf16", 1}};
static constexpr OperandType tf32Types[] = {{"tf32", 2}};
static constexpr OperandType f8f6f4Types[] = {
    {"e4m3", 0}, {"e5m2", 1}, {"e2m3", 3}, {"e3m2", 4}, {"e2m1", 5}};
static constexpr OperandType i8Types[] = {{"u8", 0}, {"s8", 1}};
static constexpr OperandType ti16Types[] = {{"s1z4m11", 3}};
static constexpr OperandType mxf4Types[] = {{"e2m1", 1}};
static constexpr OperandType floatOutputs[] = {{"f16", 0}, {"f32", 1}};
static constexpr OperandType f32Output[] = {{"f32", 1}};
static constexpr OperandType s32Output[] = {{"s32", 2}};
static constexpr OperandType ue8m0[] = {{"ue8m0", 1}};
static constexpr OperandType allScales[] = {{"ue4m3", 0}, {"ue8m0", 1}, {"ue5m3", 2}};

static constexpr uint8_t k8[] = {8}, k16[] = {16}, k32[] = {32}, k32or64[] = {32, 64},
                         k64or96or128[] = {64, 96, 128};

/// The bits of K, or of K and the lanes of the scale factors, or of K, the sparsity version, a
/// third scale type and the lanes.
static constexpr uint32_t f8Bits = 1u << 29, mxf8Bits = 1u << 31 | 1u << 26,
                          mxf4Bits = 1u << 3 | 1u << 12 | 1u << 24 | 1u << 26;

static const KindInfo kinds[] = {
    {MmaKind::F16, "f16", plainFields, f16Types, floatOutputs, {}, k16, 0},
    {MmaKind::TF32, "tf32", plainFields, tf32Types, f32Output, {}, k8, 0},
    {MmaKind::F8F6F4, "f8f6f4", f8f6f4Fields, f8f6f4Types, floatOutputs, {}, k32or64, f8Bits},
    {MmaKind::I8, "i8", plainFields, i8Types, s32Output, {}, k32, 0},
    {MmaKind::TI16, "ti16", plainFields, ti16Types, s32Output, {}, k16, 0},
    {MmaKind::MXF8F6F4, "mxf8f6f4", mxf8Fields, f8f6f4Types, {}, ue8m0, k32or64, mxf8Bits},
    {MmaKind::MXF4, "mxf4", mxf4Fields, mxf4Types, {}, ue8m0, k64or96or128, mxf4Bits},
    {MmaKind::MXF4NVF4, "mxf4nvf4", mxf4Fields, mxf4Types, {}, allScales, k64or96or128, mxf4Bits},
};

static const KindInfo &infoOf(MmaKind kind) { return kinds[static_cast<unsigned>(kind)]; }

llvm::ArrayRef<MmaKind> ptx::allMmaKinds() {
  static constexpr MmaKind all[] = {MmaKind::F16,  MmaKind::TF32,    MmaKind::F8F6F4,
                                    MmaKind::I8,   MmaKind::TI16,    MmaKind::MXF8F6F4,
                                    MmaKind::MXF4, MmaKind::MXF4NVF4};
  return all;
}

StringLiteral ptx::mmaKindName(MmaKind kind) { return infoOf(kind).name; }

std::optional<MmaKind> ptx::parseMmaKind(StringRef name) {
  name.consume_front(".");
  name.consume_front("kind::");
  for (const KindInfo &info : kinds)
    if (info.name == name)
      return info.kind;
  return std::nullopt;
}

bool ptx::isBlockScaled(MmaKind kind) { return !infoOf(kind).scaleTypes.empty(); }

llvm::ArrayRef<InstructionField> ptx::instructionFields(MmaKind kind) {
  return infoOf(kind).fields;
}

uint32_t ptx::reservedInstructionBits(MmaKind kind) {
  uint32_t reserved = ~uint32_t(0);
  for (const InstructionField &field : instructionFields(kind))
    reserved &= ~static_cast<uint32_t>(field.bits.mask());
  return reserved;
}

uint32_t ptx::instructionBitsOf107(MmaKind kind) { return infoOf(kind).bitsOf107; }

InstructionDescriptor ptx::decodeInstructionDescriptor(MmaKind kind, uint32_t value) {
  InstructionDescriptor descriptor;
  for (const InstructionField &field : instructionFields(kind))
    field.set(descriptor, field.bits.of(value) << field.shift);
  return descriptor;
}

llvm::Expected<uint32_t> ptx::encodeInstructionDescriptor(MmaKind kind,
                                                          const InstructionDescriptor &descriptor) {
  uint32_t value = 0;
  for (const InstructionField &field : instructionFields(kind)) {
    uint64_t wanted = field.get(descriptor);
    uint64_t code = wanted >> field.shift;
    if (!field.bits.fits(code))
      return llvm::createStringError(field.bits.name + " " + llvm::Twine(wanted) +
                                     " is more than " + field.bits.bits() + " can hold");
    if (code << field.shift != wanted)
      return llvm::createStringError(field.bits.name + " " + llvm::Twine(wanted) +
                                     " is not a multiple of " + llvm::Twine(1u << field.shift));
    value |= field.bits.with(code);
  }
  // Values for fields of another kind must be an error.
  InstructionDescriptor kept = decodeInstructionDescriptor(kind, value);
  for (const KindInfo &other : kinds)
    for (const InstructionField &field : other.fields)
      if (field.get(kept) != field.get(descriptor))
        return llvm::createStringError("kind::" + mmaKindName(kind) + " has no field for " +
                                       field.bits.name);
  return value;
}

static llvm::ArrayRef<OperandType> typesOf(MmaKind kind, MmaOperand operand) {
  const KindInfo &info = infoOf(kind);
  return operand == MmaOperand::D ? info.outputTypes : info.inputTypes;
}

static StringLiteral nameOf(llvm::ArrayRef<OperandType> types, unsigned code) {
  for (const OperandType &type : types)
    if (type.code == code)
      return type.name;
  return "";
}

StringLiteral ptx::operandTypeName(MmaKind kind, MmaOperand operand, unsigned code) {
  return nameOf(typesOf(kind, operand), code);
}

std::optional<unsigned> ptx::operandTypeCode(MmaKind kind, MmaOperand operand, StringRef name) {
  name.consume_front(".");
  for (const OperandType &type : typesOf(kind, operand))
    if (type.name == name)
      return type.code;
  return std::nullopt;
}

StringLiteral ptx::scaleTypeName(MmaKind kind, unsigned code) {
  return nameOf(infoOf(kind).scaleTypes, code);
}

unsigned ptx::mmaK(MmaKind kind, bool sparse, unsigned kCode) {
  llvm::ArrayRef<uint8_t> dense = infoOf(kind).k;
  return kCode < dense.size() ? dense[kCode] * (sparse ? 2 : 1) : 0;
}
