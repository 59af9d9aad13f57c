// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference page of special registers.

#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>
#include <vector>

using namespace ptx;

/// Whether one row can describe both, since they differ only in their names.
static bool isAlike(const SpecialRegisterInfo &a, const SpecialRegisterInfo &b) {
  return a.section == b.section && a.summary == b.summary && a.since == b.since &&
         a.targets == b.targets && a.type == b.type;
}

static std::string typeOf(const SpecialRegisterInfo &reg) {
  std::string type = "`." + info(reg.type).name.str() + "`";
  return reg.components > 1 ? type + " in `.x`, `.y`, `.z`, `.w`" : type;
}

using Registers = std::vector<const SpecialRegisterInfo *>;

std::string ptx::sectionOf(const SpecialRegisterInfo &reg) {
  return reg.section ? "10." + std::to_string(reg.section) : "10";
}

/// The registers in the order of their sections; registers without a section are last.
static Registers sortedRegisters() {
  Registers registers;
  for (const SpecialRegisterInfo &reg : allSpecialRegisters())
    registers.push_back(&reg);
  llvm::sort(registers, [](auto *a, auto *b) {
    return std::tuple(!a->section, a->section, a->id) < std::tuple(!b->section, b->section, b->id);
  });
  return registers;
}

static void printRow(llvm::raw_ostream &os, llvm::ArrayRef<const SpecialRegisterInfo *> alike) {
  const SpecialRegisterInfo &first = *alike.front();
  os << "| " << sectionOf(first) << " | `" << first.name << '`';
  if (alike.size() > 1)
    os << (alike.size() > 2 ? " to `" : ", `") << alike.back()->name << '`';
  os << " | " << typeOf(first) << " | " << first.since.str()
     << (first.ptxasIgnores ? " (not checked by `ptxas`)" : "") << " | "
     << describeTargets(first.targets) << " | " << first.summary << " |\n";
}

void ptx::printSpecialRegister(llvm::raw_ostream &os, const SpecialRegisterInfo &reg) {
  std::string summary = reg.summary.str(), type = typeOf(reg);
  llvm::erase(summary, '`');
  llvm::erase(type, '`');
  os << reg.name << ": " << summary << " (manual " << sectionOf(reg) << ")\n"
     << "  type      " << type << '\n'
     << "  requires  PTX " << reg.since.str()
     << (reg.ptxasIgnores ? ", which ptxas does not check" : "") << ", ";
  std::string targets = describeTargets(reg.targets);
  llvm::erase(targets, '`');
  os << targets << '\n';
  if (reg.changes)
    os << "  value     another one each time that it is read\n";
}

void ptx::printSpecialRegisters(llvm::raw_ostream &os) {
  os << "# Special registers\n\n"
     << "By section of the PTX ISA manual. [All instructions](index.md)\n\n"
     << "| section | register | type | PTX | targets | holds |\n|---|---|---|---|---|---|\n";
  Registers registers = sortedRegisters();
  for (llvm::ArrayRef<const SpecialRegisterInfo *> rest = registers; !rest.empty();) {
    auto alike = rest.take_while([&](auto *reg) { return isAlike(*rest.front(), *reg); });
    printRow(os, alike);
    rest = rest.drop_front(alike.size());
  }
}
