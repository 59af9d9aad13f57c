// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_ADDRESSWINDOW_H
#define PTX_ANALYSIS_VALUES_ADDRESSWINDOW_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Sema/Names/Symbols.h"

namespace ptx {

/// The address window of a number, if it is an address. (Manual 5.1, 6.4.1)
enum class AddressWindow : uint8_t {
  Unknown, ///< perhaps an address, of whatever kind
  Number,  ///< certainly no address: an index, a constant, a product
  Encoded, ///< an address without its low bits, as in descriptors: `(addr >> 4) & 0x3FFF`
  Generic, ///< a generic address
  Const,   ///< bytes of the state space of that name
  Global,  ///< the same number as the generic address
  Local,
  Param,
  Shared,        ///< of the executing CTA
  SharedCluster, ///< of some CTA of the cluster
  /// A parameter of a `.func`, not of an entry. It is copied to `.local`, where `ld.param` and
  /// `st.param` also access it. (Manual 5.1.6.4)
  ParamCopy,
  /// Only for operands: an address of a tensor map, which is generic or in `.param`, `.const` or
  /// `.global`. (Manual 9.7.9.27.1.2)
  TensorMap,
  /// Only for operands: a generic address of a tensor map that `fence.proxy.tensormap` acquires,
  /// which is in `.global`. (Manual 9.7.13.4)
  AcquiredMap,
  /// Only for operands: a generic address of a tensor map that `tensormap.replace` modifies, which
  /// is in `.global` or in shared memory. (Manual 9.7.9.28)
  ReplacedMap,
};

/// The window of the addresses in `space`, or of that of `symbol`.
AddressWindow windowOf(StateSpace space);
AddressWindow windowOf(const Symbol &symbol);
/// The window of the state space that a modifier of the instruction names; `Unknown` if none does.
AddressWindow windowOf(const InstrView &view);
/// The window of an operand in brackets; `Unknown` if there are several possible ones.
AddressWindow windowOf(const InstrView &view, const OperandInfo &operand);

/// The name of the window: a PTX state space, such as `.shared`; "generic"; "unknown".
llvm::StringRef windowName(AddressWindow window);

/// Whether it is a window only of operands, not of addresses.
constexpr bool isOfOperand(AddressWindow window) { return window >= AddressWindow::TensorMap; }

/// Whether the window is known.
constexpr bool isAddress(AddressWindow window) { return window >= AddressWindow::Generic; }

/// The window of the object that an address in `window` points to, as far as known. For a generic
/// address, `object` is the window from which it was converted, or `Unknown`.
struct AddressKind {
  AddressWindow window;
  AddressWindow object;

  /// Whether the address is valid where one in window `expected` is required. The windows of
  /// `.global` and of generic addresses start at 0, and `.param` is in `.global`. (Manual 6.4.1.1)
  bool fits(AddressWindow expected) const;
  /// Whether atomic operations have no meaning there, whatever the address: memory of one thread.
  /// (Manual 9.7.13.5)
  bool isPrivate() const {
    return window == AddressWindow::Generic &&
           (object == AddressWindow::Local || object == AddressWindow::ParamCopy);
  }
  /// Whether `cvta` and `cvta.to` of `space` are defined for it: `cvta.param` is for parameters of
  /// entries. (Manual 9.7.9.20)
  bool convertsFrom(AddressWindow space) const {
    return fits(space) && (window != AddressWindow::ParamCopy || space != AddressWindow::Param);
  }
  bool convertsTo(AddressWindow space) const;
  /// As shown in messages: "an address in `.shared`", "a generic address of something in `.local`".
  std::string describe() const;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_ADDRESSWINDOW_H
