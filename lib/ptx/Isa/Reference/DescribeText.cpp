// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions as plain text.

#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Reference/Describe.h"

#include "ptx/Support/TextWrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// `text` without its backticks.
static std::string plain(StringRef text) {
  std::string result = text.str();
  llvm::erase(result, '`');
  return result;
}

/// Numbers the forms if there are several, and aligns the operands of forms with short mnemonics.
static void printSyntax(llvm::raw_ostream &os, llvm::ArrayRef<DescribedForm> forms) {
  constexpr size_t longest = 44;
  size_t width = 0;
  for (const DescribedForm &form : forms)
    if (size_t end = StringRef(form.syntax).split(' ').first.size(); end <= longest)
      width = std::max(width, end);
  os << "\nSyntax\n";
  for (auto [i, form] : llvm::enumerate(forms)) {
    auto [mnemonic, operands] = StringRef(form.syntax).split(' ');
    os << "  ";
    if (forms.size() > 1)
      os << llvm::right_justify(std::to_string(i + 1), forms.size() > 9 ? 2 : 1) << "  ";
    size_t column = 2 + (forms.size() > 9 ? 4 : forms.size() > 1 ? 3 : 0);
    if (operands.empty())
      os << mnemonic << '\n';
    else if (column + std::max(mnemonic.size(), width) + 2 + operands.size() <= textWidth)
      os << llvm::left_justify(mnemonic, width) << "  " << operands << '\n';
    else
      (os << mnemonic << '\n').indent(column + 4) << operands << '\n';
  }
}

static void printRows(llvm::raw_ostream &os, StringRef heading, llvm::ArrayRef<DescriptionRow> rows,
                      size_t forms) {
  if (rows.empty())
    return;
  constexpr size_t longest = 24;
  size_t width = 0;
  for (const DescriptionRow &row : rows)
    if (size_t size = plain(row.label).size(); size <= longest)
      width = std::max(width, size);
  os << '\n' << heading << '\n';
  std::string previous;
  for (const DescriptionRow &row : rows) {
    size_t indent = width ? width + 4 : 4;
    std::string label = plain(row.label);
    if (label == previous)
      label.clear();
    else
      previous = label;
    os << "  " << (width ? label : "-");
    if (label.size() > width)
      (os << '\n').indent(indent);
    else
      os.indent(indent - 2 - (width ? label.size() : 1));
    std::string text = plain(row.text);
    if (!row.forms.empty() && row.forms.size() < forms)
      text += " [" + formNumbers(row) + "]";
    writeWrapped(os, text, indent);
  }
}

static void printInstruction(llvm::raw_ostream &os, const InstructionDescription &description) {
  const InstructionInfo &instruction = *description.instruction;
  os << instruction.name << ": " << instruction.summary << " (manual " << instruction.section
     << ")\n";
  printSyntax(os, description.forms);
  size_t forms = description.forms.size();
  printRows(os, "Modifiers", description.modifiers, forms);
  printRows(os, "Operands", description.operands, forms);
  printRows(os, "Types and the registers that hold them", description.registers, forms);
  printRows(os, "Rules", description.rules, forms);
  printRows(os, "Needs", description.needs, forms);
}

void ptx::printText(llvm::raw_ostream &os, const Description &description) {
  for (const InstructionDescription &instruction : description.instructions) {
    if (&instruction != &description.instructions.front())
      os << '\n';
    printInstruction(os, instruction);
  }
  if (description.others.empty())
    return;
  if (!description.instructions.empty())
    os << "\nOther instructions whose names begin so\n";
  printList(os, description.others);
}

void ptx::printList(llvm::raw_ostream &os, llvm::ArrayRef<const InstructionInfo *> instructions) {
  size_t nameWidth = 4, sectionWidth = 7;
  for (const InstructionInfo *instruction : instructions) {
    nameWidth = std::max(nameWidth, instruction->name.size());
    sectionWidth = std::max(sectionWidth, instruction->section.size());
  }
  auto row = [&](StringRef name, StringRef section, StringRef version, StringRef target,
                 StringRef summary) {
    os << llvm::left_justify(name, nameWidth + 2) << llvm::left_justify(section, sectionWidth + 2)
       << llvm::left_justify(version, 5) << llvm::left_justify(target, 9) << summary << '\n';
  };
  row("name", "section", "PTX", "target", "summary");
  for (const InstructionInfo *instruction : instructions) {
    Availability first = firstAvailable(*instruction);
    row(instruction->name, instruction->section, first.version.str(), info(first.target).name,
        instruction->summary);
  }
}
