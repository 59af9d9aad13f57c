// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_REFERENCE_OPERANDWORDS_H
#define PTX_ISA_REFERENCE_OPERANDWORDS_H

#include "ptx/Isa/Forms/OpenForm.h"

#include <string>
#include <vector>

namespace ptx {

/// The possible kinds of an operand of the form, in words: "written: register, twice as wide as
/// `.type`", "address in `.shared`, or generic", "immediate from 0 to 31". If the kinds depend on
/// open modifiers, there are several texts, each with its modifiers. `brief`: if there are very
/// many lengths of a vector, only the smallest and the largest, as in "vector of 4 to 128, as
/// `.shape` says: register, `.f32`".
std::vector<std::string> describeOperand(const OpenForm &open, const OperandInfo &operand,
                                         bool brief);

/// The types that an operand of the form can have, for any choice of the open modifiers.
TypeSet operandTypes(const OpenForm &open, const OperandInfo &operand);

/// The types that registers for the operand can have, but for types of integers that only integer
/// registers hold.
TypeSet heldTypes(const OpenForm &open, const OperandInfo &operand);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_OPERANDWORDS_H
