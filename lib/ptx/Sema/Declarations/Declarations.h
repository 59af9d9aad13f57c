// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_DECLARATIONS_H
#define PTX_SEMA_DECLARATIONS_DECLARATIONS_H

#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Syntax/Parse/FunctionHeader.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A set of the variables of one unit.
class VariableSet {
public:
  void insert(VarId id) { ids.insert(id.index); }
  void insert(const VariableSet &other) { ids.insert(other.ids.begin(), other.ids.end()); }
  bool contains(VarId id) const { return ids.contains(id.index); }

private:
  llvm::DenseSet<uint32_t> ids;
};

/// The state space that the token names; for `.sreg`, which declares nothing, the space of
/// registers.
StateSpace spaceOf(const SyntaxUnit &unit, TokenId token);

/// 2 or 4 for a vector, else 1.
uint8_t vectorLengthOf(const SyntaxUnit &unit, const Variable &variable);

/// The value of a count: a number or `WARP_SZ`; 0 if `id` is invalid, as for `[]`.
uint64_t countOfDimension(const SyntaxUnit &unit, ExprId id);

/// The bytes of one element of a variable: a scalar or a vector; 0 if its type is unknown.
uint32_t elementBytes(const Symbol &symbol);

/// The alignment that `.ptr .align` promises of the memory to which a parameter points; 0 if it
/// promises none. (Manual 5.1.6.3)
uint32_t pointeeAlignment(const Symbol &parameter);

/// Whether the calling convention has no place for the parameter of a function: a predicate, or an
/// integer of fewer than 32 bits. (Manual 7.1)
bool isNarrowParameter(const Symbol &parameter);

/// Declares the names of one variable declaration, or of one parameter. `broken`: the declaration
/// is invalid, so its uses cannot be checked. (Manual 5.4)
void declareVariable(const SyntaxUnit &unit, const Variable &variable, ParameterKind parameter,
                     SymbolTable &symbols, bool broken = false);

/// Calls `visit` with each result and then each parameter of a function, as symbols for its body;
/// `broken` as above, for each. (Manual 7.1)
void forEachParameter(const FunctionHeader &header, llvm::function_ref<void(const Symbol &)> visit,
                      const VariableSet &broken = {});

/// Declares the names of one statement of a body: variables, or a label. (Manual 5.4, 9.7.12, 11.3)
void declareStatement(const SyntaxUnit &unit, const Stmt &stmt, SymbolTable &symbols);

/// The variables and functions of `module`, in source order: a body can use the names declared
/// before it. (Manual 5.4, 11.2)
SymbolTable collectModuleSymbols(const Module &module, const VariableSet &broken = {});

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_DECLARATIONS_H
