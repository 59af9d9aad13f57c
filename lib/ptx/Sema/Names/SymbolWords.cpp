// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;

/// The dimensions of an array: `[2][3]`, `[]`.
static std::string dimensionsText(const Symbol &symbol) {
  std::string text;
  if (!symbol.unit || !symbol.declarator)
    return text;
  const SyntaxUnit &unit = *symbol.unit;
  for (ExprId id : unit.list(unit[symbol.declarator].dimensions)) {
    text += '[';
    if (id)
      text += unit.source(id);
    text += ']';
  }
  return text;
}

std::string ptx::typeText(const Symbol &symbol) {
  if (!symbol.type)
    return "?";
  std::string text = ("." + info(*symbol.type).name).str();
  if (symbol.vectorLength > 1)
    text = (".v" + llvm::Twine(unsigned{symbol.vectorLength}) + " " + text).str();
  return text + dimensionsText(symbol);
}

std::string ptx::declaredText(const Symbol &symbol) {
  std::string text = typeText(symbol);
  return symbol.isMemory() ? (info(symbol.space).word + " " + text).str() : text;
}

StringRef ptx::kindText(const Symbol &symbol) {
  switch (symbol.kind) {
  case SymbolKind::Variable:
    return symbol.isRegister()                       ? "a register"
           : symbol.parameter != ParameterKind::None ? "a parameter"
                                                     : "a variable";
  case SymbolKind::Function:
    return "a function";
  case SymbolKind::Entry:
    return "an entry";
  case SymbolKind::Label:
    return "a label";
  case SymbolKind::MetadataLabel:
    return "the label of `.metadata_label`";
  case SymbolKind::CallPrototype:
    return "the label of `.callprototype`";
  case SymbolKind::CallTargets:
    return "the label of `.calltargets`";
  case SymbolKind::BranchTargets:
    return "the label of `.branchtargets`";
  }
  return {};
}

void ptx::noteDeclared(const Symbol &symbol, StringRef name, Diagnostic &d) {
  if (symbol.kind == SymbolKind::Variable) {
    if (symbol.type)
      d.note(symbol.declaration,
             ("`" + name + "` declared `" + declaredText(symbol) + "` here").str());
    return;
  }
  d.note(symbol.range, ("`" + name + "` is " + kindText(symbol) + ", declared here").str());
}
