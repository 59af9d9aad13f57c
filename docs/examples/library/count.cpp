// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the instructions of each function of a module, by the first word of their mnemonics.
//
//     ptx-count kernel.ptx

#include "ptxkit/Check.h"

#include <iostream>
#include <map>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: ptx-count <file>\n";
    return 2;
  }
  ptxkit::Expected<ptxkit::Check> check = ptxkit::Check::file(argv[1]);
  if (!check) {
    std::cerr << check.error() << '\n';
    return 2;
  }
  std::cout << "PTX " << check->version();
  for (std::string_view target : check->targets())
    std::cout << ' ' << target;
  std::cout << '\n';
  for (const ptxkit::Function &function : check->functions()) {
    std::map<std::string_view, unsigned> counts;
    for (const ptxkit::Instruction &inst : function.instructions())
      ++counts[inst.opcode()];
    std::cout << function.name() << ": " << function.instructions().size() << " instructions\n";
    for (auto [opcode, count] : counts)
      std::cout << "  " << opcode << ' ' << count << '\n';
  }
  return check->errors() ? 1 : 0;
}
