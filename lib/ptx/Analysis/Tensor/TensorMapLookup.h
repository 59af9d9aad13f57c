// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORMAPLOOKUP_H
#define PTX_ANALYSIS_TENSOR_TENSORMAPLOOKUP_H

#include "ptx/Analysis/Tensor/TensorCopies.h"
#include "ptx/Analysis/Tensor/TensorDescriptions.h"

namespace ptx {

/// The described maps that a copy can go by.
struct ReachingMaps {
  llvm::SmallVector<const KnownTensorMap *, 2> maps;
  /// Whether it can be no other.
  bool isExact = true;

  /// The map, if it is certainly this one.
  const KnownTensorMap *only() const { return isExact && maps.size() == 1 ? maps[0] : nullptr; }
};

/// Finds the descriptions of what instructions of a body name.
class TensorMapLookup {
public:
  TensorMapLookup(const BodyTensorDescriptions &descriptions, const CheckedUnit &checked,
                  ValueAnalysis &values)
      : descriptions(descriptions), scope(checked.scope), values(values) {}

  /// By the register that the copy names, by the variable or parameter that it goes back to, or by
  /// the tile in shared memory.
  ReachingMaps mapsOf(const TensorCopy &copy);

  /// Of the map that is at an address.
  const KnownTensorMap *mapAt(const KnownValue &address, uint32_t where) const;

  /// Of the shared variable that `operand`, an address, points into; null if nothing is told.
  const KnownTile *tileOf(InstId inst, ExprId operand);

private:
  const KnownTensorMap *mapOfRegister(ExprId operand, uint32_t where) const;

  const BodyTensorDescriptions &descriptions;
  const BodyScope &scope;
  ValueAnalysis &values;
};

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORMAPLOOKUP_H
