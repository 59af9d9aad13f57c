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
  /// The type of what is written, or none.
  std::optional<TypeId> type;
  /// The width of what is written, in bits: that of its type, and of one element if it is a vector.
  unsigned width;
  /// The operands that are read, in their order, each as wide as its type; of an address what is in
  /// the brackets, of a vector one for each element.
  llvm::ArrayRef<KnownValue> sources;
  /// The type of each of them.
  llvm::ArrayRef<std::optional<TypeId>> types;
  /// Which element of a vector is written, or 1 for the predicate after `|`.
  unsigned part = 0;
  /// The number of elements of the vector that is written; 1: none is.
  unsigned parts = 1;

  bool has(Modifier word) const;
  /// Whether what is written is a single integer, not floating point or several in one register.
  bool isInteger() const;
  bool isSigned() const;
};

/// Computes what is known of what an instruction writes from what is known of what it reads.
using TransferFunction = KnownValue (*)(const TransferInput &input);

/// The function of an instruction that writes `type`; null if nothing is known of what it writes,
/// whatever it reads.
TransferFunction transferFunction(const InstrView &view, std::optional<TypeId> type);

/// Values that keep what is known of an address as far as the conversion does.
KnownValue truncated(KnownValue value, unsigned width);
KnownValue extended(KnownValue value, unsigned width, bool isSigned);
/// What a register of `width` holds of a value: all of it, or its low bits. (Manual 9.4.1)
KnownValue resized(KnownValue value, unsigned width, bool isSigned);

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_TRANSFER_H
