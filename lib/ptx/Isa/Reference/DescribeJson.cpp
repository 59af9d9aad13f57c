// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions as JSON.

#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/FactsJson.h"
#include "ptx/Isa/Reference/OperandWords.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/Support/JSON.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

void ptx::writeStrings(json::OStream &out, StringRef key, const std::vector<StringRef> &texts) {
  out.attributeArray(key, [&] {
    for (StringRef text : texts)
      out.value(text);
  });
}

json::Value ptx::versionOrNull(PtxVersion version) {
  if (version == PtxVersion{})
    return nullptr;
  return version.str();
}

json::Value ptx::textOrNull(StringRef text) {
  if (text.empty())
    return nullptr;
  return text;
}

void ptx::writeTargets(json::OStream &out, PtxVersion since, TargetSetId targets) {
  out.attributeObject("targets", [&] {
    for (const TargetInfo &target : allTargets())
      if (std::optional<PtxVersion> version = minimumVersion(target.id, targets))
        out.attribute(target.name, std::max(*version, since).str());
  });
}

/// The bits of `OperandKind` as text.
static std::vector<StringRef> kindNames(uint32_t kinds) {
  static constexpr std::pair<uint32_t, llvm::StringLiteral> names[] = {
      {OperandKind::register_, "register"},
      {OperandKind::immediate, "immediate"},
      {OperandKind::predicate, "predicate"},
      {OperandKind::address, "address"},
      {OperandKind::symbol, "symbol"},
      {OperandKind::special, "special"},
      {OperandKind::function, "function"},
      {OperandKind::suffix, "suffix"},
      {OperandKind::sink, "sink"},
      {OperandKind::label, "label"},
      {OperandKind::branchtargets, "branchtargets"},
      {OperandKind::calltargets, "calltargets"},
      {OperandKind::callprototype, "callprototype"},
      {OperandKind::arguments, "arguments"},
      {OperandKind::metadata, "metadata"}};
  std::vector<StringRef> result;
  for (const auto &[kind, name] : names)
    if (kinds & kind)
      result.push_back(name);
  return result;
}

std::vector<StringRef> ptx::typeNames(TypeSet types) {
  std::vector<StringRef> result;
  for (const TypeInfo &type : allTypes())
    if (types & typeBit(type.id))
      result.push_back(type.name);
  return result;
}

static void writeOperand(json::OStream &out, const OpenForm &open, const OperandInfo &operand) {
  out.attribute("name", operand.name.text());
  writeStrings(out, "kinds", kindNames(operand.kinds));
  writeStrings(out, "types", typeNames(operandTypes(open, operand)));
  out.attribute("written", operand.written);
  out.attribute("optional", operand.optional);
  std::vector<std::string> texts = describeOperand(open, operand, true);
  writeStrings(out, "text", {texts.begin(), texts.end()});
}

/// A place with its possible words.
static void writeModifier(json::OStream &out, const OpenForm &open, size_t place) {
  const SlotInfo &slot = open.form->slots()[place];
  std::vector<StringRef> words;
  for (Modifier word : open.places[place])
    if (word != Modifier::none)
      words.push_back(info(word).name);
  if (words.empty())
    return;
  out.object([&] {
    out.attribute("name", slot.name.text());
    writeStrings(out, "words", words);
    out.attribute("optional", !open.isFilled(place));
    out.attribute("isType", slot.type);
  });
}

void ptx::writeForm(json::OStream &out, const DescribedForm &form,
                    llvm::function_ref<void(const OperandInfo &)> more) {
  const OpenForm &open = form.open;
  out.attribute("syntax", form.syntax);
  out.attributeArray("modifiers", [&] {
    for (size_t place = 0; place < open.places.size(); ++place)
      writeModifier(out, open, place);
  });
  out.attribute("minOperands", open.form->minOperands());
  out.attribute("maxOperands", open.form->maxOperands());
  out.attributeArray("operands", [&] {
    for (const OperandInfo &operand : open.form->operands())
      out.object([&] {
        writeOperand(out, open, operand);
        more(operand);
      });
  });
  out.attributeObject("targets", [&] {
    for (const TargetInfo &target : allTargets())
      if (std::optional<PtxVersion> version = firstVersion(open, target.id))
        out.attribute(target.name, version->str());
  });
}

static void writeRows(json::OStream &out, StringRef key, llvm::ArrayRef<DescriptionRow> rows) {
  out.attributeArray(key, [&] {
    for (const DescriptionRow &row : rows)
      out.object([&] {
        if (!row.label.empty())
          out.attribute("label", row.label);
        out.attribute("text", row.text);
        if (!row.forms.empty())
          out.attributeArray("forms", [&] {
            for (unsigned form : row.forms)
              out.value(form);
          });
      });
  });
}

void ptx::writeSummary(json::OStream &out, const InstructionInfo &instruction) {
  Availability first = firstAvailable(instruction);
  out.attribute("name", instruction.name);
  out.attribute("section", instruction.section);
  out.attribute("summary", instruction.summary);
  out.attribute("version", first.version.str());
  out.attribute("target", info(first.target).name);
}

static void writeInstruction(json::OStream &out, const InstructionDescription &description) {
  writeSummary(out, *description.instruction);
  out.attributeArray("forms", [&] {
    for (const DescribedForm &form : description.forms)
      out.object([&] { writeForm(out, form); });
  });
  writeRows(out, "modifiers", description.modifiers);
  writeRows(out, "operands", description.operands);
  writeRows(out, "registers", description.registers);
  writeRows(out, "rules", description.rules);
  writeRows(out, "needs", description.needs);
}

static void writeSummaries(json::OStream &out, llvm::ArrayRef<const InstructionInfo *> list) {
  for (const InstructionInfo *instruction : list)
    out.object([&] { writeSummary(out, *instruction); });
}

void ptx::printJson(llvm::raw_ostream &os, const Description &description) {
  json::OStream out(os);
  out.object([&] {
    out.attributeArray("instructions", [&] {
      for (const InstructionDescription &instruction : description.instructions)
        out.object([&] { writeInstruction(out, instruction); });
    });
    out.attributeArray("others", [&] { writeSummaries(out, description.others); });
  });
}

void ptx::printListJson(llvm::raw_ostream &os,
                        llvm::ArrayRef<const InstructionInfo *> instructions) {
  json::OStream out(os);
  out.array([&] { writeSummaries(out, instructions); });
}

void ptx::writeRegister(json::OStream &out, const SpecialRegisterInfo &reg) {
  out.attribute("name", reg.name);
  out.attribute("section", sectionOf(reg));
  out.attribute("summary", reg.summary);
  out.attribute("type", info(reg.type).name);
  if (reg.components > 1)
    out.attribute("components", reg.components);
  writeTargets(out, reg.since, reg.targets);
}

void ptx::printSpecialRegistersJson(llvm::raw_ostream &os) {
  json::OStream out(os);
  out.array([&] {
    for (const SpecialRegisterInfo &reg : allSpecialRegisters())
      out.object([&] { writeRegister(out, reg); });
  });
}
