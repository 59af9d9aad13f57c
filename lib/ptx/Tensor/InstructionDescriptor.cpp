// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/InstructionDescriptor.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {

struct OperandType {
  StringLiteral name;
  uint8_t code;
};

/// What distinguishes the kinds.
struct KindInfo {
  MmaKind kind;
  StringLiteral name;
  llvm::ArrayRef<InstructionField> fields;
  llvm::ArrayRef<OperandType> inputTypes;
  llvm::ArrayRef<OperandType> outputTypes;
  llvm::ArrayRef<OperandType> scaleTypes;
  uint8_t k; ///< of dense matrices
};

} // namespace

#define PTX_FIELD(name, low, width, shift, member)                                                 \
  {                                                                                                \
    {name, low, width}, shift,                                                                     \
        [](const InstructionDescriptor &d) -> uint64_t { return d.member; },                       \
        [](InstructionDescriptor &d, uint64_t value) { d.member = value; }                         \
  }

static constexpr InstructionField plainFields[] = {
    PTX_FIELD("sparsity selector", 0, 2, 0, sparsitySelector),
    PTX_FIELD("sparse", 2, 1, 0, sparse),
    PTX_FIELD("saturate", 3, 1, 0, saturate),
    PTX_FIELD("D type", 4, 2, 0, dType),
    PTX_FIELD("A type", 7, 3, 0, aType),
    PTX_FIELD("B type", 10, 3, 0, bType),
    PTX_FIELD("negate A", 13, 1, 0, negateA),
    PTX_FIELD("negate B", 14, 1, 0, negateB),
    PTX_FIELD("transpose A", 15, 1, 0, transposeA),
    PTX_FIELD("transpose B", 16, 1, 0, transposeB),
    PTX_FIELD("N", 17, 6, 3, n),
    PTX_FIELD("M", 24, 5, 4, m),
    PTX_FIELD("maximum shift", 30, 2, 0, maxShift),
};

#define PTX_SCALED_FIELDS(bTypeBits)                                                               \
  PTX_FIELD("sparse", 2, 1, 0, sparse), PTX_FIELD("scale factor ID of B", 4, 2, 0, scaleB),        \
      PTX_FIELD("A type", 7, 3, 0, aType), PTX_FIELD("B type", 10, bTypeBits, 0, bType),           \
      PTX_FIELD("negate A", 13, 1, 0, negateA), PTX_FIELD("negate B", 14, 1, 0, negateB),          \
      PTX_FIELD("transpose A", 15, 1, 0, transposeA),                                              \
      PTX_FIELD("transpose B", 16, 1, 0, transposeB), PTX_FIELD("N", 17, 6, 3, n),                 \
      PTX_FIELD("scale type", 23, 1, 0, scaleType), PTX_FIELD("M", 27, 2, 7, m),                   \
      PTX_FIELD("scale factor ID of A", 29, 2, 0, scaleA)

static constexpr InstructionField mxf8Fields[] = {PTX_SCALED_FIELDS(3)};
static constexpr InstructionField mxf4Fields[] = {PTX_SCALED_FIELDS(2),
                                                  PTX_FIELD("K is 96", 31, 1, 0, k96)};
#undef PTX_SCALED_FIELDS
#undef PTX_FIELD

static constexpr OperandType f16Types[] = {{"f16", 0}, {"bf16", 1}};
static constexpr OperandType tf32Types[] = {{"tf32", 2}};
static constexpr OperandType f8f6f4Types[] = {
    {"e4m3", 0}, {"e5m2", 1}, {"e2m3", 3}, {"e3m2", 4}, {"e2m1", 5}};
static constexpr OperandType i8Types[] = {{"u8", 0}, {"s8", 1}};
static constexpr OperandType mxf4Types[] = {{"e2m1", 1}};
static constexpr OperandType floatOutputs[] = {{"f16", 0}, {"f32", 1}};
static constexpr OperandType f32Output[] = {{"f32", 1}};
static constexpr OperandType s32Output[] = {{"s32", 2}};
static constexpr OperandType ue8m0[] = {{"ue8m0", 1}};
static constexpr OperandType bothScales[] = {{"ue4m3", 0}, {"ue8m0", 1}};

static const KindInfo kinds[] = {
    {MmaKind::F16, "f16", plainFields, f16Types, floatOutputs, {}, 16},
    {MmaKind::TF32, "tf32", plainFields, tf32Types, f32Output, {}, 8},
    {MmaKind::F8F6F4, "f8f6f4", plainFields, f8f6f4Types, floatOutputs, {}, 32},
    {MmaKind::I8, "i8", plainFields, i8Types, s32Output, {}, 32},
    {MmaKind::MXF8F6F4, "mxf8f6f4", mxf8Fields, f8f6f4Types, {}, ue8m0, 32},
    {MmaKind::MXF4, "mxf4", mxf4Fields, mxf4Types, {}, ue8m0, 64},
    {MmaKind::MXF4NVF4, "mxf4nvf4", mxf4Fields, mxf4Types, {}, bothScales, 64},
};

static const KindInfo &infoOf(MmaKind kind) { return kinds[static_cast<unsigned>(kind)]; }

llvm::ArrayRef<MmaKind> ptx::allMmaKinds() {
  static constexpr MmaKind all[] = {MmaKind::F16,      MmaKind::TF32, MmaKind::F8F6F4,  MmaKind::I8,
                                    MmaKind::MXF8F6F4, MmaKind::MXF4, MmaKind::MXF4NVF4};
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
  // What the fields of another kind would hold must not get lost.
  InstructionDescriptor kept = decodeInstructionDescriptor(kind, value);
  for (llvm::ArrayRef<InstructionField> fields :
       {llvm::ArrayRef(plainFields), llvm::ArrayRef(mxf4Fields)})
    for (const InstructionField &field : fields)
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

unsigned ptx::mmaK(MmaKind kind, bool sparse, bool k96) {
  return k96 ? 96 : infoOf(kind).k * (sparse ? 2 : 1);
}
