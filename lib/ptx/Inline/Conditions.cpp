// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Conditions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

ArchitectureRange ptx::common(ArchitectureRange a, ArchitectureRange b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

Condition Condition::opposite() const {
  Condition result;
  if (!isPlain)
    return result;
  if (architectures.first == 0 && architectures.last != UINT32_MAX)
    result.architectures.first = architectures.last + 1;
  else if (architectures.last == UINT32_MAX && architectures.first > 0)
    result.architectures.last = architectures.first - 1;
  return result;
}

/// The macros that compilers for other processors define.
static bool namesOtherProcessor(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("__x86_64__", "__x86_64", "__i386__", "_M_X64", "_M_IX86", "_M_AMD64", true)
      .Cases("__aarch64__", "__arm__", "_M_ARM64", "__ARM_NEON", "__ARM_ARCH", true)
      .Cases("__AMDGCN__", "__HIP__", "__HIPCC__", "__HIP_PLATFORM_AMD__", "__HIP_DEVICE_COMPILE__",
             "USE_ROCM", true)
      .Cases("__riscv", "__powerpc__", "__powerpc64__", "__s390x__", "__mips__", "__loongarch__",
             true)
      .Default(false);
}

static bool isArch(StringRef name) {
  return name == "__CUDA_ARCH__" || name == "CUDA_ARCH" || name == "__CUDA_ARCH_LIST__";
}

/// The architectures that `__CUDA_ARCH__ op number` lets through.
static std::optional<ArchitectureRange> compared(StringRef op, StringRef number) {
  uint32_t value;
  if (number.getAsInteger(10, value) || value == 0 || value > 100'000)
    return std::nullopt;
  if (op == ">=")
    return ArchitectureRange{value, UINT32_MAX};
  if (op == ">")
    return ArchitectureRange{value + 1, UINT32_MAX};
  if (op == "<")
    return ArchitectureRange{0, value - 1};
  if (op == "<=")
    return ArchitectureRange{0, value};
  if (op == "==")
    return ArchitectureRange{value, value};
  return std::nullopt;
}

Condition ptx::readCondition(StringRef source, llvm::ArrayRef<CppToken> tokens, bool isName) {
  std::vector<StringRef> words;
  for (const CppToken &token : tokens)
    words.push_back(source.slice(token.range.begin, token.range.end));
  Condition condition;
  if (words.size() == 1 && words[0] == "0" && !isName)
    condition.isNever = true;
  bool hasChoice = false, hasNegation = false, namesOther = false, namesCuda = false;
  for (StringRef word : words) {
    hasChoice |= word == "||" || word == "?" || word == "or";
    hasNegation |= word == "!" || word == "not";
    namesOther |= namesOtherProcessor(word);
    namesCuda |= isArch(word) || word == "__CUDACC__" || word == "__NVCC__";
  }
  condition.isForOthers = namesOther && !hasNegation && !namesCuda;
  if (hasChoice || hasNegation || isName)
    return condition;

  // A conjunction: what it demands of the architecture holds, whatever else it demands.
  unsigned understood = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "(" || words[i] == ")" || words[i] == "&&") {
      ++understood;
      continue;
    }
    if (words[i] == "defined") {
      bool inParentheses = i + 1 < words.size() && words[i + 1] == "(";
      size_t name = i + (inParentheses ? 2 : 1);
      if (name < words.size() && words[name] == "__CUDA_ARCH__")
        understood += name - i + 1;
      i = name;
      continue;
    }
    bool isOperand = i == 0 || words[i - 1] == "(" || words[i - 1] == "&&";
    if (words[i] != "__CUDA_ARCH__" || !isOperand || i + 2 >= words.size())
      continue;
    bool ends = i + 3 == words.size() || words[i + 3] == ")" || words[i + 3] == "&&";
    if (std::optional<ArchitectureRange> range = compared(words[i + 1], words[i + 2]);
        range && ends) {
      condition.architectures = common(condition.architectures, *range);
      understood += 3;
      i += 2;
    }
  }
  condition.isPlain = !condition.architectures.isAll() && understood >= words.size();
  return condition;
}
