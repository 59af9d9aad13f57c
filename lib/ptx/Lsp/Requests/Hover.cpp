// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Hover.h"

#include "ptx/Analysis/Tensor/TensorProducts.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Layout/Descriptor.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

static std::string block(const llvm::Twine &code) { return ("```ptx\n" + code + "\n```\n").str(); }
static std::string section(StringRef number) { return ("\n*PTX ISA " + number + "*\n").str(); }

//===-- Instructions --------------------------------------------------------------------------===//

/// An operand of an instruction: its name in the syntax line, and its actual properties.
static std::string operandText(const InstrView &view, const ExpectedOperand &operand) {
  std::string text = ("- `" + operand.info->name.text() + "`: ").str();
  text += operand.info->written ? "written" : "read";
  if (operand.info->isMemoryAddress())
    text += operand.info->stores ? ", an address that is stored to" : ", an address";
  else if (auto type = operandType(view, *operand.info))
    text += (", `." + info(*type).name + "`").str();
  return text + "\n";
}

static std::string signatureText(const Signature &signature) {
  const InstrView &view = signature.view;
  const InstructionInfo &instruction = view.form->instruction();
  std::string text = block(syntaxLine(view)) + instruction.summary.str() + "\n\n";
  for (auto [i, operand] : llvm::enumerate(signature.operands))
    if (view.operands >> i & 1)
      text += operandText(view, operand);
  for (const GateInfo *gate : gatesOf(view))
    if (!gate->undocumented)
      text += "\nNeeds " + describeGateNeeds(*gate) + " (`" + featureText(view, *gate) + "`)\n";
  return text + section(instruction.section);
}

/// The possible forms of an instruction with an error: the forms that match its modifiers, or all.
static std::string openText(const SyntaxUnit &unit, const Instruction &inst) {
  for (const std::string &words : {mnemonicText(unit, inst), unit.text(inst.opcode).str()}) {
    llvm::Expected<Description> description = describe(words);
    if (!description) {
      llvm::consumeError(description.takeError());
      continue;
    }
    std::string text;
    for (const InstructionDescription &each : description->instructions) {
      std::string forms;
      for (const DescribedForm &form : each.forms)
        forms += (forms.empty() ? "" : "\n") + form.syntax;
      text += block(forms) + each.instruction->summary.str() + "\n" +
              section(each.instruction->section);
    }
    if (!text.empty())
      return text;
  }
  return "";
}

//===-- Names ---------------------------------------------------------------------------------===//

static std::string specialText(SpecialRegister reg) {
  const SpecialRegisterInfo &special = info(reg);
  std::string type = (special.components > 1 ? ".v4 ." : ".") + info(special.type).name.str();
  std::string text = block(".sreg " + type + " " + special.name) + "special register";
  if (special.changes)
    text += ", which gives another value each time that it is read";
  text += "\n\nPTX " + special.since.str();
  if (special.targets != TargetSetId::AllTargets)
    text += " and " + describeTargets(special.targets);
  return text + "\n";
}

/// The header of a function, without its body and on one line.
static std::string headerText(const SyntaxUnit &top, const Function &function) {
  uint32_t end = function.hasBody() ? top.range(function.open).begin : top.range(function.last).end;
  SourceRange range = {top.range(function.first).begin, end};
  std::string text;
  for (StringRef rest = top.tokens().buffer().slice(range.begin, range.end).trim();
       !rest.empty();) {
    StringRef word = rest.take_until([](char c) { return llvm::isSpace(c); });
    text += (text.empty() ? "" : " ") + word.str();
    rest = rest.drop_front(word.size()).ltrim();
  }
  return text;
}

static std::string declarationText(const Symbol &symbol, const CheckedSource &module) {
  if (symbol.isFunction()) {
    const SyntaxUnit &top = module.module->top();
    return block(headerText(top, top.functions()[symbol.function.index]));
  }
  std::string name = symbol.name.str();
  if (symbol.numbered)
    name += "<" + std::to_string(symbol.count) + ">";
  if (symbol.kind != SymbolKind::Variable)
    return block(name + ":") + kindText(symbol).str() + "\n";
  std::string text =
      block((symbol.isRegister() ? ".reg " : "") + declaredText(symbol) + " " + name) +
      kindText(symbol).str();
  if (symbol.isMemory() && symbol.bytes)
    text += ", " + std::to_string(symbol.bytes) + " bytes, aligned to " +
            std::to_string(symbol.alignment);
  return text + "\n";
}

/// The numbers of writes and reads of the name, and the locations of the writes if there are few.
static std::string usesText(const Document &document, const PtxPiece &code, const NameId &name) {
  constexpr size_t most = 3;
  size_t written = 0, read = 0;
  std::string lines;
  for (const Occurrence *o : code.index().of(name)) {
    if (o->isDeclaration)
      continue;
    ++(o->isWritten ? written : read);
    if (o->isWritten && written <= most)
      lines += (lines.empty() ? " (line " : ", ") +
               std::to_string(document.rangeOf(code.sourceOf(o->range)).start.line + 1);
  }
  const Symbol *symbol = code.index().symbol(name);
  if (!symbol || !symbol->isRegister())
    return "\nuses: " + std::to_string(read) + "\n";
  if (!lines.empty())
    lines += written > most ? ", ...)" : ")";
  return "\nwrites: " + std::to_string(written) + lines + ", reads: " + std::to_string(read) + "\n";
}

/// The fields of `value` if the operand of the instruction describes a matrix in shared memory.
/// (Manual 9.7.15.5.1.2.2, 9.7.16.4.1)
static std::string descriptorText(const TreePlace &place, ExprId operand, uint64_t value) {
  const Signature &signature = *place.checked->signatures[place.instruction->index];
  if (!signature.view.form->has(Trait::HasMatrixDescriptor))
    return "";
  if (!llvm::is_contained(matrixDescriptors(*place.checked, *place.instruction), operand))
    return "";
  bool isWgmma = asyncOp(signature.view) == AsyncOp::WgmmaMma;
  std::string text = "\n| bits | field | |\n|---|---|---|\n";
  for (const ExplainedField &field : explainMatrixDescriptor(
           isWgmma ? MatrixUnit::Wgmma : MatrixUnit::Tcgen05, value, std::nullopt))
    text +=
        ("| " + llvm::Twine(unsigned(field.bits.low)) + " to " + llvm::Twine(field.bits.high()) +
         " | " + field.bits.name + " | " + field.meaning + " |\n")
            .str();
  return text;
}

/// The value of the register at `place`, if the instruction reads it and its value is known.
static std::string valueText(const TreePlace &place, uint32_t offset) {
  if (!place.checked || !place.instruction || !place.checked->signatures[place.instruction->index])
    return "";
  std::optional<OperandPlace> operand = operandAt(*place.unit, *place.instruction, offset);
  if (!operand || (*place.unit)[operand->expression].kind != ExprKind::Name)
    return "";
  Registers registers(place.checked->scope);
  RegisterAccesses accesses(*place.checked, registers);
  ControlFlow flow(*place.checked);
  ValueAnalysis values(*place.checked, registers, accesses, flow);
  KnownValue value = values.operand(*place.instruction, operand->expression);
  if (!value.width() || value.width() > 64 || !value.isConstant() || value.isNever())
    return "";
  return "\nvalue: " + std::to_string(value.constant()) + " (0x" +
         llvm::utohexstr(value.constant(), /*LowerCase=*/true) + ")\n" +
         descriptorText(place, operand->expression, value.constant());
}

/// The operand of an `asm` statement, as in the source.
static std::string operandText(const Fragment &fragment, const Fragment::OperandPlace &operand) {
  const AsmSyntax &syntax = *operand.statement->syntax;
  std::string name = syntax.name(operand.index);
  std::string text = "```cpp\n" + fragment.spelled(*operand.statement, operand.index) +
                     "\n```\noperand `" + name + "`, ";
  for (const Fragment::Declaration &declared : fragment.declared())
    if (declared.statement == operand.statement && declared.index == operand.index)
      return text + Fragment::widthInWords(declared) + "\n";
  const std::optional<std::string> &value = operand.statement->operands[operand.index].value;
  return text + (value ? "the constant " + *value : "not in a register") + "\n";
}

static std::string nameText(const Document &document, const PtxPiece &code, const Occurrence &o,
                            const TreePlace &place, uint32_t offset) {
  if (o.name.symbol.isSpecial())
    return specialText(o.name.symbol.specialRegister());
  const Symbol &symbol = *code.index().symbol(o.name);
  std::optional<Fragment::OperandPlace> operand = code.operandAt(o.range);
  std::string text =
      operand ? operandText(*code.fragment(), *operand) : declarationText(symbol, code.module());
  text += usesText(document, code, o.name);
  if (symbol.isRegister() && !o.isWritten && !o.isDeclaration)
    text += valueText(place, offset);
  return text;
}

//===-- Words ---------------------------------------------------------------------------------===//

static std::string wordText(StringRef word) {
  for (const StateSpaceInfo &space : allStateSpaces())
    if (space.word == word)
      return block(word) + "state space: " + space.summary.str() + "\n" + section(space.section);
  for (const DirectiveInfo &directive : allDirectives())
    if (directive.word == word) {
      const FeatureInfo &feature = info(directive.feature);
      std::string needs = "\nPTX " + feature.since.str();
      if (feature.targets != TargetSetId::AllTargets)
        needs += " and " + describeTargets(feature.targets);
      return block(word) + directive.summary.str() + "\n" + needs + "\n" +
             section(directive.section);
    }
  return "";
}

std::optional<Hover> lsp::hover(const Document &document, Position position) {
  uint32_t cursor = document.positions().offset(position);
  const PtxPiece *code = document.analysis()->codeAt(cursor);
  if (!code)
    return std::nullopt;
  uint32_t offset = *code->placeOf(cursor);
  TreePlace place = placeAt(code->units(), offset);
  if (!place.token)
    return std::nullopt;
  SourceRange range = place.unit->range(*place.token);
  std::string text;
  if (const Occurrence *o = code->index().at(offset);
      o && o->range.begin <= range.begin && range.begin < o->range.end) {
    range = o->range;
    text = nameText(document, *code, *o, place, offset);
  } else if (std::optional<Fragment::OperandPlace> operand = code->operandAt(range)) {
    text = operandText(*code->fragment(), *operand);
  } else if (place.instruction) {
    const Instruction &inst = (*place.unit)[*place.instruction];
    if (place.token->index < inst.opcode.index ||
        place.token->index > inst.opcode.index + inst.modifierCount)
      return std::nullopt;
    range = mnemonicRange(*place.unit, inst);
    const Signature *signature =
        place.checked ? place.checked->signatures[place.instruction->index] : nullptr;
    text = signature ? signatureText(*signature) : openText(*place.unit, inst);
  } else {
    text = wordText(place.unit->text(*place.token));
  }
  if (text.empty())
    return std::nullopt;
  Hover result(document.rangeOf(code->sourceOf(range)));
  result.contents.value = std::move(text);
  return result;
}
