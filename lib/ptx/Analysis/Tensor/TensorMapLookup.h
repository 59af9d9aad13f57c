// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORMAPLOOKUP_H
#define PTX_ANALYSIS_TENSOR_TENSORMAPLOOKUP_H

#include "ptx/Analysis/Tensor/TensorCopies.h"
#include "ptx/Analysis/Tensor/TensorDescriptions.h"

namespace ptx {

/// The described maps that a copy may use.
struct ReachingMaps {
  llvm::SmallVector<const KnownTensorMap *, 2> maps;
  /// Whether no other map is possible.
  bool isExact = true;

  /// The map, if it is certainly this one.
  const KnownTensorMap *only() const { return isExact && maps.size() == 1 ? maps[0] : nullptr; }
};

/// Finds the descriptions for operands of instructions in a body.
class TensorMapLookup {
public:
  TensorMapLookup(const BodyTensorDescriptions &descriptions, const CheckedUnit &checked,
                  ValueAnalysis &values)
      : descriptions(descriptions), scope(checked.scope), values(values) {}

  /// By the register that the copy names, by the variable or parameter from which it is derived, or
  /// by the tile in shared memory.
  ReachingMaps mapsOf(const TensorCopy &copy);

  /// For the map at an address.
  const KnownTensorMap *mapAt(const KnownValue &address, uint32_t where) const;

  /// For the shared variable that `operand`, an address, points into; null if it is not described.
  const KnownTile *tileOf(InstId inst, ExprId operand);

private:
  const KnownTensorMap *mapOfRegister(ExprId operand, uint32_t where) const;

  const BodyTensorDescriptions &descriptions;
  const BodyScope &scope;
  ValueAnalysis &values;
};

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORMAPLOOKUP_H
