// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Tensor/ReplacedFields.h"

#include "ptx/Analysis/OperandViews.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace ptx {

struct TensorMapField {
  Modifier name;
  void (*forget)(TensorMap &);
  /// Null for arrays: one element is not the whole array.
  void (*apply)(TensorMap &, uint64_t value);
};

} // namespace ptx

template <auto member> static void reset(TensorMap &map) { (map.*member).reset(); }

template <auto member> static void assign(TensorMap &map, uint64_t value) { map.*member = value; }

static void assignRank(TensorMap &map, uint64_t value) {
  if (value < 5)
    map.rank = value + 1;
}

static void assignType(TensorMap &map, uint64_t value) {
  // 15 is one type for loads and another for stores.
  constexpr uint64_t ambiguous = 15;
  map.type = value < ambiguous ? elementTypeOf(value) : std::nullopt;
}

static void assignInterleave(TensorMap &map, uint64_t value) {
  map.interleave.reset();
  if (value <= static_cast<uint64_t>(Interleave::B32))
    map.interleave = static_cast<Interleave>(value);
}

static void assignFill(TensorMap &map, uint64_t value) { map.fillsNan = value != 0; }

static constexpr TensorMapField fields[] = {
    {Modifier::global_address, reset<&TensorMap::address>, assign<&TensorMap::address>},
    {Modifier::rank, reset<&TensorMap::rank>, assignRank},
    {Modifier::box_dim, reset<&TensorMap::box>, nullptr},
    {Modifier::global_dim, reset<&TensorMap::dims>, nullptr},
    {Modifier::global_stride, reset<&TensorMap::strides>, nullptr},
    {Modifier::element_stride, reset<&TensorMap::elementStrides>, nullptr},
    {Modifier::elemtype, reset<&TensorMap::type>, assignType},
    {Modifier::interleave_layout, reset<&TensorMap::interleave>, assignInterleave},
    {Modifier::swizzle_mode, reset<&TensorMap::swizzleMode>, assign<&TensorMap::swizzleMode>},
    {Modifier::swizzle_atomicity, reset<&TensorMap::swizzleAtomicity>,
     assign<&TensorMap::swizzleAtomicity>},
    {Modifier::fill_mode, reset<&TensorMap::fillsNan>, assignFill},
};

void ReplacedField::forget(TensorMap &map) const {
  field->forget(map);
  if (field->name == Modifier::global_address)
    map.addressAlignment.reset();
}

void ReplacedField::apply(TensorMap &map) const {
  forget(map);
  if (value && field->apply)
    field->apply(map, *value);
}

std::vector<ReplacedField> ptx::findReplacedFields(const CheckedUnit &checked,
                                                   ValueAnalysis &values) {
  std::vector<ReplacedField> result;
  const SyntaxUnit &unit = checked.scope.unit;
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    std::optional<view::MapReplace> replace = view::MapReplace::of(checked, {i});
    if (!replace)
      continue;
    const TensorMapField *field = llvm::find_if(fields, [&](const TensorMapField &candidate) {
      return signature->view.has(candidate.name);
    });
    InstId inst{i};
    if (field == std::end(fields))
      continue;
    KnownValue known = values.operand(inst, replace->new_val());
    result.push_back({inst, unit.range(unit[inst].opcode).begin,
                      values.operand(inst, replace->addr()), field, std::nullopt});
    if (known.isConstant() && known.width() <= 64)
      result.back().value = known.constant();
  }
  return result;
}
