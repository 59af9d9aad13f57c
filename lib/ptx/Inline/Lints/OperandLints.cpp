// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Lints/StatementLints.h"
#include "ptx/Inline/Read/AsmReader.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

llvm::BitVector ptx::usedOperands(const AsmStatement &statement) {
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

void ptx::lintUses(StatementLintContext &context) {
  for (const AsmStatement *statement : context.fragment.statements()) {
    llvm::BitVector used = usedOperands(*statement);
    for (auto [i, operand] : llvm::enumerate(statement->operands)) {
      // An unused read-write operand is intentional: it hides the value from the compiler.
      StringRef letters = operand.letters(*statement->syntax);
      bool isInput = !operand.output && !letters.empty() && !llvm::isDigit(letters[0]);
      if (!used.test(i) && !operand.isUsedElsewhere && isInput) {
        auto index = static_cast<unsigned>(i);
        std::string spelled = context.fragment.spelled(*statement, index);
        context.outside
            .emit(diag::UnusedAsmOperand{.range = operand.range,
                                         .name = context.fragment.syntax().name(index),
                                         .operand = spelled})
            .function = statement->function;
      }
    }
  }
}

/// An input that is also an output is written there.
static void checkWrite(StatementLintContext &context, const Instruction &inst,
                       const RegisterAccess &access, const Fragment::Declaration &declared) {
  const AsmOperand &operand = declared.operand();
  if (operand.output || llvm::isDigit(operand.letters(context.fragment.syntax()).front()))
    return;
  std::string mnemonic = mnemonicText(context.unit, inst);
  std::string spelled = context.fragment.spelled(declared);
  context.inside.emit(diag::WrittenInput{.range = context.unit.range(access.name),
                                         .mnemonic = mnemonic,
                                         .name = context.fragment.syntax().name(declared.index),
                                         .operand = spelled});
}

void ptx::lintWrites(StatementLintContext &context, const OperandRegisters &operands) {
  llvm::ArrayRef<Fragment::Declaration> declared = context.fragment.declared();
  llvm::BitVector written(declared.size());
  for (auto [i, inst] : llvm::enumerate(context.unit.instructions()))
    for (const RegisterAccess &access : operands.accesses()[InstId{static_cast<uint32_t>(i)}])
      if (uint32_t declaration = operands.declaration(access.reg);
          access.writes() && declaration != OperandRegisters::none) {
        written.set(declaration);
        checkWrite(context, inst, access, declared[declaration]);
      }
  for (auto [i, declaration] : llvm::enumerate(declared)) {
    if (!written.test(i) && declaration.isPlainOutput && !declaration.statement->hasUnusedResult) {
      std::string spelled = context.fragment.spelled(declaration);
      context.outside
          .emit(diag::UnwrittenOutput{.range = declaration.operand().range,
                                      .name = context.fragment.syntax().name(declaration.index),
                                      .operand = spelled})
          .function = declaration.statement->function;
    }
  }
}
