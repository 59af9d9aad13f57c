// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions as Markdown: the reference pages.

#include "ptx/Isa/Describe.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

static void printRows(llvm::raw_ostream &os, StringRef heading, llvm::ArrayRef<DescriptionRow> rows,
                      size_t forms) {
  if (rows.empty())
    return;
  os << "\n### " << heading << "\n\n";
  for (const DescriptionRow &row : rows) {
    os << "- " << row.label << (row.label.empty() ? "" : ": ") << row.text;
    if (!row.forms.empty() && row.forms.size() < forms)
      os << " (" << formNumbers(row) << ")";
    os << '\n';
  }
}

static void printInstruction(llvm::raw_ostream &os, const InstructionDescription &description) {
  const InstructionInfo &instruction = *description.instruction;
  os << "\n## `" << instruction.name << "`: " << instruction.summary
     << "\n\n### Syntax\n\n```text\n";
  size_t forms = description.forms.size();
  for (auto [i, form] : llvm::enumerate(description.forms)) {
    if (forms > 1)
      os << i + 1 << "  ";
    os << form.syntax << ";\n";
  }
  os << "```\n";
  printRows(os, "Modifiers", description.modifiers, forms);
  printRows(os, "Operands", description.operands, forms);
  printRows(os, "Types and the registers that hold them", description.registers, forms);
  printRows(os, "Rules", description.rules, forms);
  printRows(os, "Needs", description.needs, forms);
}

void ptx::printPage(llvm::raw_ostream &os, StringRef section) {
  std::vector<const InstructionInfo *> instructions;
  for (const InstructionInfo &instruction : allInstructions())
    if (instruction.section == section)
      instructions.push_back(&instruction);
  os << "# " << section;
  for (const InstructionInfo *instruction : instructions)
    os << (instruction == instructions.front() ? " `" : ", `") << instruction->name << '`';
  os << "\n\nSection " << section << " of the PTX ISA manual. [All instructions](index.md)\n";
  for (const InstructionInfo *instruction : instructions)
    printInstruction(os, describe(*instruction));
}

void ptx::printIndex(llvm::raw_ostream &os) {
  os << "# The instructions of PTX\n\n"
     << "By section of the PTX ISA manual, with the first `.version` and `.target` that have any "
        "of their forms. [State spaces and directives](directives.md)\n\n"
     << "| section | instruction | PTX | target | summary |\n|---|---|---|---|---|\n";
  for (StringRef section : allSections())
    for (const InstructionInfo &instruction : allInstructions()) {
      if (instruction.section != section)
        continue;
      Availability first = firstAvailable(instruction);
      os << "| " << section << " | [`" << instruction.name << "`](" << section << ".md) | "
         << first.version.str() << " | `" << info(first.target).name << "` | "
         << instruction.summary << " |\n";
    }
}
