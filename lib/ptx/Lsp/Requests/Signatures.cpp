// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Signatures.h"

#include "ptx/Lsp/Documents/StatementAtCursor.h"
#include "ptx/Sema/Instructions/InstructionText.h"

using namespace ptx;
using namespace ptx::lsp;

static llvm::lsp::SignatureInformation informationOf(const InstrView &view) {
  llvm::lsp::SignatureInformation result;
  result.label = manualMnemonic(view);
  result.documentation = view.form->instruction().summary.str();
  for (const OperandSyntax &operand : operandSyntax(*view.form)) {
    result.label += result.parameters.empty() ? " " : ", ";
    auto begin = static_cast<unsigned>(result.label.size());
    result.label += operand.optional ? "{" + operand.text.str() + "}" : operand.text.str();
    llvm::lsp::ParameterInformation parameter;
    parameter.labelString = result.label.substr(begin);
    parameter.labelOffsets = {begin, static_cast<unsigned>(result.label.size())};
    result.parameters.push_back(std::move(parameter));
  }
  return result;
}

SignatureHelp lsp::signatureHelp(const Document &document, Position position) {
  SignatureHelp help;
  uint32_t offset = document.positions().offset(position);
  const PtxPiece *code = document.analysis()->codeAt(offset);
  if (!code)
    return help;
  StatementAtCursor typed = statementAtCursor(*code, *code->placeOf(offset));
  if (typed.part != StatementAtCursor::Part::Operand || !typed.opcode)
    return help;
  for (const FormCandidate &candidate :
       matchForms(*typed.opcode, typed.modifiers, false).candidates) {
    // The active signature is the first form with enough operands.
    help.signatures.push_back(informationOf(candidate.view));
    int count = static_cast<int>(help.signatures[help.activeSignature].parameters.size());
    if (count <= static_cast<int>(typed.operand))
      help.activeSignature = static_cast<int>(help.signatures.size()) - 1;
  }
  help.activeParameter = static_cast<int>(typed.operand);
  return help;
}
