// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The database of instructions: forms, with their rules and gates, and how each gate is known.

#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Reference/Contradictions.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Evidence.h"
#include "ptx/Isa/Reference/FactsJson.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <vector>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

static json::Array names(llvm::ArrayRef<Modifier> words) {
  json::Array result;
  for (Modifier word : words)
    result.push_back(word == Modifier::none ? json::Value(nullptr) : json::Value(info(word).name));
  return result;
}

/// The condition of a form as JSON: the schema explains the keys. Places of modifiers and operands
/// are numbers from 0.
static json::Value conditionValue(uint16_t condition) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  const ConditionNode &node = nodes[condition];
  auto parts = [&] {
    json::Array result;
    for (unsigned part = condition + 1; part < condition + node.size; part += nodes[part].size)
      result.push_back(conditionValue(static_cast<uint16_t>(part)));
    return result;
  };
  switch (node.kind) {
  case ConditionKind::Always:
    return true;
  case ConditionKind::Never:
    return false;
  case ConditionKind::Word:
    return json::Object{{"modifier", node.place},
                        {"words", names(tables::slice(tables::words(), node.wordRange))}};
  case ConditionKind::Modifier:
    return json::Object{{"modifier", node.place}};
  case ConditionKind::Operand:
    return json::Object{{"operand", node.place}};
  case ConditionKind::PairedPredicate:
    return json::Object{{"operand", node.place}, {"is", "followed by a predicate"}};
  case ConditionKind::Register:
    return json::Object{{"operand", node.place}, {"is", "a register"}};
  case ConditionKind::Value:
    return json::Object{{"operand", node.place},
                        {"values", json::Array(tables::slice(tables::values(), node.wordRange))}};
  case ConditionKind::Release:
    return json::Object{{"ptxas", allReleases()[node.place].cuda}};
  case ConditionKind::All:
    return json::Object{{"all", parts()}};
  case ConditionKind::Any:
    return json::Object{{"any", parts()}};
  case ConditionKind::Not:
    return json::Object{{"not", conditionValue(condition + 1)}};
  }
  llvm_unreachable("a condition has a kind");
}

/// The name of a release, or null if it precedes or follows all existing ones.
static json::Value releaseOrNull(ReleaseNumber number) {
  if (number == 0 || number >= allReleases().size())
    return nullptr;
  return allReleases()[number].cuda;
}

/// "accepts 8.6 sm_100a; rejects 8.5 sm_100a": one object for each. A publication without a target
/// has no `target`.
static void writeVerdicts(json::OStream &out, StringRef text) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, "; ");
  llvm::erase_if(parts, [](StringRef part) { return part.count(' ') != 2; });
  writeObjects(out, "verdicts", parts, [](json::OStream &out, StringRef part) {
    auto [verb, place] = part.split(' ');
    auto [version, target] = place.split(' ');
    out.attribute("accepts", verb == "accepts");
    out.attribute("version", version);
    out.attribute("target", target);
  });
}

/// The place of a modifier, or null if there is none.
static json::Value placeOrNull(uint8_t place) {
  if (place == OperandInfo::noPlace || place == OperandInfo::noType)
    return nullptr;
  return place;
}

/// The numbers of registers of a vector, as bits; 0: no vector.
static json::Array lengthValues(unsigned bits) {
  json::Array result;
  for (unsigned length = 0; bits >> length; ++length)
    if (bits >> length & 1)
      result.push_back(length);
  return result;
}

/// The place of `.v2`, `.v4` or `.v8`, or null if the form has none.
static json::Value vectorPlace(const FormInfo &form) {
  for (auto [place, slot] : llvm::enumerate(form.slots()))
    if (llvm::is_contained({Modifier::v2, Modifier::v4, Modifier::v8}, slot.words().front()))
      return static_cast<int64_t>(place);
  return nullptr;
}

/// The types and lengths of an operand, or of one of its cases, whose members have the same names.
template <class Info>
static void writeShape(json::OStream &out, const OperandInfo &operand, const Info &of) {
  out.attribute("typeFrom", placeOrNull(of.typePlace));
  bool isFixed = of.typePlace == OperandInfo::noPlace;
  writeStrings(out, "types", typeNames(isFixed ? typeBit(of.type) : 0));
  writeStrings(out, "otherTypes", typeNames(of.otherTypes));
  out.attribute("twice", of.twice);
  out.attribute("wider", of.wider);
  out.attribute("integer", operand.plain || isFixed);
  bool hasRange = of.min <= of.max;
  out.attribute("least", hasRange ? json::Value(of.min) : json::Value(nullptr));
  out.attribute("greatest", hasRange && of.max != OperandInfo::unlimited ? json::Value(of.max)
                                                                         : json::Value(nullptr));
  out.attribute("step", operand.step);
}

/// What a program requires in order to check an operand: the schema explains the keys.
static void writeShapes(json::OStream &out, const FormInfo &form, const OperandInfo &operand) {
  out.attributeArray("shapes", [&] {
    for (const CaseInfo &each : operand.cases())
      out.object([&] {
        out.attribute("when", conditionValue(each.condition));
        writeShape(out, operand, each);
        bool follows = operand.followsVec && !each.elements && !each.lengths;
        out.attribute("lengthFrom", follows ? vectorPlace(form) : nullptr);
        out.attribute("lengths",
                      each.lengths ? lengthValues(each.lengths) : json::Array{each.elements});
      });
    if (!operand.cases().empty() &&
        tables::conditions()[operand.cases().back().condition].kind == ConditionKind::Always)
      return;
    out.object([&] {
      out.attribute("when", true);
      writeShape(out, operand, operand);
      out.attribute("lengthFrom", operand.followsVec ? vectorPlace(form) : nullptr);
      // Without `.vec`, a single register can be written with or without braces.
      out.attribute("lengths",
                    lengthValues(operand.followsVec ? 3 : std::max<unsigned>(operand.arity, 1)));
    });
  });
  out.attribute("together", operand.split);
  out.attribute("spaceFrom", placeOrNull(operand.spacePlace));
  std::vector<StringRef> spaces;
  for (Modifier space : operand.spaces())
    spaces.push_back(info(space).name);
  writeStrings(out, "spaces", spaces);
  out.attribute("generic", operand.generic);
  out.attribute("bracket", operand.bracket);
  static constexpr llvm::StringLiteral paired[] = {"none", "optional", "required"};
  out.attribute("predicate", paired[static_cast<unsigned>(operand.pairedPredicate)]);
  out.attribute("negatable", operand.negatable);
  out.attribute("signable", operand.signable);
}

namespace {

/// Writes the instructions; the rows of evidence are read once.
class InstructionWriter {
public:
  explicit InstructionWriter(json::OStream &out) : out(out), rows(allEvidence()) {}

  void write(const InstructionInfo &instruction) {
    writeSummary(out, instruction);
    out.attribute("deprecatedSince", versionOrNull(instruction.deprecatedSince));
    out.attribute("replacement", textOrNull(instruction.replacement));
    writeObjects(out, "forms", describe(instruction).forms,
                 [&](json::OStream &, const DescribedForm &form) { write(form); });
  }

private:
  void write(const DescribedForm &described) {
    const FormInfo &form = *described.open.form;
    writeForm(out, described, [&](const OperandInfo &operand) { writeShapes(out, form, operand); });
    out.attribute("inManual", !form.undocumented);
    out.attribute("ptxasSince", releaseOrNull(form.from));
    out.attribute("ptxasUntil", releaseOrNull(form.until));
    out.attributeArray("rules", [&] {
      for (const RuleInfo &rule : form.rules())
        if (truthOf(described.open, rule.condition) != Truth::False)
          out.object([&] { write(described, rule); });
    });
    out.attributeArray("checks", [&] {
      for (InstrPredicate check : form.checks())
        out.value(summary(check));
    });
    writeObjects(out, "gates", ledgerCells(form),
                 [&](json::OStream &, const GateInfo *gate) { write(form, gate); });
    writeObjects(out, "contradictions", disputesOf(form),
                 [&](json::OStream &, const DisputeInfo &dispute) {
                   writeCondition(form, dispute.condition);
                   out.attribute("contradiction", dispute.contradiction);
                 });
  }

  void write(const DescribedForm &described, const RuleInfo &rule) {
    out.attribute("text", describeRule(described.open, rule));
    out.attribute("when", conditionValue(rule.condition));
    out.attribute("needs", conditionValue(rule.implied));
    out.attribute("checkedByPtxas", !rule.ptxasIgnores);
    out.attribute("inManual", !rule.undocumented);
  }

  /// As text, and as a value that a program can evaluate.
  void writeCondition(const FormInfo &form, uint16_t condition) {
    out.attribute("condition", describeCondition(form, condition));
    out.attribute("when", conditionValue(condition));
  }

  /// `gate` can be null, as `ledgerCells` explains.
  void write(const FormInfo &form, const GateInfo *gate) {
    static constexpr GateInfo open{};
    const GateInfo &of = gate ? *gate : open;
    if (gate) {
      writeCondition(form, gate->condition);
    } else {
      out.attribute("condition", "");
      out.attribute("when", true);
    }
    out.attribute("requires", gate ? describeGateNeeds(of) : "any version and target");
    out.attribute("version", of.version.str());
    out.attribute("isRemoval", of.closes);
    out.attribute("checkedByPtxas", !of.ptxasIgnores);
    out.attribute("inManual", !of.undocumented);
    writeTargets(out, of.version, of.targets);
    out.attribute("source", manualPlace(form, gate));
    auto isAboutIt = [&](const EvidenceRow &row) { return isAbout(row, form, gate); };
    writeObjects(out, "evidence", llvm::make_filter_range(rows, isAboutIt),
                 [](json::OStream &out, const EvidenceRow &row) {
                   out.attribute("authority", row.authority);
                   writeVerdicts(out, row.verdict);
                   out.attribute("probe", row.probe);
                 });
  }

  json::OStream &out;
  std::vector<EvidenceRow> rows;
};

} // namespace

void ptx::writeInstructions(json::OStream &out) {
  InstructionWriter writer(out);
  writeObjects(out, "instructions", sortedInstructions(),
               [&](json::OStream &, const InstructionInfo *each) { writer.write(*each); });
}
