// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/NewerVersion.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagArguments.h"
#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Sema/Instructions/Suggestions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

using namespace ptx;

/// Whether `text` is a dotted word that is not a modifier, type, directive or state space.
static bool isUnknownWord(llvm::StringRef text) {
  if (!text.consume_front(".") || text.empty() ||
      !llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == ':'; }))
    return false;
  return findModifier(text) == Modifier::none && !isDirective(text) &&
         llvm::none_of(allStateSpaces(), [&](const StateSpaceInfo &space) {
           return space.word.drop_front() == text;
         });
}

/// Whether a new instruction, word, operand, register or target could make `d` obsolete.
static bool dependsOnVersion(const Diagnostic &d, llvm::StringRef source) {
  if (d.id == diag::UnknownTarget::id || d.id == diag::UnknownLanguage::id ||
      isUnknownWord(source.slice(d.range.begin, d.range.end)))
    return true;
  // Special registers have the same spelling as the registers of compilers.
  if (d.id == diag::UnknownName::id)
    return llvm::StringRef(d.argument(diag::UnknownNameArgument::name)).starts_with("%");
  // Codes 30xx: instructions, modifiers, operands.
  return info(d.id).code / 100 == 30 && d.id != diag::GuardType::id;
}

/// The message of `d` without the known names of similar spelling: a new name is not one of them.
static std::string withoutGuess(const Diagnostic &d) {
  if (d.id != diag::UnknownTarget::id)
    return d.message;
  return diag::UnknownTarget{
      .range = d.range, .name = d.argument(diag::UnknownTargetArgument::name), .hint = ""}
      .message();
}

void ptx::allowForNewer(PtxVersion declared, llvm::StringRef source, DiagnosticList &diagnostics) {
  for (const auto &[i, d] : llvm::enumerate(std::as_const(diagnostics).items()))
    if (info(d.id).severity == Severity::Error && dependsOnVersion(d, source))
      diagnostics.restate(i, diag::UnknownInNewer{.range = d.range,
                                                  .finding = withoutGuess(d),
                                                  .version = declared.str()});
}
