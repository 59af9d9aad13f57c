// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMES_BODYSCOPE_H
#define PTX_SEMA_NAMES_BODYSCOPE_H

#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Syntax/Tree/Module.h"

#include <vector>

namespace ptx {

/// The declaration to which a name in a body refers.
struct Binding {
  SymbolRef symbol;
  /// The number of the register among the registers that `symbol` declares; 0 for a single one.
  /// (Manual 5.4.6)
  uint32_t number = 0;
};

/// The names visible in one body, and the references of its expressions.
class BodyScope {
public:
  /// `position`: the location of the body's function; later names of the module are unknown.
  /// `constants`: the rules for evaluating constant expressions.
  BodyScope(const SyntaxUnit &unit, const SymbolTable &moduleSymbols, uint32_t position,
            ConstantRules constants)
      : unit(unit), constants(constants), moduleSymbols(moduleSymbols), position(position),
        bindings(unit.expressions().size()), guards(unit.instructions().size()) {}

  SymbolTable &symbols() { return bodySymbols; }
  const SymbolTable &symbols() const { return bodySymbols; }

  /// Looks up `name` at the source position `where`: the innermost declaration before it, else a
  /// special register, else a label after it. (Manual 5.4.6, 10)
  SymbolRef find(llvm::StringRef name, uint32_t where) const;

  /// A reference to `symbol`, the result of looking up `name`, with the number of the register.
  Binding numbered(llvm::StringRef name, SymbolRef symbol) const;

  /// The declaration to which the name of a `Name`, `Member` or `Index` expression refers.
  SymbolRef binding(ExprId id) const { return bindings[id.index].symbol; }
  Binding numberedBinding(ExprId id) const { return bindings[id.index]; }
  void bind(ExprId id, Binding binding) { bindings[id.index] = binding; }

  /// The declaration to which the name of an instruction's guard refers; none without a guard.
  SymbolRef guard(InstId inst) const { return guards[inst.index].symbol; }
  Binding numberedGuard(InstId inst) const { return guards[inst.index]; }
  void bindGuard(InstId inst, Binding binding) { guards[inst.index] = binding; }

  /// The declaration; null if there is none and for a special register.
  const Symbol *symbol(SymbolRef ref) const {
    if (!ref || ref.isSpecial())
      return nullptr;
    return ref.isModule() ? &moduleSymbols[ref.index()] : &bodySymbols[ref.index()];
  }

  /// The names of the module, and the location of the function that uses them.
  const SymbolTable &moduleNames() const { return moduleSymbols; }
  uint32_t functionPosition() const { return position; }

  /// The value of `id`; none if it is not a constant expression.
  std::optional<Constant> constant(ExprId id) const { return evaluate(unit, id, constants); }

  const SyntaxUnit &unit;
  const ConstantRules constants;

private:
  const SymbolTable &moduleSymbols;
  uint32_t position;
  SymbolTable bodySymbols;
  std::vector<Binding> bindings;
  std::vector<Binding> guards;
};

} // namespace ptx

#endif // PTX_SEMA_NAMES_BODYSCOPE_H
