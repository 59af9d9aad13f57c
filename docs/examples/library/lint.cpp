// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lint of one's own: finds unsigned divisions by a power of two, also where the divisor is in a
// register.
//
//     ptx-lint kernel.ptx

#include "ptxkit/Check.h"

#include <bit>
#include <iostream>

/// What there is to say about an instruction; empty if nothing is.
static std::string findingIn(const ptxkit::Instruction &inst) {
  if (inst.opcode() != "div" && inst.opcode() != "rem")
    return "";
  std::vector<ptxkit::Operand> operands = inst.operands();
  if (!inst.isChecked() || operands.size() != 3)
    return "";
  std::optional<ptxkit::Type> type = operands[2].type();
  // The value is known if the divisor is a number, or a register that has one on every path.
  std::optional<uint64_t> divisor = operands[2].value();
  if (!type || type->kind != ptxkit::TypeKind::Unsigned || !divisor ||
      !std::has_single_bit(*divisor))
    return "";
  std::string by = std::to_string(*divisor);
  if (inst.opcode() == "rem")
    return "remainder of a division by " + by + "; use `and` with " + std::to_string(*divisor - 1);
  return "division by " + by + "; use a shift by " + std::to_string(std::countr_zero(*divisor));
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: ptx-lint <file>\n";
    return 2;
  }
  ptxkit::Expected<ptxkit::Check> check = ptxkit::Check::file(argv[1]);
  if (!check) {
    std::cerr << check.error() << '\n';
    return 2;
  }
  std::cerr << check->reportText();
  for (const ptxkit::Function &function : check->functions())
    for (const ptxkit::Instruction &inst : function.instructions())
      if (std::string finding = findingIn(inst); !finding.empty()) {
        ptxkit::Position at = check->position(inst.range().begin);
        std::cout << argv[1] << ':' << at.line << ':' << at.column << ": warning: " << finding
                  << '\n';
      }
  return check->errors() ? 1 : 0;
}
