// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_BODYCHECKER_H
#define PTX_SEMA_INSTRUCTIONS_BODYCHECKER_H

#include "ptx/Sema/Debug/Metadata.h"
#include "ptx/Sema/Declarations/ConstantCheck.h"
#include "ptx/Sema/Declarations/DeclarationCheck.h"
#include "ptx/Sema/Findings.h"
#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Sema/Names/NameCache.h"
#include "ptx/Sema/Names/NameErrors.h"
#include "ptx/Sema/Operands/OperandMatcher.h"
#include "ptx/Sema/Sema.h"

#include "llvm/ADT/StringSet.h"

namespace ptx {

/// Immutable data shared by the checks of all bodies of a module.
struct ModuleContext {
  const Module &module;
  const SymbolTable &symbols;
  const Platform &platform;
  const std::optional<MetadataSection> &metadata;
  const SemaOptions &options;
};

/// Checks the statements of one body: binds the names in its instructions, selects the form of each
/// and compares the operands with it. (Manual 9)
class BodyChecker {
public:
  /// Fills `result`: declares names, binds operands, selects signatures.
  BodyChecker(const ModuleContext &context, CheckedUnit &result, MnemonicTable &mnemonics,
              Findings &findings);

  /// Declares the parameters of the body's function. Uses of the parameters in `broken` are not
  /// checked.
  void declareParametersOf(const FunctionHeader &header, const VariableSet &broken);

  /// Checks all statements.
  void run();

private:
  void enterBlock(uint32_t first, uint32_t end);
  void declare(const Variable &variable);
  void statement(const Stmt &stmt);
  void prototype(const Function &function);
  void targets(const Directive &directive);
  bool checkTarget(llvm::StringRef name, SourceRange range, const Directive &list);
  void instruction(const Instruction &inst);
  bool checkConstantBanks(const Instruction &inst);

  void bindOperands(const Instruction &inst);
  void bind(ExprId id);
  void checkConstant(ExprId id, ConstantUse use);
  NameCache::Register resolve(TokenId name);
  Binding resolve(llvm::StringRef name, SourceRange range);
  void checkOwnDirective(SpecialRegister reg, SourceRange range);
  void checkGuard(const Instruction &inst);
  bool isGlued(const Instruction &inst);

  void checkOperands(const Instruction &inst, Mnemonic &mnemonic);
  bool fits(llvm::ArrayRef<ExprId> operands, const Signature &signature) const;
  bool isTakenByPtxas(llvm::ArrayRef<ExprId> operands, const Signature &signature) const;
  void acceptedWith(const Instruction &inst, const SignatureSet &signatures,
                    const Signature &signature);
  bool reportSplitWord(const Instruction &inst, const MatchResult &match);
  bool reportUnaligned(const Instruction &inst, const Signature &signature);
  void reportAbsentForms(const Instruction &inst, const SignatureSet &signatures);
  bool passesGates(const Instruction &inst, const SignatureSet &signatures,
                   const Signature &signature);
  bool isPlaceholder(ExprId id) const;
  InstrView viewWithValues(const Signature &signature, llvm::ArrayRef<ExprId> operands) const;
  bool isCompiled() const;
  bool checkUses(const Instruction &inst, const Signature &signature);
  bool checkMark(const Instruction &inst, const Signature &signature);
  bool checkValues(const Instruction &inst, const InstrView &view, llvm::ArrayRef<ExprId> operands);
  llvm::SmallVector<FeatureGates, 1> waysToRead(const Instruction &inst,
                                                const SignatureSet &signatures,
                                                const Signature &chosen) const;

  const ModuleContext &context;
  const SyntaxUnit &unit;
  /// From the body's function; null for statements without a function.
  const FunctionHeader *header = nullptr;
  BodyScope &scope;
  OperandMatcher matcher;
  MnemonicTable &mnemonics;
  GateReport &gates;
  DiagnosticList &diagnostics;
  CheckedUnit::Signatures &selected;
  UnknownNames unknownNames;
  NameCache names{scope};
  /// The registers for those expressions of the unit that are only a register name.
  std::vector<RegisterType> registers;
  /// Names that do not appear in the source: `L3` of `L<4>`.
  llvm::StringSet<> spelledNames;
  /// Special registers that were reported because they require a directive.
  llvm::SmallVector<SpecialRegister, 2> withoutDirective;
  /// The number of lookups of such names.
  uint32_t lookedUpTargets = 0;
  /// Whether the names in the current instruction can be used as they are.
  bool namesFit = true;
  /// Whether the instruction is from another language, or a directive written without its dot.
  bool inForeignStatement = false;
  /// Whether an address in the instruction has a qualifier.
  bool isQualified = false;
  llvm::SmallVector<uint32_t, 8> blockEnds;
  DeclarationPlace place = DeclarationPlace::EntryBody;
};

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_BODYCHECKER_H
