// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_INITIALIZERS_H
#define PTX_SEMA_DECLARATIONS_INITIALIZERS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// Checks the initial values of variables: shape, types, range, and the symbols whose addresses
/// they contain. (Manual 5.3, 5.4.4)
class InitializerChecker {
public:
  /// Finds the declaration of a name before a source position; null if there is none.
  using Lookup = llvm::function_ref<const Symbol *(llvm::StringRef name, uint32_t before)>;

  /// For the declarations of `unit`; `find` must outlive the checker.
  InitializerChecker(const SyntaxUnit &unit, ConstantRules rules, Lookup find,
                     DiagnosticList &diagnostics, GateReport &gates)
      : unit(unit), rules(rules), find(find), diagnostics(diagnostics), gates(gates) {}

  /// Checks the initializers of one declaration.
  void check(const Variable &variable);

private:
  struct Element {
    ExprId id;
    uint32_t level; ///< the number of enclosing dimensions
  };

  void check(const Variable &variable, const Declarator &declarator);
  bool isAllowed(const Variable &variable);
  void checkElements(const Declarator &declarator);
  void checkList(const Element &element);
  void checkValue(ExprId id);
  void checkNumber(ExprId id);
  void checkRange(ExprId id, const Constant &value);
  void reportStored(ExprId id, llvm::StringRef stored);
  void checkMask(ExprId id);
  void checkAddress(ExprId id, bool masked);
  const Symbol *checkSymbol(TokenId name);
  void checkObject(ExprId id);
  void checkField(ExprId id, bool isLoose);
  void checkMisplacedField(ExprId id);
  void reportType(ExprId id, llvm::StringRef observed, llvm::StringRef expected);

  const SyntaxUnit &unit;
  ConstantRules rules;
  Lookup find;
  DiagnosticList &diagnostics;
  GateReport &gates;

  // Of the current variable.
  TypeId type = TypeId::b32;
  /// Whether it is a type with several packed lanes, or an instruction type.
  bool isPacked = false;
  uint8_t vectorLength = 1;
  TokenId name;
  llvm::ArrayRef<ExprId> dimensions;
  bool typeReported = false;
  llvm::SmallVector<Element, 16> pending;
};

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_INITIALIZERS_H
