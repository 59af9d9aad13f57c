// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_VOCABULARY_STATESPACES_H
#define PTX_ISA_VOCABULARY_STATESPACES_H

#include "ptx/Isa/Names.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace ptx {

/// A state space. (Manual 5.1)
enum class StateSpace : uint8_t {
#define PTX_STATE_SPACE(id, ...) id,
#include "ptx/Isa/StateSpaces.inc"
};

/// The record of a state space.
struct StateSpaceInfo {
  StateSpace id;
  /// The PTX word: `.reg`.
  llvm::StringLiteral word;
  llvm::StringLiteral section;
  llvm::StringLiteral summary;
  /// Where variables can be declared in it, and parameters of entries and of functions.
  bool atModuleScope;
  bool inBody;
  bool ofEntry;
  bool ofFunction;
  /// Whether a variable can have an initial value. (Manual 5.4.4)
  bool isInitialized;
  /// Whether textures, samplers and surfaces are declared in it. (Manual 5.3)
  bool holdsObjects;
  /// Whether `.ptr` can name it. (Manual 5.1.6.3)
  bool isPointed;
  /// Whether a variable has a generic address. By the manual, parameters and constants have one
  /// too, but `ptxas` does not support it. (Manual 6.4.1.1)
  bool isGeneric;
  /// The versions and targets that support it at module scope, if not all.
  std::optional<Feature> moduleGate;
};

/// All state spaces, in the order of `StateSpace`.
llvm::ArrayRef<StateSpaceInfo> allStateSpaces();

/// The record of `space`.
const StateSpaceInfo &info(StateSpace space);

/// The state space that a modifier of an instruction names; of `.shared::cluster`, that of
/// `.shared`; none if it names none.
std::optional<StateSpace> spaceOf(Modifier word);

} // namespace ptx

#endif // PTX_ISA_VOCABULARY_STATESPACES_H
