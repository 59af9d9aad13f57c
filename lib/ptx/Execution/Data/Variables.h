// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_VARIABLES_H
#define PTX_EXECUTION_VARIABLES_H

#include "ptx/Execution/Memory/GlobalMemory.h"
#include "ptx/Sema/Names/Symbols.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace ptx::execution {

/// The size of a variable in global or constant memory, where its initializer may give the first
/// dimension.
uint64_t bytesOfVariable(const Symbol &symbol);

/// The variables in global and constant memory, with their initial values. (Manual 5.4.4)
class ModuleVariables {
public:
  /// Adds a variable at an address.
  void add(const Symbol &symbol, uint64_t address);

  using FunctionAddresses = llvm::function_ref<std::optional<uint64_t>(llvm::StringRef function)>;

  /// Adds them to `memory`. Without an initializer they are zero. The address of a function without
  /// one in `functions` is an unknown value.
  void fill(GlobalMemory &memory, FunctionAddresses functions) const;

private:
  struct Variable {
    Symbol symbol;
    uint64_t address;
  };
  /// The location of an initial value, and its type.
  struct Target {
    GlobalMemory &memory;
    FunctionAddresses functions;
    const SyntaxUnit &unit;
    TypeId type;
    llvm::SmallVector<uint64_t, 4> strides; ///< by dimension; the last is that of the elements
  };
  void fillList(const Target &target, ExprId id, unsigned level, uint64_t address) const;
  Value valueOf(const Target &target, ExprId id) const;
  Value addressOf(const Target &target, ExprId id) const;

  std::vector<Variable> variables;
  llvm::StringMap<uint64_t> places; ///< by name
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_VARIABLES_H
