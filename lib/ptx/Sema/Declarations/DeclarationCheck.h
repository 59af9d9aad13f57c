// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_DECLARATIONCHECK_H
#define PTX_SEMA_DECLARATIONS_DECLARATIONCHECK_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// Where a variable is declared.
enum class DeclarationPlace : uint8_t {
  Module,
  EntryBody,
  FunctionBody,
  EntryParameter,
  FunctionInput,
  FunctionResult,
  Prototype, ///< a parameter of `.callprototype`
};

/// Whether `ptxas` accepts the word `type` in declarations, although variables cannot have this
/// type.
bool isWordOfDeclarations(TypeId type);

/// Checks declarations of variables and parameters, except for initializers: types, shapes, state
/// spaces, scope, alignment and attributes. (Manual 5.1 to 5.4)
class DeclarationChecker {
public:
  /// For the declarations of `unit`.
  DeclarationChecker(const SyntaxUnit &unit, DiagnosticList &diagnostics, GateReport &gates)
      : unit(unit), platform(gates.platform()), diagnostics(diagnostics), gates(gates) {}

  /// Checks one declaration. For a parameter, `defined` is whether the function has a body; `ptxas`
  /// checks little in parameters of functions without one. Returns false if the declared variable
  /// has no type or space for checking its uses.
  bool check(const Variable &variable, DeclarationPlace place, bool defined = true);

  /// Checks linkage, attributes and parameters of a function or prototype, whose parameters are in
  /// this unit. Returns the parameters for which `check` returned false.
  VariableSet checkHeader(const FunctionHeader &header);

private:
  bool checkSpace(const Variable &variable);
  bool checkModuleSpace(const Variable &variable);
  bool checkTexture(const Variable &variable);
  bool canBeParameter() const;
  bool checkBodySpace(const Variable &variable);
  void checkBank(const Variable &variable);
  bool checkType(const Variable &variable);
  bool checkOpaque(const Variable &variable);
  bool checkPredicate(const Variable &variable);
  bool checkShapes(const Variable &variable);
  bool checkDimension(ExprId id);
  bool checkDimensions(const Variable &variable, const Declarator &declarator);
  bool checkParameterType(const Variable &variable, const Declarator &declarator);
  void checkLinkage(const Variable &variable);
  void checkPointer(const Variable &variable);
  void checkQualifiers(const Variable &variable);
  void checkAlignment(const Variable &variable, const Directive &directive);
  void checkAttributes(const Directive &directive, bool ofFunction);
  void checkParameterSize(const FunctionHeader &entry);
  void checkAttributeSpace(const Variable &variable, const Directive &directive);

  bool isParameter() const { return place >= DeclarationPlace::EntryParameter; }
  bool declaresArrays(const Variable &variable) const;
  bool isExtern(const Variable &variable) const;
  llvm::StringRef nameOf(const Variable &variable) const;
  TokenId nameToken(const Variable &variable) const;
  llvm::StringRef spaceText(const Variable &variable) const { return unit.text(variable.space); }

  const SyntaxUnit &unit;
  const Platform &platform;
  DiagnosticList &diagnostics;
  GateReport &gates;

  // Of the current declaration.
  DeclarationPlace place = DeclarationPlace::Module;
  bool defined = true;
  StateSpace space = StateSpace::Reg;
  std::optional<TypeId> type;
  uint8_t vectorLength = 1;
};

/// Checks the word `.const[bank]` of a declaration or an instruction, and reads the bank. Returns
/// whether the bank exists. (Manual 5.1.3.1)
bool checkConstantBank(llvm::StringRef word, SourceRange range, unsigned &bank,
                       DiagnosticList &diagnostics, GateReport &gates);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_DECLARATIONCHECK_H
