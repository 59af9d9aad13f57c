// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_ADDRESSWINDOW_H
#define PTX_ANALYSIS_VALUES_ADDRESSWINDOW_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Sema/Names/Symbols.h"

namespace ptx {

/// What a number counts in, if it is an address. (Manual 5.1, 6.4.1)
enum class AddressWindow : uint8_t {
  Unknown, ///< perhaps an address, of whatever kind
  Number,  ///< certainly no address: an index, a constant, a product
  Encoded, ///< an address without its low bits, as in a descriptor: `(addr >> 4) & 0x3FFF`
  Generic, ///< a generic address
  Const,   ///< bytes of the state space of that name
  Global,  ///< the same number as the generic address
  Local,
  Param,
  Shared,        ///< of the CTA that runs
  SharedCluster, ///< of some CTA of the cluster
  /// Of a parameter of a `.func`, not of an entry: it is copied to `.local`, where `ld.param` and
  /// `st.param` reach it, too. (Manual 5.1.6.4)
  ParamCopy,
  /// Of an operand alone: an address of a tensor map, which is generic or in `.param`, `.const` or
  /// `.global`. (Manual 9.7.9.27.1.2)
  TensorMap,
  /// Of an operand alone: a generic address of a tensor map that `fence.proxy.tensormap` acquires,
  /// which is in `.global`. (Manual 9.7.13.4)
  AcquiredMap,
  /// Of an operand alone: a generic address of a tensor map that `tensormap.replace` changes, which
  /// is in `.global` or in shared memory. (Manual 9.7.9.28)
  ReplacedMap,
};

/// The window of the addresses in `space`.
AddressWindow windowOf(StateSpace space);
/// The window of the state space that a modifier of the instruction names; `Unknown` if none does.
AddressWindow windowOf(const InstrView &view);
/// The window that an operand in brackets counts in; `Unknown` if it can be one of several.
AddressWindow windowOf(const InstrView &view, const OperandInfo &operand);

/// The state space as PTX names it, such as `.shared`; "generic"; "unknown".
llvm::StringRef windowName(AddressWindow window);

/// Whether it is the window of an operand only, one that no address counts in by itself.
constexpr bool isOfOperand(AddressWindow window) { return window >= AddressWindow::TensorMap; }

/// Whether a number counts in a window that is known.
constexpr bool isAddress(AddressWindow window) { return window >= AddressWindow::Generic; }

/// Where an address that counts in `window` points to, as far as it is known: for a generic address
/// `object` is the window that it was converted from, or `Unknown`.
struct AddressKind {
  AddressWindow window;
  AddressWindow object;

  /// Whether it can be where an address is expected that counts in `expected`. The windows of
  /// `.global` and of generic addresses begin at 0, and `.param` is in `.global`.
  /// (Manual 6.4.1.1)
  bool fits(AddressWindow expected) const;
  /// Whether `cvta` and `cvta.to` of `space` give it a meaning. (Manual 9.7.9.20)
  bool convertsFrom(AddressWindow space) const { return fits(space); }
  bool convertsTo(AddressWindow space) const;
  /// As messages say it: "an address in `.shared`", "a generic address of something in `.local`".
  std::string describe() const;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_ADDRESSWINDOW_H
