// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads lines such as `add.rn.f32 3f800000 40000000` and prints the result of each, with `exact`,
// `open` or `approximate`; `none` for an instruction that is not implemented.

#include "ptx/Arithmetic/FloatFunction.h"
#include "ptx/Isa/Forms/FormMatcher.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <iostream>

using namespace ptx;

static size_t sourceCount(const InstrView &view) {
  return llvm::count_if(view.form->operands(),
                        [](const OperandInfo &operand) { return !operand.written; });
}

/// The function of the form that takes `operands` operands, else of the first form that has one.
static std::optional<FloatFunction> functionOf(llvm::StringRef mnemonic, size_t operands) {
  llvm::SmallVector<llvm::StringRef> parts;
  mnemonic.split(parts, '.');
  std::optional<Opcode> opcode = findOpcode(parts[0]);
  if (!opcode)
    return std::nullopt;
  llvm::SmallVector<Modifier> words;
  for (llvm::StringRef part : llvm::drop_begin(parts))
    words.push_back(findModifier(part));
  MatchResult found = matchForms(*opcode, words);
  std::optional<FloatFunction> first;
  for (const FormCandidate &candidate : found.candidates)
    if (std::optional<FloatFunction> function = FloatFunction::of(candidate.view)) {
      if (sourceCount(candidate.view) == operands)
        return function;
      if (!first)
        first = function;
    }
  return first;
}

int main() {
  llvm::StringMap<std::optional<FloatFunction>> functions;
  std::string line;
  while (std::getline(std::cin, line)) {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(line).split(words, ' ', -1, /*KeepEmpty=*/false);
    if (words.empty())
      continue;
    auto [entry, isNew] = functions.try_emplace((words[0] + llvm::Twine(words.size())).str());
    if (isNew)
      entry->second = functionOf(words[0], words.size() - 1);
    if (!entry->second) {
      std::cout << "none\n";
      continue;
    }
    llvm::SmallVector<uint64_t> operands;
    for (llvm::StringRef word : llvm::drop_begin(words))
      operands.push_back(std::stoull(word.str(), nullptr, 16));
    FloatResult result = (*entry->second)(operands);
    constexpr const char *certainties[] = {"exact", "open", "approximate"};
    std::cout << llvm::utohexstr(result.bits, /*LowerCase=*/true) << ' '
              << certainties[static_cast<unsigned>(result.certainty)] << '\n';
  }
}
