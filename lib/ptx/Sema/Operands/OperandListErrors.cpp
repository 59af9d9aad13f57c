// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/OperandListErrors.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Operands/OperandPhrases.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

static std::string operandCount(size_t count) {
  return count == 0   ? "no operands"
         : count == 1 ? "1 operand"
                      : std::to_string(count) + " operands";
}

/// A description of the possible numbers of operands.
static std::string expectedCounts(const Mnemonic &mnemonic) {
  uint64_t counts = 0;
  for (const FormCandidate &candidate : mnemonic.match().candidates)
    for (unsigned n = candidate.view.form->minOperands();
         n <= candidate.view.form->maxOperands() && n < 64; ++n)
      counts |= uint64_t(1) << n;
  std::vector<std::string> items;
  for (unsigned n = 0; n < 64; ++n)
    if (counts >> n & 1)
      items.push_back(std::to_string(n));
  return items.size() == 1 && items[0] == "0" ? "none" : listText(items);
}

bool ptx::reportQualifier(const SyntaxUnit &unit, const Instruction &inst, const Mnemonic &mnemonic,
                          DiagnosticList &diagnostics) {
  bool isTaken = mnemonic.takesQualifier();
  for (ExprId id : unit.list(inst.operands())) {
    if (unit[id].kind != ExprKind::Qualified)
      continue;
    StringRef word = unit.text(unit[id].token);
    if (isTaken && word == ".unified")
      continue;
    diagnostics.emit(diag::ModifierNotAllowed{
        .range = unit.range(unit[id].token),
        .opcode = mnemonicText(unit, inst),
        .modifier = word,
        .context = isTaken ? " after an address; expected `.unified`" : " after an address"});
    return true;
  }
  return false;
}

void ptx::reportOperandCount(const SyntaxUnit &unit, const Instruction &inst,
                             const Mnemonic &mnemonic, DiagnosticList &diagnostics) {
  SourceRange range = mnemonicRange(unit, inst);
  std::string text = mnemonicText(unit, inst);
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  // The range of the extra operands, or else the instruction.
  unsigned most = 0;
  for (const FormCandidate &candidate : mnemonic.match().candidates)
    most = std::max(most, candidate.view.form->maxOperands());
  if (operands.size() > most)
    range = {unit.range(operands[most]).begin, unit.range(operands.back()).end};
  Diagnostic &d = diagnostics.emit(diag::OperandCount{.range = range,
                                                      .mnemonic = text,
                                                      .observed = operandCount(operands.size()),
                                                      .expected = expectedCounts(mnemonic)});
  noteSyntax(unit, inst, mnemonic.match().candidates.front().view, d);
}

void ptx::reportMissingOperands(const SyntaxUnit &unit, const Instruction &inst,
                                const FormChoice &choice, DiagnosticList &diagnostics) {
  const Signature &signature = *choice.signature;
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  // Before the operand at its position, or after the last one.
  uint32_t where =
      choice.operand < operands.size()
          ? unit.range(operands[choice.operand]).begin
          : (operands.empty() ? mnemonicRange(unit, inst) : unit.range(operands.back())).end;
  std::vector<std::string> names;
  llvm::SmallVector<unsigned, 4> numbers;
  for (unsigned i = choice.operand; i != choice.operand + choice.count; ++i) {
    const OperandInfo &operand = *signature.operands[signature.places[i].first].info;
    bool inBrackets = operand.bracket || operand.kinds & OperandKind::address;
    names.push_back(
        quoted(inBrackets ? ("[" + operand.name.text() + "]").str() : operand.name.str()));
    numbers.push_back(i);
  }
  Diagnostic &d = diagnostics.emit(diag::MissingOperand{.range = {where, where},
                                                        .operands = operandNumbers(numbers),
                                                        .mnemonic = mnemonicText(unit, inst),
                                                        .names = listText(names, "and"),
                                                        .are = choice.count == 1 ? "is" : "are",
                                                        .expected = syntaxLine(signature.view)});
  const OperandInfo &first = *signature.operands[signature.places[choice.operand].first].info;
  if (first.kinds & OperandKind::sink)
    d.note({where, where}, "`_` in its place drops the result");
  if (first.kinds & OperandKind::sink && choice.count == 1 && choice.operand < operands.size())
    d.fix({where, where}, "_, ", "insert `_`",
          Applicability::Unsafe); // the missing operand may be a register
}

/// The mnemonic of another instruction that accepts the modifiers and operands of `inst`, with the
/// first operand as its result; empty if there is none.
static std::string mnemonicWithResult(const BodyScope &scope, const Instruction &inst,
                                      const Mnemonic &mnemonic) {
  for (const OpcodeInfo &opcode : allOpcodes()) {
    Mnemonic other = mnemonic.with(writtenWords(scope.unit, inst), findOpcode(opcode.name));
    if (other.match().matched() && operandMisfit(scope, inst, other) == 0)
      return manualMnemonic(other.match().candidates.front().view);
  }
  return "";
}

void ptx::reportExtraOperand(const BodyScope &scope, const Instruction &inst,
                             const Mnemonic &mnemonic, const FormChoice &choice,
                             DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  const Signature &signature = *choice.signature;
  ExprId extra = unit.list(inst.operands())[choice.operand];
  const Symbol *symbol = scope.symbol(scope.binding(extra));
  bool isFirst = choice.operand == 0 && symbol && symbol->isRegister();
  bool returns =
      llvm::any_of(signature.operands, [](const ExpectedOperand &o) { return o.info->written; });
  std::string reason = "is one too many";
  if (isFirst && symbol->type == TypeId::pred && inst.guard == GuardKind::None)
    reason = "is a condition; it is written before the instruction, as `@" +
             unit.source(extra).str() + "`";
  else if (isFirst && !returns)
    if (std::string other = mnemonicWithResult(scope, inst, mnemonic); !other.empty())
      reason = "is a destination, which only " + quoted(other) + " has";
  diagnostics.emit(diag::ExtraOperand{.range = unit.range(extra),
                                      .index = choice.operand + 1,
                                      .mnemonic = mnemonicText(unit, inst),
                                      .reason = reason,
                                      .expected = syntaxLine(signature.view)});
}

/// Whether the instruction has two different adjacent types. Then the types may be in the wrong
/// order instead of the operands.
static bool hasTwoTypes(const SyntaxUnit &unit, const Instruction &inst) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  for (size_t i = 1; i < words.size(); ++i)
    if (info(words[i - 1]).isType && info(words[i]).isType && words[i - 1] != words[i])
      return true;
  return false;
}

void ptx::reportOperandOrder(const BodyScope &scope, const Instruction &inst,
                             const FormChoice &choice, DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  llvm::SmallVector<ExprId, 8> list(operands);
  moveOperand(list, choice.operand, choice.place);
  std::string text;
  for (ExprId id : list)
    text += (text.empty() ? "" : ", ") + unit.source(id).str();
  SourceRange range = {unit.range(operands.front()).begin, unit.range(operands.back()).end};
  std::string mnemonic = mnemonicText(unit, inst);
  Diagnostic &d = diagnostics.emit(
      diag::OperandOrder{.range = range, .mnemonic = mnemonic, .expected = mnemonic + " " + text});
  if (!choice.ambiguous) {
    bool isSafe = !hasTwoTypes(unit, inst) && choice.passesOthers;
    d.fix(range, text, "put the operands in order",
          isSafe ? Applicability::Safe : Applicability::Unsafe);
  }
  noteSyntax(unit, inst, choice.signature->view, d);
}

/// Reports operands that are the elements of vectors, with the missing braces.
void ptx::reportBraces(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                       DiagnosticList &diagnostics) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  std::vector<std::string> numbers, vectors;
  for (auto [first, count] : choice.groups) {
    numbers.push_back(std::to_string(first + 1) +
                      (count == 2 && choice.groups.size() == 1 ? " and " : " to ") +
                      std::to_string(first + count));
    std::string list;
    for (ExprId id : operands.slice(first, count))
      list += (list.empty() ? "" : ", ") + unit.source(id).str();
    vectors.push_back("{" + list + "}");
  }
  FormChoice::Group last = choice.groups.back();
  SourceRange range = {unit.range(operands[choice.groups.front().first]).begin,
                       unit.range(operands[last.first + last.count - 1]).end};
  std::vector<std::string> shown;
  for (const std::string &vector : vectors)
    shown.push_back(quoted(vector));
  bool isOne = vectors.size() == 1;
  Diagnostic &d =
      diagnostics.emit(diag::UnbracedVector{.range = range,
                                            .operands = "operands " + listText(numbers, "and"),
                                            .mnemonic = mnemonicText(unit, inst),
                                            .what = isOne ? "a vector" : "vectors",
                                            .expected = listText(shown, "and")});
  if (isOne)
    d.fix(range, vectors.front(), "put them in braces");
  noteSyntax(unit, inst, choice.signature->view, d);
}

/// Reports a vector that belongs in the brackets before it.
void ptx::reportBrackets(const SyntaxUnit &unit, const Instruction &inst, const FormChoice &choice,
                         DiagnosticList &diagnostics) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  ExprId vector = operands[choice.operand], address = operands[choice.operand - 1];
  bool hasBrackets = unit[address].kind == ExprKind::Address;
  std::string before =
      hasBrackets ? unit.source(address).drop_back().str() : "[" + unit.source(address).str();
  std::string whole = before + ", " + unit.source(vector).str() + "]";
  diagnostics
      .emit(diag::ExtraOperand{.range = unit.range(vector),
                               .index = choice.operand + 1,
                               .mnemonic = mnemonicText(unit, inst),
                               .reason = (hasBrackets ? "belongs in the brackets of operand "
                                                      : "belongs in brackets with operand ") +
                                         std::to_string(choice.operand),
                               .expected = syntaxLine(choice.signature->view)})
      .fix({unit.range(address).begin, unit.range(vector).end}, whole,
           "replace by " + quoted(whole));
}
