// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_TRANSFER_H
#define PTX_ANALYSIS_VALUES_TRANSFER_H

#include "ptx/Analysis/Values/KnownValue.h"
#include "ptx/Isa/Instructions.h"

namespace ptx {

/// An instruction as a function from values to a value.
struct TransferInput {
  const InstrView &view;
  /// The type of the result, or none.
  std::optional<TypeId> type;
  /// The width of the result in bits: the width of its type, or of one element of a vector.
  unsigned width;
  /// The operands that are read, in order, each as wide as its type. For an address, the contents
  /// of the brackets; for a vector, one entry for each element.
  llvm::ArrayRef<KnownValue> sources;
  /// The type of each of them.
  llvm::ArrayRef<std::optional<TypeId>> types;
  /// The index of the written element of a vector, or 1 for the predicate after `|`.
  unsigned part = 0;
  /// The number of elements of the result vector; 1 if the result is not a vector.
  unsigned parts = 1;

  bool has(Modifier word) const;
  /// Whether the result is a single integer, not floating point or several packed values.
  bool isInteger() const;
  bool isSigned() const;
};

/// Computes the known part of a result from the known parts of the operands.
using TransferFunction = KnownValue (*)(const TransferInput &input);

/// The transfer function of an instruction that writes `type`; null if its result is never known.
TransferFunction transferFunction(const InstrView &view, std::optional<TypeId> type);

/// Conversions preserve the known parts of an address where possible.
KnownValue truncated(KnownValue value, unsigned width);
KnownValue extended(KnownValue value, unsigned width, bool isSigned);
/// The part of a value that a register of `width` holds: all of it, or the low bits. (Manual 9.4.1)
KnownValue resized(KnownValue value, unsigned width, bool isSigned);

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_TRANSFER_H
