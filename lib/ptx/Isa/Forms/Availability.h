// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The earliest versions and targets of forms and instructions.

#ifndef PTX_ISA_FORMS_AVAILABILITY_H
#define PTX_ISA_FORMS_AVAILABILITY_H

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"

#include <optional>

namespace ptx {

/// The first `.version` at which modules of `target` can use `form` with some choice of its
/// modifiers; none if there is no such version. Conditions on operands count as fulfilled. Gates
/// that remove a form later are ignored.
std::optional<PtxVersion> firstVersion(const FormInfo &form, TargetId target);
/// The same for a form with some given modifiers.
std::optional<PtxVersion> firstVersion(const OpenForm &form, TargetId target);

/// Whether every module that satisfies the gate `a` satisfies `b`, regardless of their conditions.
/// False if one of them is a removal.
bool implies(const GateInfo &a, const GateInfo &b);

/// The earliest availability of an instruction: the first `.version` that supports any of its
/// forms, and the first target that supports it then.
struct Availability {
  PtxVersion version;
  TargetId target;
};
Availability firstAvailable(const InstructionInfo &instruction);

} // namespace ptx

#endif // PTX_ISA_FORMS_AVAILABILITY_H
