// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_VALUETEXT_H
#define PTX_DEBUG_VALUETEXT_H

#include "ptx/Execution/Inspector.h"

namespace ptx::debug {

using execution::LaneMask;
using execution::Lanes;
using execution::MachineView;
using execution::Value;

/// A value as a number of its type, and `?` if it is unknown. Large values of untyped bits are
/// hexadecimal.
std::string valueText(TypeId type, Value value);

/// The values of some lanes: one if all are equal, `0 1 2 .. 31` if their differences are.
std::string valuesText(TypeId type, const Lanes &values, LaneMask lanes);

/// `lane 5`, or `lanes 0-7 12`.
std::string lanesText(LaneMask lanes);

/// `CTA 1 warp 2`.
std::string warpText(const MachineView &machine, const execution::Warp &warp);

/// The name of the memory at an address as a lane reads it: `C[3]` or `tile+16`; empty if it has
/// none.
std::string memoryText(const MachineView &machine, uint64_t address);

/// The array of a parameter, by its name or number, or a variable in global memory; null if there
/// is none.
const execution::GlobalMemory::Object *findArray(const MachineView &machine, llvm::StringRef name);

/// The bytes of an element of a type, at least 1.
unsigned elementBytes(TypeId type);

/// The address of a byte of the shared memory of a CTA, as a generic one.
uint64_t sharedAddress(const execution::Cta &cta, uint64_t offset);

} // namespace ptx::debug

#endif // PTX_DEBUG_VALUETEXT_H
