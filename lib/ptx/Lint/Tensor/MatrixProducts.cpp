// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Tensor/MatrixProducts.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

KnownOperand ptx::knownOperand(BodyLintContext &context, InstId inst, StringRef name) {
  KnownOperand operand;
  operand.expr = findOperand(context.checked, inst, name);
  if (operand)
    operand.value = context.values().operand(inst, operand.expr);
  return operand;
}

std::optional<bool> ptx::areSm103a(const Platform &platform) {
  return forAllTargets(platform,
                       [](const TargetInfo &target) { return target.id == TargetId::sm_103a; });
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

/// What a qualifier says of the scale factors.
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

/// The swizzle of the matrix descriptor `operand`, if its bits are known.
static std::optional<Swizzle> swizzleOf(const KnownOperand &operand) {
  constexpr unsigned low = 61;
  if (!operand || operand.value.width() != 64)
    return std::nullopt;
  llvm::KnownBits code = operand.value.bits.extractBits(64 - low, low);
  if (!code.isConstant())
    return std::nullopt;
  return decodeMatrixDescriptor(MatrixUnit::Tcgen05, code.getConstant().getZExtValue() << low)
      .swizzle;
}

static std::optional<TensorProduct> readProduct(BodyLintContext &context, InstId inst,
                                                const InstrView &view) {
  TensorProduct product;
  product.inst = inst;
  bool hasKind = false;
  MmaUse &use = product.use;
  use.ws = use.sparse = use.ashift = false;
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
  }
  if (!hasKind)
    return std::nullopt;
  product.descriptor = knownOperand(context, inst, "idesc");
  product.a = knownOperand(context, inst, "a-desc");
  product.b = knownOperand(context, inst, "b-desc");
  use.swizzleA = swizzleOf(product.a);
  use.swizzleB = swizzleOf(product.b);
  use.isSm103a = areSm103a(context.platform);
  return product;
}

std::vector<TensorProduct> ptx::findTensorProducts(BodyLintContext &context) {
  std::vector<TensorProduct> products;
  if (!context.uses(Opcode::tcgen05))
    return products;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (signature && signature->view.form->instruction().name.starts_with("tcgen05.mma"))
      if (std::optional<TensorProduct> product = readProduct(context, {i}, signature->view))
        products.push_back(std::move(*product));
  }
  return products;
}
