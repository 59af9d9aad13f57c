// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the approximate divisions of a module exact, `div.approx.f32` to `div.rn.f32`, and prints
// the result in canonical layout.
//
//     ptx-rewrite kernel.ptx

#include "ptxkit/Check.h"

#include <iostream>

/// The changes that make `inst` exact; none if it is not an approximate division.
static void addEdits(const ptxkit::Instruction &inst, std::vector<ptxkit::Edit> &edits) {
  if (inst.opcode() != "div")
    return;
  std::vector<std::string_view> modifiers = inst.modifiers();
  for (size_t i = 0; i < modifiers.size(); ++i)
    if (modifiers[i] == ".approx" || modifiers[i] == ".full")
      edits.push_back({inst.modifierRange(i), ".rn"});
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: ptx-rewrite <file>\n";
    return 2;
  }
  ptxkit::Expected<ptxkit::Check> check = ptxkit::Check::file(argv[1]);
  if (!check) {
    std::cerr << check.error() << '\n';
    return 2;
  }
  std::vector<ptxkit::Edit> edits;
  for (const ptxkit::Function &function : check->functions())
    for (const ptxkit::Instruction &inst : function.instructions())
      addEdits(inst, edits);

  std::string text = ptxkit::applyEdits(check->source(), edits);
  ptxkit::Expected<ptxkit::Check> changed = ptxkit::Check::text(text, argv[1]);
  ptxkit::Expected<std::string> printed = changed->formatted();
  if (!printed || changed->errors()) {
    std::cerr << changed->reportText();
    return 1;
  }
  std::cout << *printed;
  return 0;
}
