// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptions of instructions for readers: the text of `ptx-check --describe` and of the reference
// pages.

#ifndef PTX_ISA_REFERENCE_DESCRIBE_H
#define PTX_ISA_REFERENCE_DESCRIBE_H

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// A line about some of the forms of an instruction. PTX's words are in backticks.
struct DescriptionRow {
  /// The subject: a modifier, an operand, types; can be empty.
  std::string label;
  std::string text;
  /// Numbers of the forms, from 1, in rising order.
  std::vector<unsigned> forms;
};

/// The numbers of the row's forms: "1-3,5".
std::string formNumbers(const DescriptionRow &row);

/// A form, with the given modifiers in place of their names.
struct DescribedForm {
  OpenForm open;
  /// In the manual's notation.
  std::string syntax;
};

/// The instruction of a section of the manual, or its forms with given modifiers.
struct InstructionDescription {
  const InstructionInfo *instruction;
  std::vector<DescribedForm> forms;
  /// The meaning of names in the syntax lines.
  std::vector<DescriptionRow> modifiers;
  std::vector<DescriptionRow> operands;
  /// Types, and the declared types of registers that hold their values.
  std::vector<DescriptionRow> registers;
  /// Further rules.
  std::vector<DescriptionRow> rules;
  /// Versions and targets.
  std::vector<DescriptionRow> needs;
};

/// An answer to `describe`.
struct Description {
  std::vector<InstructionDescription> instructions;
  /// Instructions with a common prefix that are not described, in the order of the manual.
  std::vector<const InstructionInfo *> others;
};

/// Describes the instructions called `mnemonic`, such as `cvt`, `cp.async`, or `cvt.rn.f16` with
/// some of the modifiers in any order; case does not matter. For vectors with very many lengths,
/// only the smallest and the largest are given. If no instruction has this name, but several begin
/// with it or contain it as a word, these are the description's `others`. If no instruction has the
/// name, or no form accepts the modifiers, fails with a message for the user that suggests the
/// intended name.
llvm::Expected<Description> describe(llvm::StringRef mnemonic);

/// Describes all forms of one section, with all lengths of vectors.
InstructionDescription describe(const InstructionInfo &instruction);

/// The instructions whose names begin with `text`, ignoring case; if there are none, those with
/// `text` in their names or summaries. By name and section.
std::vector<const InstructionInfo *> findInstructions(llvm::StringRef text);

/// All instructions by name and section.
std::vector<const InstructionInfo *> sortedInstructions();

/// The instructions that `version` or a later one added or extended.
std::vector<const InstructionInfo *> instructionsSince(PtxVersion version);

/// The sections of the manual that describe instructions, in its order.
std::vector<llvm::StringRef> allSections();

/// Writes a description as plain text, wrapped at 80 columns where possible.
void printText(llvm::raw_ostream &os, const Description &description);

/// Writes a description as one JSON object: docs/guide/instructions.md lists its keys.
void printJson(llvm::raw_ostream &os, const Description &description);

/// Writes the special registers as a JSON array with one object for each.
void printSpecialRegistersJson(llvm::raw_ostream &os);

/// Writes the reference page of a section, in Markdown.
void printPage(llvm::raw_ostream &os, llvm::StringRef section);

/// Writes a table of all instructions with links to the pages `<section>.md`, in Markdown.
void printIndex(llvm::raw_ostream &os);

/// Writes a table of all targets with the instructions that each adds, in Markdown.
void printTargets(llvm::raw_ostream &os);

/// Writes a table: name, section, first version, first target, summary.
void printList(llvm::raw_ostream &os, llvm::ArrayRef<const InstructionInfo *> instructions);

/// Writes the same as a JSON array with one object for each instruction.
void printListJson(llvm::raw_ostream &os, llvm::ArrayRef<const InstructionInfo *> instructions);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_DESCRIBE_H
