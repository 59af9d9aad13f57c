// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_CAUSES_H
#define PTX_TEST_AGREEMENT_CAUSES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx::test {

/// What an error of `ptxas` is about, going by its message. Causes.inc has the table.
enum class Cause : uint8_t {
  // An instruction.
  Modifier,
  Type,
  Operand,
  Vector,
  Immediate,
  Space,
  Gate,
  // The module around it.
  Declaration,
  Constant,
  Name,
  Call,
  ControlFlow,
  Directive,
  // The text.
  Syntax,
  // A message that the table does not have.
  Unknown,
};
inline constexpr unsigned numCauses = 15;

/// What has to be understood to see an error: the bytes, tokens and statements; an instruction by
/// itself, its operands' declarations and the module's version and target; the whole module.
enum class CauseGroup : uint8_t { Instruction, Module, Syntax, Unknown };
inline constexpr unsigned numCauseGroups = 4;

/// The cause that the first fitting pattern of Causes.inc gives.
Cause causeOf(llvm::StringRef message);

/// The pattern that fits `message`, which so represents its class, or `message` if there is none.
llvm::StringRef patternOf(llvm::StringRef message);

CauseGroup groupOf(Cause cause);
llvm::StringRef nameOf(Cause cause);
llvm::StringRef nameOf(CauseGroup group);

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_CAUSES_H
