// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Inline/Read/TemplateReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Reads `%%1`, the register `%1` and not an operand; it is rarely declared.
uint32_t CudaTemplate::readDoubleSign(uint32_t at) {
  uint32_t end = wordEnd(at + 2);
  StringRef name = bytes.slice(at + 1, end);
  bool canBeDeclared =
      llvm::any_of(registerDeclarations(bytes, Names::All), [&](SourceRange range) {
        return llvm::any_of(declaredStems(bytes.slice(range.begin, range.end - 1)),
                            [](StringRef stem) { return stem.ltrim('%').empty(); });
      });
  if (!canBeDeclared) {
    Diagnostic &d = diagnostics.emit(diag::UnknownName{.range = source(at, end), .name = name});
    d.note(source(at, end), "`%%` is a percent sign in the name of a register");
    if (statement.text.isEditable({at, end}))
      d.fix(source(at, at + 1), "", "name the operand: `" + name.str() + "`",
            Applicability::Unsafe);
  }
  hole(at, end);
  return end;
}

uint32_t CudaTemplate::readSign(uint32_t at) {
  char c = byte(at + 1);
  if (at + 1 == bytes.size() && statement.holes.empty()) {
    Diagnostic &d =
        diagnostics.emit(diag::MalformedAsm{.range = source(at, at + 1),
                                            .problem = "a `%` alone is the end of the template",
                                            .expected = "`%%`"});
    if (statement.text.isEditable({at, at + 1}))
      d.fix({source(at, at + 1).end, source(at, at + 1).end}, "%", "insert `%`");
  }
  switch (c) {
  case '%':
    if (llvm::isDigit(byte(at + 2)) && statement.hasOperands)
      return readDoubleSign(at);
    addSign(at);
    return at + 2;
  case '=':
    replace(at, at + 2, AsmSyntax::numberOfCopy);
    return at + 2;
  case '{':
  case '}':
  case '|':
    replace(at, at + 2, " ");
    return at + 2;
  case '[': {
    size_t end = std::min(bytes.find(']', at), bytes.size() - 1) + 1;
    diagnostics.emit(
        diag::SymbolicAsmOperand{.range = source(at, end), .name = bytes.slice(at, end)});
    hole(at, end);
    return end;
  }
  default:
    break;
  }
  if (llvm::isAlpha(c) && llvm::isDigit(byte(at + 2))) {
    uint32_t end = wordEnd(at + 2);
    StringRef name = bytes.slice(at, end);
    Diagnostic &d = diagnostics.emit(
        diag::AsmOperandModifier{.range = source(at, end),
                                 .reader = statement.syntax->reader,
                                 .name = name,
                                 .modifier = bytes.slice(at, at + 2),
                                 .expected = "`%%` before the name of a register"});
    if (statement.text.isEditable({at, end}))
      d.fix({source(at, at + 1).begin, source(at, at + 1).begin}, "%",
            "write `%" + name.str() + "`");
    hole(at, end);
    return end;
  }
  keep(at, at + 1);
  return at + 1;
}
