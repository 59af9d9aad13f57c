// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_INFORMATION_WORDTEXT_H
#define PTX_DRIVER_INFORMATION_WORDTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The subject of `--describe`: `fma.rn.f32` for `@%p1 fma.rn.f32 %f1, %f2, %f3, %f4;`.
llvm::StringRef describedWord(llvm::StringRef text);

/// Whether the subject is the name of a special register, a directive or a state space.
bool isNameOfNoInstruction(llvm::StringRef word);

/// Describes the instruction, special register, directive or state space with the name `text`, and
/// on request the evidence for an instruction. Fails with a message for the user if nothing has
/// this name.
llvm::Error describeWord(llvm::raw_ostream &os, llvm::StringRef text, bool withEvidence);

} // namespace ptx

#endif // PTX_DRIVER_INFORMATION_WORDTEXT_H
