// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/OperandLints.h"
#include "ptx/Analysis/RegisterAccesses.h"
#include "ptx/Sema/InstructionText.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class OperandLints {
public:
  OperandLints(const Fragment &fragment, const Module &module, const SemaResult &checked,
               DiagnosticList &inside, DiagnosticList &outside)
      : fragment(fragment), unit(module.top()), checked(*checked.top), inside(inside),
        outside(outside) {}

  void run();

private:
  void readAccesses();
  void checkWrite(const Instruction &inst, const RegisterAccess &access, size_t declaration);
  void checkOutputs();
  void checkUses();
  void checkLeaks();

  const Fragment &fragment;
  const SyntaxUnit &unit;
  const CheckedUnit &checked;
  DiagnosticList &inside;
  DiagnosticList &outside;
  std::vector<bool> isWritten; // by declaration of the fragment
};

} // namespace

static bool isOutputLetter(const AsmOperand &operand, char letter) {
  return operand.constraint && StringRef(*operand.constraint).starts_with(StringRef(&letter, 1));
}

/// An input that is an output, too, is written there.
void OperandLints::checkWrite(const Instruction &inst, const RegisterAccess &access,
                              size_t declaration) {
  const Fragment::Declaration &declared = fragment.declared()[declaration];
  const AsmOperand &operand = declared.statement->operands[declared.index];
  isWritten[declaration] = true;
  if (operand.output || llvm::isDigit(operand.letters().front()))
    return;
  std::string mnemonic = mnemonicText(unit, inst);
  std::string spelled = fragment.spelled(declared);
  inside.emit(diag::WrittenInput{.range = unit.range(access.name),
                                 .mnemonic = mnemonic,
                                 .name = fragment.syntax().name(declared.index),
                                 .operand = spelled});
}

void OperandLints::readAccesses() {
  Registers registers(checked.scope);
  RegisterAccesses accesses(checked, registers);
  isWritten.resize(fragment.declared().size());
  for (auto [i, inst] : llvm::enumerate(unit.instructions()))
    for (const RegisterAccess &access : accesses[InstId{static_cast<uint32_t>(i)}]) {
      uint32_t place = registers.declaration(access.reg).range.begin;
      if (std::optional<size_t> declaration = fragment.declarationAt(place);
          declaration && access.writes())
        checkWrite(inst, access, *declaration);
    }
}

void OperandLints::checkOutputs() {
  for (auto [declared, written] : llvm::zip(fragment.declared(), isWritten)) {
    const AsmOperand &operand = declared.statement->operands[declared.index];
    // What an input shares the register with has a value before.
    if (!written && isOutputLetter(operand, '=') && !declared.statement->isTied(declared.index))
      outside
          .emit(diag::UnwrittenOutput{.range = operand.range,
                                      .name = fragment.syntax().name(declared.index),
                                      .operand = fragment.spelled(declared)})
          .function = declared.statement->function;
  }
}

/// The numbers of the operands that the template uses.
static llvm::BitVector usedOperands(const AsmStatement &statement) {
  StringRef text = statement.text.text();
  size_t count = statement.operands.size();
  char sign = statement.syntax->sign;
  llvm::BitVector numbers(static_cast<unsigned>(count));
  for (size_t at = text.find(sign); at != StringRef::npos; at = text.find(sign)) {
    text = text.drop_front(at + 1);
    text.consume_front("{");
    size_t number;
    if (!text.take_while(llvm::isDigit).getAsInteger(10, number) && number < count)
      numbers.set(number);
  }
  return numbers;
}

void OperandLints::checkUses() {
  for (const AsmStatement *statement : fragment.statements()) {
    llvm::BitVector used = usedOperands(*statement);
    for (auto [i, operand] : llvm::enumerate(statement->operands)) {
      // What is read and written is there to keep the compiler from knowing its value.
      StringRef letters = operand.letters();
      bool isInput = !operand.output && !letters.empty() && !llvm::isDigit(letters[0]);
      if (!used.test(i) && isInput) {
        auto index = static_cast<unsigned>(i);
        std::string spelled = fragment.spelled(*statement, index);
        outside
            .emit(diag::UnusedAsmOperand{
                .range = operand.range, .name = fragment.syntax().name(index), .operand = spelled})
            .function = statement->function;
      }
    }
  }
}

/// Declarations outside of braces, which a second copy of the statement repeats.
void OperandLints::checkLeaks() {
  if (fragment.statements().size() > 1 || fragment.statements().front()->text.text().contains("%="))
    return;
  auto report = [&](TokenId name) {
    if (!fragment.declarationAt(unit.range(name).begin))
      inside.emit(diag::LeakingDeclaration{.range = unit.range(name), .name = unit.text(name)});
  };
  for (uint32_t i = 0; i < unit.statements().size();) {
    const Stmt &stmt = unit.statements()[i++];
    if (stmt.kind == StmtKind::Block)
      i = unit[BlockId{stmt.index}].end.index;
    else if (stmt.kind == StmtKind::Label)
      report(TokenId{stmt.index});
    else if (stmt.kind == StmtKind::Variable)
      for (DeclaratorId declarator : unit[VarId{stmt.index}].declarators)
        report(unit[declarator].name);
  }
}

void OperandLints::run() {
  checkUses();
  checkLeaks();
  // An instruction with an error can write anything.
  if (llvm::is_contained(checked.signatures, nullptr))
    return;
  readAccesses();
  checkOutputs();
}

void ptx::lintOperands(const Fragment &fragment, const Module &module, const SemaResult &checked,
                       DiagnosticList &inside, DiagnosticList &outside) {
  OperandLints(fragment, module, checked, inside, outside).run();
}
