// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorProducts.h"

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Analysis/Tensor/TensorCopies.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

KnownOperand ptx::knownOperand(ValueAnalysis &values, InstId inst, ExprId operand) {
  KnownOperand known;
  known.expr = operand;
  if (known)
    known.value = values.operand(inst, known.expr);
  return known;
}

llvm::SmallVector<ExprId, 2> ptx::matrixDescriptors(const CheckedUnit &checked, InstId inst) {
  llvm::SmallVector<ExprId, 2> descriptors;
  if (std::optional<view::WgmmaMma> wgmma = view::WgmmaMma::of(checked, inst))
    descriptors = {wgmma->a_desc(), wgmma->b_desc()};
  else if (std::optional<view::TensorMma> mma = view::TensorMma::of(checked, inst))
    descriptors = {mma->a_desc(), mma->b_desc()};
  else if (std::optional<view::TensorCopy> copy = view::TensorCopy::of(checked, inst))
    descriptors = {copy->s_desc()};
  llvm::erase_if(descriptors, [](ExprId id) { return !id; });
  return descriptors;
}

std::optional<Swizzle> ptx::knownSwizzle(MatrixUnit unit, const KnownValue &descriptor) {
  unsigned first = unit == MatrixUnit::Wgmma ? 62 : 61;
  if (descriptor.width() != 64 || !descriptor.bits.extractBits(64 - first, first).isConstant())
    return std::nullopt;
  return decodeMatrixDescriptor(unit, descriptor.bits.One.getZExtValue()).swizzle;
}

std::optional<bool> ptx::areSm103a(const Platform &platform) {
  return forAllTargets(platform,
                       [](const TargetInfo &target) { return target.id == TargetId::sm_103a; });
}

std::optional<bool> ptx::areOf107(const Platform &platform) {
  return forAllTargets(platform, [](const TargetInfo &target) { return target.number == 107; });
}

std::optional<unsigned> TensorProduct::field(StringRef name) const {
  const llvm::KnownBits &bits = descriptor.value.bits;
  for (const InstructionField &field : instructionFields(kind)) {
    if (field.bits.name != name || !descriptor)
      continue;
    uint64_t value = bits.One.getZExtValue(), known = value | bits.Zero.getZExtValue();
    if (field.bits.mask() & ~known)
      return std::nullopt;
    return field.bits.of(value) << field.shift;
  }
  return std::nullopt;
}

std::optional<Major> TensorProduct::major(StringRef name) const {
  std::optional<unsigned> transposed = field(name);
  return transposed ? std::optional(*transposed ? Major::MN : Major::K) : std::nullopt;
}

namespace {

/// The meaning of a qualifier for the scale factors.
struct ScaleWord {
  Modifier word;
  ScaleVector vector;
};

} // namespace

static constexpr ScaleWord scaleWords[] = {
    {Modifier::scale_vec_1X, ScaleVector::X1}, {Modifier::scale_vec_2X, ScaleVector::X2},
    {Modifier::scale_vec_4X, ScaleVector::X4}, {Modifier::block16, ScaleVector::Block16},
    {Modifier::block32, ScaleVector::Block32},
};

/// The contents of the qualifiers of a product, without its operands. None if there is no kind.
static std::optional<TensorProduct> readQualifiers(InstId inst, const InstrView &view) {
  TensorProduct product;
  product.inst = inst;
  bool hasKind = false;
  MmaUse &use = product.use;
  use.ws = use.sparse = use.ashift = use.lookup = false;
  for (Modifier word : view.modifiers) {
    if (word == Modifier::none)
      continue;
    if (std::optional<MmaKind> kind = parseMmaKind(info(word).name)) {
      product.kind = *kind;
      hasKind = true;
    }
    for (const ScaleWord &scale : scaleWords)
      if (scale.word == word)
        use.scaleVector = scale.vector;
    if (word == Modifier::cta_group_1 || word == Modifier::cta_group_2)
      use.ctaGroup = word == Modifier::cta_group_1 ? 1 : 2;
    use.ws = *use.ws || word == Modifier::ws;
    use.sparse = *use.sparse || word == Modifier::sp;
    use.ashift = *use.ashift || word == Modifier::ashift;
    use.lookup = *use.lookup || word == Modifier::decompress_lut_b;
  }
  if (!hasKind)
    return std::nullopt;
  return product;
}

std::vector<TensorProduct> ptx::findTensorProducts(const CheckedUnit &checked,
                                                   const Platform &platform,
                                                   ValueAnalysis &values) {
  std::vector<TensorProduct> products;
  std::optional<bool> isOf107 = areOf107(platform);
  std::optional<bool> hasK96 = forAllTargets(platform, [](const TargetInfo &target) {
    return target.id == TargetId::sm_103a || target.id == TargetId::sm_107a;
  });
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    std::optional<view::TensorMma> mma = view::TensorMma::of(checked, {i});
    if (!mma)
      continue;
    std::optional<TensorProduct> product = readQualifiers({i}, signature->view);
    if (!product)
      continue;
    product->descriptor = knownOperand(values, {i}, mma->idesc());
    product->a = knownOperand(values, {i}, mma->a_desc());
    product->b = knownOperand(values, {i}, mma->b_desc());
    for (auto [operand, swizzle] : {std::pair(&product->a, &product->use.swizzleA),
                                    std::pair(&product->b, &product->use.swizzleB)})
      if (*operand)
        *swizzle = knownSwizzle(MatrixUnit::Tcgen05, operand->value);
    product->use.hasK96 = hasK96;
    product->use.isOf107 = isOf107;
    products.push_back(std::move(*product));
  }
  return products;
}
