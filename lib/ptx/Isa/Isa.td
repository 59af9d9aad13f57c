// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that PTX's instructions are made of, and all instructions: one file a chapter.

include "ptx/Isa/SpecialRegisters.td"
include "ptx/Isa/IntegerArithmetic.td"
include "ptx/Isa/ExtendedPrecision.td"
include "ptx/Isa/FloatingPoint.td"
include "ptx/Isa/HalfPrecision.td"
include "ptx/Isa/MixedPrecision.td"
include "ptx/Isa/Comparison.td"
include "ptx/Isa/HalfComparison.td"
include "ptx/Isa/LogicAndShift.td"
include "ptx/Isa/DataMovement.td"
include "ptx/Isa/Memory.td"
include "ptx/Isa/Conversion.td"
include "ptx/Isa/AsynchronousStores.td"
include "ptx/Isa/ControlFlow.td"
include "ptx/Isa/Barriers.td"
include "ptx/Isa/Mbarrier.td"
include "ptx/Isa/Atomics.td"
include "ptx/Isa/WarpCollectives.td"
include "ptx/Isa/Stack.td"
include "ptx/Isa/Video.td"
include "ptx/Isa/Miscellaneous.td"
