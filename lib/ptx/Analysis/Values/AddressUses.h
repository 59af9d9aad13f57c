// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_ADDRESSUSES_H
#define PTX_ANALYSIS_VALUES_ADDRESSUSES_H

#include "ptx/Analysis/Values/AddressPrefilter.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// An address in brackets, and its known value.
struct AddressUse {
  InstId inst;
  /// The contents of the brackets: a name with an offset.
  ExprId address;
  /// The window in which the instruction interprets the address; `Unknown` if there are several
  /// possible ones. (Manual 5.1, 6.4.1.1)
  AddressWindow window = AddressWindow::Unknown;
  /// The size of the access, all elements of a vector together. The address must be a multiple of
  /// it. 0 if the instruction has no such access, as bulk copies. (Manual 5.4.5, 6.4.1)
  uint32_t bytes = 0;
  /// Whether the instruction writes memory at the address.
  bool stores = false;
  /// Whether the access is an atomic operation or has a scope.
  bool isAtomic = false;
  /// Whether the address names a variable instead of a register.
  bool isNamed = false;
  KnownValue value = {};

  /// Whether the address is of another kind than the instruction requires. A variable name has the
  /// right kind, except in operands whose state space is not checked.
  bool isInWrongWindow() const;
  /// The required alignment of the address: the size, or the 32-bit words in which `ptxas` moves
  /// parameters.
  uint32_t unit() const;
  /// Whether no address that matches the known bits of `value` is a multiple of the size.
  bool isMisaligned() const;
};

/// Whether the instruction loads or stores an operand in a single access.
bool accessesMemory(const FormInfo &form);

/// The number of bytes that such an instruction moves between registers and memory, all elements of
/// a vector together; 0 for other instructions.
uint32_t accessedBytes(const Signature &signature);

/// The addresses in a body that name a variable, and addresses in registers that may be wrong: of
/// the wrong kind, misaligned, or outside of their variable. In source order. `values` is only
/// called if some are in registers.
std::vector<AddressUse> findAddressUses(const CheckedUnit &checked,
                                        const AddressPrefilter &prefilter,
                                        llvm::function_ref<ValueAnalysis &()> values);

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_ADDRESSUSES_H
