// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/AddressWindow.h"

#include "ptx/Sema/Instructions/Signatures.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

AddressWindow ptx::windowOf(StateSpace space) {
  switch (space) {
  case StateSpace::Const:
    return AddressWindow::Const;
  case StateSpace::Global:
  case StateSpace::Tex:
    return AddressWindow::Global;
  case StateSpace::Local:
    return AddressWindow::Local;
  case StateSpace::Param:
    return AddressWindow::Param;
  case StateSpace::Shared:
    return AddressWindow::Shared;
  case StateSpace::Reg:
    break;
  }
  return AddressWindow::Unknown;
}

AddressWindow ptx::windowOf(const Symbol &symbol) {
  bool isCopied = symbol.space == StateSpace::Param && symbol.parameter != ParameterKind::Entry;
  return isCopied ? AddressWindow::ParamCopy : windowOf(symbol.space);
}

static AddressWindow windowOf(Modifier word) {
  if (word == Modifier::shared_cluster)
    return AddressWindow::SharedCluster;
  // A function may access a copy of its parameters, in a window that `.param` does not determine.
  if (word == Modifier::param_func)
    return AddressWindow::Unknown;
  std::optional<StateSpace> space = spaceOf(word);
  return space ? ptx::windowOf(*space) : AddressWindow::Unknown;
}

AddressWindow ptx::windowOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    if (AddressWindow window = ::windowOf(word); window != AddressWindow::Unknown)
      return window;
  return AddressWindow::Unknown;
}

AddressWindow ptx::windowOf(const InstrView &view, const OperandInfo &operand) {
  if (operand.mapUse == MapUse::Read)
    return AddressWindow::TensorMap;
  if (operand.mapUse == MapUse::Acquired)
    return AddressWindow::AcquiredMap;
  if (operand.spacePlace != OperandInfo::noPlace) {
    Modifier word = view.modifiers[operand.spacePlace];
    if (word != Modifier::none)
      return ::windowOf(word);
    return operand.mapUse == MapUse::Replaced ? AddressWindow::ReplacedMap : AddressWindow::Generic;
  }
  llvm::ArrayRef<Modifier> words = operand.spaces();
  if (words.empty())
    return operand.generic ? AddressWindow::Generic : AddressWindow::Unknown;
  const Modifier *given = llvm::find_if(words, [&](Modifier word) { return view.has(word); });
  if (given != words.end() && !operand.generic)
    return ::windowOf(*given);
  AddressWindow window = ::windowOf(words.front());
  bool isOne = llvm::all_of(words, [&](Modifier word) { return ::windowOf(word) == window; });
  return isOne && !operand.generic ? window : AddressWindow::Unknown;
}

llvm::StringRef ptx::windowName(AddressWindow window) {
  switch (window) {
  case AddressWindow::Generic:
    return "generic";
  case AddressWindow::Const:
    return ".const";
  case AddressWindow::Global:
    return ".global";
  case AddressWindow::Local:
  case AddressWindow::ParamCopy:
    return ".local";
  case AddressWindow::Param:
    return ".param";
  case AddressWindow::Shared:
    return ".shared";
  case AddressWindow::SharedCluster:
    return ".shared::cluster";
  case AddressWindow::Encoded:
  case AddressWindow::TensorMap:
  case AddressWindow::AcquiredMap:
  case AddressWindow::ReplacedMap:
  case AddressWindow::Unknown:
  case AddressWindow::Number:
    break;
  }
  return "unknown";
}

/// The window of a CTA's shared memory is part of the window of the cluster, so both read the same
/// bytes. Copies of parameters are in `.local`.
static AddressWindow merged(AddressWindow window) {
  if (window == AddressWindow::ParamCopy)
    return AddressWindow::Local;
  return window == AddressWindow::SharedCluster ? AddressWindow::Shared : window;
}

/// Whether the generic addresses of `window` are addresses in `.global`. The manual has a separate
/// window for `.const`, but real programs read constants through `.global`.
static bool isInGlobal(AddressWindow window) {
  return window == AddressWindow::Global || window == AddressWindow::Param ||
         window == AddressWindow::Const || window == AddressWindow::Unknown ||
         window == AddressWindow::ParamCopy;
}

bool AddressKind::fits(AddressWindow expected) const {
  if (!isAddress(window) || !isAddress(expected) || merged(window) == merged(expected) ||
      (window == AddressWindow::ParamCopy && expected == AddressWindow::Param))
    return true;
  AddressWindow place = window == AddressWindow::Generic ? object : window;
  if (expected == AddressWindow::TensorMap || expected == AddressWindow::AcquiredMap)
    return isInGlobal(place);
  if (expected == AddressWindow::ReplacedMap)
    return place != AddressWindow::Param && place != AddressWindow::Const &&
           place != AddressWindow::Local;
  if (expected == AddressWindow::Generic)
    return window == AddressWindow::Global;
  return expected == AddressWindow::Global && window == AddressWindow::Generic &&
         isInGlobal(object);
}

bool AddressKind::convertsTo(AddressWindow space) const {
  if (!isAddress(window))
    return true;
  if (window == AddressWindow::Generic && object != AddressWindow::Unknown)
    return merged(object) == merged(space) ||
           (space == AddressWindow::Global && isInGlobal(object));
  return window == AddressWindow::Generic ||
         (window == AddressWindow::Global && space == AddressWindow::Global);
}

std::string AddressKind::describe() const {
  if (window != AddressWindow::Generic)
    return "an address in `" + windowName(window).str() + "`";
  if (object == AddressWindow::Unknown)
    return "a generic address";
  return "a generic address of something in `" + windowName(object).str() + "`";
}
