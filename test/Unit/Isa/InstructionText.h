// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_ISA_INSTRUCTIONTEXT_H
#define PTX_TEST_ISA_INSTRUCTIONTEXT_H

#include "ptx/Isa/Forms/FormMatcher.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx::test {

/// The rows of a tab-separated file of test/Isa/data, without the heading.
std::vector<std::vector<std::string>> readTable(llvm::StringRef name);

/// An instruction split at its white space and commas.
struct InstructionText {
  std::string mnemonic;
  std::vector<std::string> operands;
};

/// Splits `text`, which may hold several instructions, at `;`. Guards and labels are dropped, and
/// so are braces that are alone.
std::vector<InstructionText> splitInstructions(llvm::StringRef text);

/// The first word of `mnemonic` as an opcode, if it is one.
std::optional<Opcode> opcodeOf(llvm::StringRef mnemonic);

/// Whether the table has the opcode of `mnemonic`.
bool isFinished(llvm::StringRef mnemonic);

/// What `matchForms` says of `mnemonic`, whose opcode must exist.
MatchResult match(llvm::StringRef mnemonic);

/// The candidates that the number and the brackets of the operands and the rules allow, with the
/// operands that are there and the constants filled in; one for each way to do that.
std::vector<InstrView> candidates(const InstructionText &instruction);

/// Whether the checked rules hold, those about operands included.
bool keepsRules(const InstrView &view);

} // namespace ptx::test

#endif // PTX_TEST_ISA_INSTRUCTIONTEXT_H
