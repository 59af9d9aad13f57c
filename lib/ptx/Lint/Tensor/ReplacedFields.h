// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_TENSOR_REPLACEDFIELDS_H
#define PTX_LINT_TENSOR_REPLACEDFIELDS_H

#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Tensor/Maps/TensorMap.h"

namespace ptx {

/// What can be done with a field of `tensormap.replace`. (Manual 9.7.9.26, table 33)
struct TensorMapField;

/// One `tensormap.replace`.
struct ReplacedField {
  InstId inst;
  uint32_t where;     ///< the position of the instruction in the source
  KnownValue address; ///< of the tensor map
  const TensorMapField *field;
  std::optional<uint64_t> value; ///< what is written, if it is known

  /// Makes the field of `map` unknown.
  void forget(TensorMap &map) const;
  /// Gives the field of `map` the value, if it is known and means something; else makes it unknown.
  void apply(TensorMap &map) const;
};

/// The replaced fields of a body, in the order of the source.
std::vector<ReplacedField> findReplacedFields(const CheckedUnit &checked, ValueAnalysis &values);

} // namespace ptx

#endif // PTX_LINT_TENSOR_REPLACEDFIELDS_H
