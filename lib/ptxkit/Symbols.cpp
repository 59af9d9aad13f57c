// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptxkit/State.h"

using namespace ptxkit;

Type detail::describe(ptx::TypeId type) {
  const ptx::TypeInfo &info = ptx::info(type);
  // The enumerations have the same members in the same order.
  static_assert(unsigned(TypeKind::Bits) == unsigned(ptx::TypeKind::Bits) &&
                unsigned(TypeKind::Opaque) == unsigned(ptx::TypeKind::Opaque));
  return {view(info.name), static_cast<TypeKind>(info.kind), info.width, info.lanes};
}

static SymbolKind kindOf(const ptx::Symbol &symbol) {
  switch (symbol.kind) {
  case ptx::SymbolKind::Variable:
    if (symbol.parameter != ptx::ParameterKind::None)
      return SymbolKind::Parameter;
    return symbol.isRegister() ? SymbolKind::Register : SymbolKind::Variable;
  case ptx::SymbolKind::Function:
    return SymbolKind::Function;
  case ptx::SymbolKind::Entry:
    return SymbolKind::Entry;
  case ptx::SymbolKind::Label:
  case ptx::SymbolKind::MetadataLabel:
    return SymbolKind::Label;
  case ptx::SymbolKind::CallPrototype:
  case ptx::SymbolKind::CallTargets:
  case ptx::SymbolKind::BranchTargets:
    return SymbolKind::List;
  }
  return SymbolKind::Variable;
}

Symbol detail::describe(const ptx::Symbol &symbol) {
  Symbol result;
  result.kind = kindOf(symbol);
  result.name = view(symbol.name);
  result.range = rangeOf(symbol.range);
  if (symbol.kind != ptx::SymbolKind::Variable)
    return result;
  result.space = view(ptx::info(symbol.space).word);
  if (symbol.type)
    result.type = describe(*symbol.type);
  result.vectorLength = symbol.vectorLength;
  result.alignment = symbol.isMemory() ? symbol.alignment : 0;
  result.bytes = symbol.bytes;
  result.count = symbol.numbered ? symbol.count : 0;
  return result;
}

std::optional<uint32_t> detail::numberOf(const ptx::BodyScope &scope, ptx::Binding binding) {
  const ptx::Symbol *symbol = scope.symbol(binding.symbol);
  return symbol && symbol->numbered ? std::optional(binding.number) : std::nullopt;
}

Symbol detail::describe(ptx::SpecialRegister reg) {
  const ptx::SpecialRegisterInfo &info = ptx::info(reg);
  Symbol result;
  result.kind = SymbolKind::SpecialRegister;
  result.name = view(info.name);
  result.type = describe(info.type);
  return result;
}
