// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_ADDRESSUSES_H
#define PTX_ANALYSIS_VALUES_ADDRESSUSES_H

#include "ptx/Analysis/Values/AddressPrefilter.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// An address in brackets, and what is known of it.
struct AddressUse {
  InstId inst;
  /// What is in the brackets: a name, with what is added to it.
  ExprId address;
  /// The window that the instruction takes the address to count in; `Unknown` if it can be one of
  /// several. (Manual 5.1, 6.4.1.1)
  AddressWindow window = AddressWindow::Unknown;
  /// What the instruction reads or writes there as a whole, all elements of a vector together, so
  /// that the address must be a multiple of it; 0 if it does neither, as bulk copies.
  /// (Manual 5.4.5, 6.4.1)
  uint32_t bytes = 0;
  /// Whether the instruction writes memory there.
  bool stores = false;
  /// Whether it names a variable, and no register.
  bool isNamed = false;
  KnownValue value = {};

  /// Whether it is an address of another kind than the instruction takes. What names a variable is
  /// of the right one, but for what no state space is checked for.
  bool isInWrongWindow() const;
  /// What the address must be a multiple of: the size, or the words of 32 bits by which `ptxas`
  /// moves parameters.
  uint32_t unit() const;
  /// Whether no address of which `value` is known is a multiple of the size.
  bool isMisaligned() const;
};

/// Whether the instruction loads or stores an operand as a whole.
bool accessesMemory(const FormInfo &form);

/// The size of what such an instruction moves between registers and memory, all elements of a
/// vector together; 0 for others.
uint32_t accessedBytes(const Signature &signature);

/// The addresses in a body that name a variable, and those in registers that can be wrong: of the
/// wrong kind, misaligned, or outside of their variable. They come in the order of the source.
/// `values` is called only if there are some in registers.
std::vector<AddressUse> findAddressUses(const CheckedUnit &checked,
                                        const AddressPrefilter &prefilter,
                                        llvm::function_ref<ValueAnalysis &()> values);

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_ADDRESSUSES_H
