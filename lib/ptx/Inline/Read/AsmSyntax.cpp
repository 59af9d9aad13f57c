// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmSyntax.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static constexpr AsmSyntax::Register cudaRegisters[] = {{'h', TypeId::b16}, {'r', TypeId::b32},
                                                        {'l', TypeId::b64}, {'q', TypeId::b128},
                                                        {'f', TypeId::f32}, {'d', TypeId::f64}};

// Newer versions of LLVM use bit registers for floating point, older ones do not.
static constexpr AsmSyntax::Register llvmRegisters[] = {
    {'b', TypeId::pred}, {'c', TypeId::b16}, {'h', TypeId::b16},
    {'r', TypeId::b32},  {'l', TypeId::b64}, {'N', TypeId::b64},
    {'q', TypeId::b128}, {'f', TypeId::b32}, {'d', TypeId::b64}};

static constexpr AsmSyntax::Register rustRegisters[] = {
    {'h', TypeId::b16}, {'r', TypeId::b32}, {'l', TypeId::b64}, {'q', TypeId::b128}};

// clang also has `i`.
const AsmSyntax ptx::cudaSyntax = {.sign = '%',
                                   .reader = "`nvcc`",
                                   .registers = cudaRegisters,
                                   .constants = "ni",
                                   .texts = "C",
                                   .modifiers = "=+&",
                                   .hasChoices = false,
                                   .effects = "volatile",
                                   .expected = "one of `h`, `r`, `l`, `q`, `f`, `d`, `n` and `C`",
                                   .quotesConstraints = true,
                                   .unique = "%="};

// Memory is replaced by the address with its brackets.
const AsmSyntax ptx::llvmSyntax = {.sign = '$',
                                   .reader = "LLVM",
                                   .registers = llvmRegisters,
                                   .constants = "niEFsXIJKLMOP",
                                   .texts = "moVp<>",
                                   .modifiers = "=&*%",
                                   .hasChoices = true,
                                   .effects = "sideeffect",
                                   .expected =
                                       "one of `b`, `c`, `h`, `r`, `l`, `q`, `f`, `d` and `n`",
                                   .quotesConstraints = true,
                                   .unique = "${:uid}"};

// The classes of registers are converted to the letters of LLVM.
const AsmSyntax ptx::rustSyntax = {.sign = '$',
                                   .reader = "`rustc`",
                                   .registers = rustRegisters,
                                   .constants = "n",
                                   .texts = "",
                                   .modifiers = "=+&",
                                   .hasChoices = false,
                                   .effects = "volatile",
                                   .expected = "one of `reg16`, `reg32` and `reg64`",
                                   .quotesConstraints = false,
                                   .unique = "${:uid}"};

const AsmSyntax ptx::cudaOxideSyntax = {.sign = '%',
                                        .reader = "`ptx_asm!`",
                                        .registers = cudaRegisters,
                                        .constants = "n",
                                        .texts = "C",
                                        .modifiers = "=+",
                                        .hasChoices = false,
                                        .effects = "volatile",
                                        .expected =
                                            "one of `h`, `r`, `l`, `q`, `f`, `d`, `n` and `C`",
                                        .quotesConstraints = false,
                                        .unique = "%="};

std::optional<TypeId> AsmSyntax::registerType(StringRef letters) const {
  if (letters.size() == 1)
    for (const Register &reg : registers)
      if (reg.letter == letters[0])
        return reg.type;
  return std::nullopt;
}

bool AsmSyntax::isText(StringRef letters) const {
  if (letters.size() == 1)
    return texts.contains(letters[0]);
  return hasChoices && !letters.empty() && !llvm::all_of(letters, llvm::isDigit);
}

bool AsmSyntax::knows(StringRef letters) const {
  return registerType(letters) || isText(letters) ||
         (letters.size() == 1 && constants.contains(letters[0]));
}

std::string AsmSyntax::name(unsigned index, unsigned part) const {
  std::string name = sign + std::to_string(index);
  return part == 0 ? name : name + "$" + std::to_string(part);
}

bool AsmSyntax::isOperand(StringRef name) const {
  return name.size() > 1 && name[0] == sign && llvm::isDigit(name[1]);
}
