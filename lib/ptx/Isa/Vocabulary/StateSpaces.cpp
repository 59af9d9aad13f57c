// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/StateSpaces.h"

using namespace ptx;

static constexpr StateSpaceInfo spaces[] = {
#define PTX_STATE_SPACE(id, ...) {StateSpace::id, __VA_ARGS__},
#include "ptx/Isa/StateSpaces.inc"
};

llvm::ArrayRef<StateSpaceInfo> ptx::allStateSpaces() { return spaces; }

const StateSpaceInfo &ptx::info(StateSpace space) { return spaces[static_cast<size_t>(space)]; }

std::optional<StateSpace> ptx::spaceOf(Modifier word) {
  switch (word) {
#define PTX_SPACE_MODIFIER(word, space)                                                            \
  case Modifier::word:                                                                             \
    return StateSpace::space;
#include "ptx/Isa/StateSpaces.inc"
  default:
    return std::nullopt;
  }
}
