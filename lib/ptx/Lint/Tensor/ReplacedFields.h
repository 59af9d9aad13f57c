// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_TENSOR_REPLACEDFIELDS_H
#define PTX_LINT_TENSOR_REPLACEDFIELDS_H

#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Tensor/Maps/TensorMap.h"

namespace ptx {

/// The possible uses of a field of `tensormap.replace`. (Manual 9.7.9.26, table 33)
struct TensorMapField;

/// One `tensormap.replace`.
struct ReplacedField {
  InstId inst;
  uint32_t where;     ///< the position of the instruction in the source
  KnownValue address; ///< of the tensor map
  const TensorMapField *field;
  std::optional<uint64_t> value; ///< the written value, if known

  /// Marks the field of `map` as unknown.
  void forget(TensorMap &map) const;
  /// Sets the field of `map` to the value, if it is known and valid; else marks it as unknown.
  void apply(TensorMap &map) const;
};

/// The replaced fields of a body, in source order.
std::vector<ReplacedField> findReplacedFields(const CheckedUnit &checked, ValueAnalysis &values);

} // namespace ptx

#endif // PTX_LINT_TENSOR_REPLACEDFIELDS_H
