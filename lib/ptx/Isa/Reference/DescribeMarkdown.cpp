// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions as Markdown: the reference pages.

#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Reference/Describe.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

static void printMarkdownRows(llvm::raw_ostream &os, StringRef heading,
                              llvm::ArrayRef<DescriptionRow> rows, size_t forms) {
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

/// The first version in which each form supports a target, in the order of the forms: a version,
/// "yes" for all versions that have the target, or "no".
using Cells = std::vector<std::string>;

static Cells cellsOf(const InstructionDescription &description, const TargetInfo &target) {
  Cells cells;
  for (const DescribedForm &form : description.forms) {
    std::optional<PtxVersion> version = firstVersion(form.open, target.id);
    cells.push_back(!version ? "no" : *version == target.since ? "yes" : version->str());
  }
  return cells;
}

/// Forms with the same cells share a column, and adjacent targets with the same cells share a row.
static void printTargetTable(llvm::raw_ostream &os, const InstructionDescription &description) {
  struct Row {
    TargetId first, last;
    Cells cells;
  };
  std::vector<Row> rows;
  for (const TargetInfo &target : allTargets()) {
    Cells cells = cellsOf(description, target);
    if (!rows.empty() && rows.back().cells == cells)
      rows.back().last = target.id;
    else
      rows.push_back({target.id, target.id, std::move(cells)});
  }
  std::vector<DescriptionRow> columns;
  for (unsigned form = 0; form != description.forms.size(); ++form) {
    auto isAlike = [&](const DescriptionRow &column) {
      return llvm::all_of(rows, [&](const Row &row) {
        return row.cells[form] == row.cells[column.forms.front() - 1];
      });
    };
    auto column = llvm::find_if(columns, isAlike);
    if (column == columns.end())
      column = columns.insert(column, DescriptionRow{});
    column->forms.push_back(form + 1);
  }

  os << "\n### Targets\n\nWhether a target has a syntax line with some choice of modifiers: from "
        "the "
        "first version that knows the target (yes), from a later one, or not:\n\n| targets |";
  for (const DescriptionRow &column : columns)
    os << ' ' << (columns.size() > 1 ? "syntax " + formNumbers(column) : "PTX") << " |";
  os << "\n|---|";
  for (size_t i = 0; i != columns.size(); ++i)
    os << "---|";
  os << '\n';
  for (const Row &row : rows) {
    if (llvm::all_of(row.cells, [](StringRef cell) { return cell == "no"; }))
      continue;
    os << "| `" << info(row.first).name << '`';
    if (row.last != row.first)
      os << " to `" << info(row.last).name << '`';
    os << " |";
    for (const DescriptionRow &column : columns)
      os << ' ' << row.cells[column.forms.front() - 1] << " |";
    os << '\n';
  }
}

static void printMarkdown(llvm::raw_ostream &os, const InstructionDescription &description) {
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
  printMarkdownRows(os, "Modifiers", description.modifiers, forms);
  printMarkdownRows(os, "Operands", description.operands, forms);
  printMarkdownRows(os, "Types and the registers that hold them", description.registers, forms);
  printMarkdownRows(os, "Rules", description.rules, forms);
  printMarkdownRows(os, "Needs", description.needs, forms);
  printTargetTable(os, description);
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
    printMarkdown(os, describe(*instruction));
}

void ptx::printIndex(llvm::raw_ostream &os) {
  os << "# The instructions of PTX\n\n"
     << "By section of the PTX ISA manual, with the first `.version` and `.target` that have any "
        "of their forms. [State spaces and directives](directives.md), "
        "[special registers](special-registers.md), [targets](targets.md)\n\n"
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
