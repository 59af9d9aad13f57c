// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a form or an instruction can be used at the earliest.

#ifndef PTX_ISA_FORMS_AVAILABILITY_H
#define PTX_ISA_FORMS_AVAILABILITY_H

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"

#include <optional>

namespace ptx {

/// The first `.version` at which modules of `target` can have `form` with some choice of its
/// modifiers; none if they never can. What depends on operands counts as fulfilled. Gates that
/// close a form later do not matter.
std::optional<PtxVersion> firstVersion(const FormInfo &form, TargetId target);
/// The same of a form of which some modifiers are given.
std::optional<PtxVersion> firstVersion(const OpenForm &form, TargetId target);

/// Whether what passes the gate `a` passes `b`, whatever their conditions. Of a gate that closes
/// nothing is known.
bool implies(const GateInfo &a, const GateInfo &b);

/// Where an instruction can be used at the earliest: the first `.version` that any of its forms
/// takes, and the first target that has it then.
struct Availability {
  PtxVersion version;
  TargetId target;
};
Availability firstAvailable(const InstructionInfo &instruction);

} // namespace ptx

#endif // PTX_ISA_FORMS_AVAILABILITY_H
