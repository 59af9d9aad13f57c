// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated C++ of the instruction set. lib/ptx/Isa/Tables.h declares what the tables are made
// of.

#include "Backends.h"
#include "DiagnosticRecords.h"
#include "IsaRecords.h"
#include "RecordText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

#include <cstdint>
#include <map>
#include <set>

using namespace llvm;

namespace ptx {

template <class Range, class Name>
static void emitEnum(raw_ostream &os, StringRef declaration, const Range &range, Name name) {
  os << "enum class " << declaration << " {\n";
  for (const auto &item : range)
    os << "  " << name(item) << ",\n";
  os << "};\n\n";
}

static std::vector<StringRef> opcodes(const IsaRecords &isa) {
  std::vector<StringRef> result;
  for (const FormRecord &form : isa.forms)
    if (result.empty() || result.back() != form.opcode)
      result.push_back(form.opcode);
  return result;
}

/// The record of a form, and its index there.
static std::string formName(const FormRecord &form) {
  return recordName(form.instruction) + "_" + std::to_string(form.number);
}

/// The names of all operands, in alphabetical order. Reports two names with the same C++
/// identifier.
static std::vector<std::string> operandNames(const IsaRecords &isa) {
  std::map<std::string, std::pair<StringRef, const Record *>> names; // by enumerator
  for (const FormRecord &form : isa.forms)
    for (const OperandUse &operand : form.operands) {
      auto [known, isNew] =
          names.try_emplace(enumerator(operand.name), operand.name, form.instruction);
      if (!isNew && known->second.first != operand.name)
        report(*form.instruction, "operand `" + operand.name + "` is called `" +
                                      known->second.first + "` by `" +
                                      known->second.second->getName() + "`");
    }
  std::vector<std::string> result;
  for (const auto &[name, use] : names)
    result.push_back(name);
  return result;
}

bool emitIsaDecls(raw_ostream &os, const RecordKeeper &records) {
  IsaRecords isa = readIsaRecords(records);
  emitSourceFileHeader("Names of the instruction set", os);
  os << "namespace ptx {\n\n"
     << "/// A target, called as PTX calls it.\n";
  emitEnum(os, "TargetId : uint8_t", isa.targets, recordName);
  os << "/// A set of targets of Targets.td.\n";
  emitEnum(os, "TargetSetId : uint8_t", isa.targetSets, recordName);
  os << "/// A type, called as PTX calls it, without the dot.\n";
  emitEnum(os, "TypeId : uint8_t", isa.types, recordName);
  os << "/// A special register, called as PTX calls it, without the percent sign.\n";
  emitEnum(os, "SpecialRegister : uint8_t", isa.registers, recordName);
  os << "/// A feature of Features.td.\n";
  emitEnum(os, "Feature : uint8_t", isa.features, recordName);
  os << "/// A rule of instructions that C++ decides.\n";
  emitEnum(os, "InstrPredicate : uint8_t", isa.predicates, recordName);
  os << "/// What one section of the manual describes, called as its record is.\n";
  emitEnum(os, "InstructionId : uint16_t", isa.instructions, recordName);
  os << "/// A syntax line of the manual, called as its record is, with its number there.\n";
  emitEnum(os, "FormId : uint16_t", isa.forms, formName);
  os << "/// An operand, called as syntax lines call it, `-` written as `_`.\n";
  emitEnum(os, "OperandId : uint8_t", operandNames(isa), [](StringRef name) { return name; });
  os << "/// What an instruction is whatever its modifiers.\n";
  os << "enum class Trait : uint8_t {\n";
  for (const Record *trait : isa.traits)
    os << "  /// The instruction " << trait->getValueAsString("Meaning") << ".\n  "
       << recordName(trait) << ",\n";
  os << "};\n\n/// What an instruction does whatever its modifiers.\n"
     << "enum class Action : uint8_t {\n  /// Something else.\n  None,\n";
  for (const Record *action : isa.actions)
    os << "  /// The instruction " << action->getValueAsString("Meaning") << ".\n  "
       << recordName(action) << ",\n";
  os << "};\nconstexpr unsigned numActions = " << isa.actions.size() + 1 << ";\n\n"
     << "/// What an instruction has to do with asynchronous operations and their order.\n"
     << "enum class AsyncOp : uint8_t {\n  None,\n";
  for (const Record *op : isa.asyncOps)
    os << "  " << recordName(op) << ",\n";
  os << "};\n\n"
     << "/// What several classes of asynchronous operations have in common.\n"
     << "enum class AsyncGroup : uint8_t {\n  None,\n";
  for (const Record *group : isa.asyncGroups)
    os << "  " << recordName(group) << ",\n";
  os << "};\n\n/// The first word of a mnemonic.\n";
  emitEnum(os, "Opcode : uint8_t", opcodes(isa), enumerator);
  os << "/// A word that can follow a mnemonic, a type or a modifier, `::` written as `_`.\n"
     << "enum class Modifier : uint16_t {\n  none,\n";
  for (const WordRecord &word : isa.words)
    os << "  " << enumerator(word.text) << ",\n";
  os << "};\n\n} // namespace ptx\n";
  return ErrorsPrinted != 0;
}

static raw_ostream &operator<<(raw_ostream &os, Version v) {
  return os << "{" << v.major << ", " << v.minor << "}";
}

static Version versionOf(const Record &def, StringRef field) {
  return readVersion(def, def.getValueAsString(field));
}

/// The number of the release in `field` of `def`; 0 if the field is empty.
static size_t releaseNumber(const IsaRecords &isa, const Record &def, StringRef field) {
  StringRef cuda = def.getValueAsString(field);
  if (cuda.empty())
    return 0;
  for (auto [number, release] : enumerate(isa.releases))
    if (release->getValueAsString("Cuda") == cuda)
      return number;
  report(def, "there is no release `" + cuda + "` of CUDA");
  return 0;
}

static void emitTargets(raw_ostream &os, const IsaRecords &isa,
                        const std::vector<const Record *> &families) {
  os << "constexpr TargetInfo targetTable[] = {\n";
  for (const Record *target : isa.targets) {
    StringRef number = target->getName().drop_front(3);
    StringRef variant = number.consume_back("a")   ? "Architecture"
                        : number.consume_back("f") ? "Family"
                                                   : "Base";
    auto family = target->getValueAsListOfDefs("In");
    auto renamed = target->getValueAsListOfDefs("RenamedTo");
    size_t familyNumber =
        family.empty() ? 0 : find(families, family.front()) - families.begin() + 1;
    quoted(os << "    {TargetId::" << recordName(target) << ", ", target->getName())
        << ", " << versionOf(*target, "First") << ", " << versionOf(*target, "Taken") << ", "
        << releaseNumber(isa, *target, "TakenUntil") << ", " << number
        << ", TargetVariant::" << variant << ", " << familyNumber
        << ", TargetId::" << recordName(renamed.empty() ? target : renamed.front()) << ", "
        << target->getValueAsInt("StaticShared") << ", " << target->getValueAsInt("Threads") << ", "
        << target->getValueAsInt("Ctas") << "},\n";
  }
  os << "};\n\nconstexpr TargetMember memberTable[] = {\n";
  for (const Record *set : isa.targetSets)
    for (const Record *member : set->getValueAsListOfDefs("Members"))
      os << "    {TargetMember::" << member->getValueAsString("Kind")
         << ", TargetId::" << recordName(member->getValueAsDef("Of")) << ", "
         << versionOf(*member, "First") << "},\n";
  os << "};\n\nconstexpr TableRange targetSetTable[] = {\n";
  size_t first = 0;
  for (const Record *set : isa.targetSets) {
    size_t count = set->getValueAsListOfDefs("Members").size();
    os << "    {" << first << ", " << count << "}, // " << set->getName() << "\n";
    first += count;
  }
  os << "};\n\n";
}

static void emitTypes(raw_ostream &os, const IsaRecords &isa) {
  os << "constexpr TypeInfo typeTable[] = {\n";
  for (const Record *type : isa.types) {
    uint64_t holders = 0;
    for (StringRef name : split(type->getValueAsString("HeldBy"), ' ')) {
      auto holder = find_if(isa.types, [&](auto *t) { return t->getName() == name; });
      if (holder != isa.types.end())
        holders |= uint64_t(1) << (holder - isa.types.begin());
      else if (!name.empty())
        report(*type, "no type is called `" + name + "`");
    }
    quoted(os << "    {TypeId::" << recordName(type) << ", ", type->getName())
        << ", TypeKind::" << type->getValueAsString("Kind")
        << ", TypeGroup::" << type->getValueAsString("Group") << ", "
        << type->getValueAsInt("Width") << ", " << type->getValueAsInt("Lanes") << ", "
        << (type->getValueAsBit("InRegister") ? "true" : "false") << ", "
        << (type->getValueAsBit("InMemory") ? "true" : "false") << ", "
        << "0x" << utohexstr(holders) << "},\n";
  }
  os << "};\nstatic_assert(std::size(typeTable) <= 64, \"a set of types is 64 bits wide\");\n\n";
}

static std::string typeMask(const IsaRecords &isa, const Record &owner, StringRef names,
                            char separator) {
  std::string mask = "0";
  for (StringRef name : split(names, separator)) {
    if (name.empty())
      continue;
    if (none_of(isa.types, [&](auto *t) { return t->getName() == name; }))
      report(owner, "no type is called `" + name + "`");
    mask += " | typeBit(TypeId::" + enumerator(name) + ")";
  }
  return mask;
}

static void emitSpecialRegisters(raw_ostream &os, const IsaRecords &isa) {
  os << "constexpr SpecialRegisterInfo registerTable[] = {\n";
  for (const Record *reg : isa.registers) {
    quoted(os << "    {SpecialRegister::" << recordName(reg) << ", ", ("%" + reg->getName()).str())
        << ", TypeId::" << recordName(reg->getValueAsDef("Of")) << ", "
        << reg->getValueAsInt("Components") << ", " << versionOf(*reg, "First")
        << ", TargetSetId::" << recordName(reg->getValueAsDef("Targets")) << ", "
        << typeMask(isa, *reg, reg->getValueAsString("AlsoReadAs"), ' ')
        << (reg->getValueAsBit("PtxasIgnores") ? ", true" : ", false")
        << (reg->getValueAsBit("Changes") ? ", true" : ", false")
        << (reg->getValueAsBit("VariesByLane") ? ", true, " : ", false, ");
    if (StringRef directive = reg->getValueAsString("OnlyWith"); directive.empty())
      os << "std::nullopt, ";
    else
      os << "DirectiveWord::" << directive << ", ";
    os << reg->getValueAsInt("Section") << ", ";
    quoted(os, reg->getValueAsString("Summary")) << "},\n";
  }
  os << "};\n\n";
}

/// Writes a table. `name` is the name of its type and of the table.
static void emitTable(raw_ostream &os, StringRef name, raw_string_ostream &rows) {
  if (rows.str().empty())
    os << "constexpr std::array<" << name.split(' ').first << ", 0> " << name.split(' ').second
       << " = {};\n\n";
  else
    os << "constexpr " << name << "[] = {\n" << rows.str() << "};\n\n";
}

static void emitFeatures(raw_ostream &os, const IsaRecords &isa) {
  std::string text;
  raw_string_ostream rows(text);
  for (const Record *feature : isa.features)
    quoted(rows << "    {Feature::" << recordName(feature) << ", ",
           feature->getValueAsString("Name"))
        << ", " << versionOf(*feature, "First")
        << ", TargetSetId::" << recordName(feature->getValueAsDef("Targets")) << ", "
        << (feature->getValueAsString("Closed").empty() ? Version() : versionOf(*feature, "Closed"))
        << (feature->getValueAsBit("PtxasIgnores") ? ", true, " : ", false, ")
        << releaseNumber(isa, *feature, "PtxasFrom") << "},\n";
  emitTable(os, "FeatureInfo featureTable", rows);
}

/// The bits of traits, as a C++ number.
static std::string traitBits(const IsaRecords &isa, const std::set<const Record *> &traits) {
  uint64_t bits = 0;
  for (auto [number, trait] : enumerate(isa.traits))
    if (traits.count(trait))
      bits |= uint64_t(1) << number;
  return "0x" + utohexstr(bits);
}

namespace {

/// Collects the arrays that forms refer to by ranges.
class FormTables {
public:
  explicit FormTables(const IsaRecords &isa) : isa(isa) { addObject({}); }

  void add(const FormRecord &form) {
    size_t until = releaseNumber(isa, *form.def, "Until");
    const Record *action = actionOf(form);
    forms << "    {" << tableText(form.syntax) << ",\n     Opcode::" << enumerator(form.opcode)
          << ", Action::" << (action ? recordName(action) : "None")
          << ", InstructionId::" << recordName(form.instruction) << ", FormId::" << formName(form)
          << ", " << count_if(form.slots, [](auto &s) { return s.isMnemonicSuffix; }) << ", "
          << (form.undocumented ? "true" : "false") << ", " << releaseNumber(isa, *form.def, "From")
          << ", " << (until ? until : isa.releases.size());
    // The bits of `wordBit`; the number of a word is its enumerator.
    uint64_t bits = 0;
    for (const Slot &slot : form.slots)
      for (unsigned word : slot.words)
        bits |= uint64_t(1) << word % 64;
    forms << ", 0x" << utohexstr(bits) << ", " << traitBits(isa, traitsOf(form));
    range(numSlots, form.slots.size());
    range(numOperands, form.operands.size());
    range(numGates, form.gates.size());
    range(numRules, form.rules.size());
    range(numChecks, form.checks.size());
    range(numAsyncOps, form.asyncOps.size());
    range(numEffects, form.effects.size());
    forms << "},\n";
    for (const Slot &slot : form.slots)
      addSlot(slot);
    for (const OperandUse &operand : form.operands)
      addOperand(form, operand);
    for (const GateUse &gate : form.gates)
      gates << "    {" << addCondition(gate.condition) << ", " << gate.version
            << ", TargetSetId::" << recordName(gate.targets) << (gate.closes ? ", true" : ", false")
            << (gate.ptxasIgnores ? ", true" : ", false")
            << (gate.undocumented ? ", true" : ", false") << "},\n";
    for (const RuleUse &rule : form.rules)
      rules << "    {" << addCondition(rule.condition) << ", " << addCondition(rule.implied) << ", "
            << (rule.condition.readsOperands() || rule.implied.readsOperands() ? "true" : "false")
            << (rule.ptxasIgnores ? ", true" : ", false")
            << (rule.undocumented ? ", true" : ", false") << "},\n";
    for (const Record *check : form.checks)
      checks << "    InstrPredicate::" << recordName(check) << ",\n";
    for (const PropertyUse &use : form.asyncOps)
      asyncOps << "    {" << addCondition(use.condition)
               << ", AsyncOp::" << recordName(use.def->getValueAsDef("Op"))
               << ", Semantics::" << use.def->getValueAsString("Semantics") << ", {"
               << rolePlaces(form, *use.def->getValueAsDef("Op")) << "}},\n";
    for (const PropertyUse &use : form.effects)
      effects << "    {" << addCondition(use.condition)
              << ", Effect::" << use.def->getValueAsString("Kind") << "},\n";
    for (const PtxasCheckUse &check : form.ptxasChecks)
      ptxasChecks << "    {FormId::" << formName(form) << ", " << addCondition(check.condition)
                  << ", " << check.operands << ", "
                  << kindBits(check.def->getValueAsString("Kinds"))
                  << ", TargetSetId::" << recordName(check.def->getValueAsDef("Targets")) << "},\n";
    for (const PropertyUse &use : form.disputes)
      disputes << "    {FormId::" << formName(form) << ", " << addCondition(use.condition) << ", "
               << find(isa.contradictions, use.def) - isa.contradictions.begin() << "},\n";
  }

  void emit(raw_ostream &os) {
    emitTable(os, "char textTable", texts);
    os << "// It is not constant, so that a call ends the compilation.\n"
       << "[[maybe_unused]] void somethingElseIsThere() {}\n"
       << "// `value`, which is at `first` of the texts.\n"
       << "template <size_t n> consteval TableText text(uint32_t first, const char (&value)[n]) {\n"
       << "  if (std::string_view(textTable + first, n - 1) != value)\n"
       << "    somethingElseIsThere();\n"
       << "  return {first, n - 1};\n}\n\n";
    emitTable(os, "Modifier wordLists", words);
    emitTable(os, "int64_t valueLists", values);
    emitTable(os, "SlotInfo slotTable", slots);
    emitTable(os, "ConditionNode conditionTable", conditions);
    emitTable(os, "CaseInfo caseTable", cases);
    emitTable(os, "OperandInfo operandTable", operands);
    emitTable(os, "GateInfo gateTable", gates);
    emitTable(os, "RuleInfo ruleTable", rules);
    emitTable(os, "InstrPredicate checkTable", checks);
    emitTable(os, "PtxasCheckInfo ptxasCheckTable", ptxasChecks);
    emitTable(os, "DisputeInfo disputeTable", disputes);
    emitTable(os, "AsyncCase asyncCaseTable", asyncOps);
    emitTable(os, "EffectCase effectCaseTable", effects);
    emitTable(os, "LimitInfo limitTable", limits);
    emitTable(os, "ObjectInfo objectTable", objects);
    emitTable(os, "FormInfo formTable", forms);
  }

private:
  void range(size_t &total, size_t count) {
    forms << ", {" << total << ", " << count << "}";
    total += count;
  }

  /// Equal texts share bytes.
  std::string tableText(StringRef value) {
    auto [known, isNew] = textPlaces.try_emplace(value.str(), textSize);
    if (isNew) {
      quoted(texts << "    ", value) << "\n";
      textSize += value.size();
    }
    std::string call;
    raw_string_ostream os(call);
    quoted(os << "text(" << known->second << ", ", value) << ")";
    return call;
  }

  /// Equal lists share entries.
  std::string wordRange(ArrayRef<unsigned> list) {
    auto [known, isNew] = wordLists.try_emplace(list.vec(), numWords);
    if (isNew) {
      for (unsigned word : list)
        words << "    Modifier::" << enumerator(isa.words[word - 1].text) << ",\n";
      numWords += list.size();
    }
    return ("{" + Twine(known->second) + ", " + Twine(list.size()) + "}").str();
  }

  std::string valueRange(ArrayRef<int64_t> list) {
    auto [known, isNew] = valueLists.try_emplace(list.vec(), numValues);
    if (isNew) {
      for (int64_t value : list)
        values << "    " << value << ",\n";
      numValues += list.size();
    }
    return ("{" + Twine(known->second) + ", " + Twine(list.size()) + "}").str();
  }

  void addSlot(const Slot &slot) {
    slots << "    {" << tableText(slot.name) << ", " << wordRange(slot.words) << ", "
          << (slot.optional ? "true" : "false") << ", " << (slot.type ? "true" : "false") << ", "
          << slot.order << ", " << slot.link << "},\n";
  }

  /// The rows of the nodes of `c` in pre-order, and their number.
  std::pair<std::string, size_t> conditionRows(const Cond &c) {
    static constexpr StringLiteral names[] = {
        "Always",   "Never", "Word",    "Modifier", "Operand", "PairedPredicate",
        "Register", "Value", "Release", "All",      "Any",     "Not"};
    std::string children;
    size_t size = 1;
    for (const Cond &part : c.of) {
      auto [rows, count] = conditionRows(part);
      children += rows;
      size += count;
    }
    std::string row = ("    {ConditionKind::" + names[c.kind] + ", " + Twine(c.place) + ", " +
                       (c.values.empty() ? wordRange(c.words) : valueRange(c.values)) + ", " +
                       Twine(size) + "},\n")
                          .str();
    return {row + children, size};
  }

  /// The number of the first node of `c`. Equal conditions share their nodes.
  size_t addCondition(const Cond &c) {
    auto [rows, size] = conditionRows(c);
    auto [known, isNew] = conditionNumbers.try_emplace(rows, numConditions);
    if (isNew) {
      conditions << rows;
      numConditions += size;
    }
    return known->second;
  }

  /// Bit n is set if n is one of the numbers of `field`.
  static int64_t lengths(const Record &def, StringRef field) {
    int64_t result = 0;
    for (int64_t n : def.getValueAsListOfInts(field))
      result |= int64_t(1) << n;
    return result;
  }

  /// Adds the cases of an operand; equal lists share entries.
  std::string addCases(const FormRecord &form, const OperandUse &use) {
    std::string rows;
    raw_string_ostream os(rows);
    for (const CaseUse &c : use.cases) {
      StringRef type = c.def->getValueAsString("Type");
      bool hasRange = c.def->getValueAsInt("Min") <= c.def->getValueAsInt("Max");
      const Record *limits = hasRange ? c.def : use.def;
      os << "    {" << addCondition(c.condition) << ", "
         << operandType(form, use, type.empty() ? use.def->getValueAsString("Type") : type) << ", "
         << c.def->getValueAsInt("Arity") << ", " << lengths(*c.def, "Lengths") << ", "
         << limits->getValueAsInt("Min") << ", " << limits->getValueAsInt("Max") << "},\n";
    }
    auto [known, isNew] = caseLists.try_emplace(rows, numCases);
    if (isNew) {
      cases << rows;
      numCases += use.cases.size();
    }
    return ("{" + Twine(known->second) + ", " + Twine(use.cases.size()) + "}").str();
  }

  /// The kinds of operands in `kinds` as a set of bits.
  static std::string kindBits(StringRef kinds) {
    std::string text;
    for (StringRef kind : split(kinds, ' '))
      if (!kind.empty())
        text += (text.empty() ? "" : " | ") + ("OperandKind::" + enumerator(kind));
    return text.empty() ? "0" : text;
  }

  void addOperand(const FormRecord &form, const OperandUse &use) {
    auto field = [&](StringRef name) {
      return use.def ? use.def->getValueAsString(name) : StringRef();
    };
    bool written = use.def ? use.def->getValueAsBit("Written") : use.name == "d";
    operands << "    {OperandId::" << enumerator(use.name) << ", " << tableText(use.name) << ", "
             << (written ? "true" : "false") << ", "
             << (use.def && use.def->getValueAsBit("Whole") ? "true" : "false") << ", "
             << (use.def && use.def->getValueAsBit("Typed") ? "true" : "false") << ", "
             << (use.optional ? "true" : "false") << ", " << (use.negatable ? "true" : "false")
             << ", " << use.bracket << ", " << kindBits(operandKinds(use)) << ", "
             << kindBits(field("AlsoTaken")) << ", PairedPredicate::"
             << std::array{"None", "Optional", "Required"}[use.pairedPredicate] << ", "
             << operandType(form, use, field("Type"));
    int64_t arity = use.elements ? int64_t(1) << use.elements : 0;
    if (use.def)
      arity |= lengths(*use.def, "Arity");
    operands << ", " << (use.def && use.def->getValueAsBit("Plain") ? "true" : "false") << ", "
             << (use.def && use.def->getValueAsBit("FollowsVec") ? "true" : "false") << ", "
             << arity << ", " << (use.def ? use.def->getValueAsInt("Min") : 1) << ", "
             << (use.def ? use.def->getValueAsInt("Max") : 0) << ", "
             << (use.def ? use.def->getValueAsInt("Step") : 1) << ", " << addCases(form, use)
             << ", " << spaces(form, use, field("Spaces")) << ", "
             << (use.def && use.def->getValueAsBit("Extended") ? "true" : "false") << ", "
             << (use.def && use.def->getValueAsBit("Split") ? "true" : "false") << ", "
             << (use.signable ? "true" : "false") << ", ";
    auto bit = [&](StringRef name) {
      return use.def && use.def->getValueAsBit(name) ? ", true" : ", false";
    };
    operands << tableText(field("Selectors"))
             << (use.selector == OperandUse::Required ? ", true" : ", false") << bit("Stores")
             << bit("ShiftCount") << ", " << place(form, use, field("Holds")) << ", "
             << place(form, use, field("Bytes"))
             << ", MapUse::" << (field("Map").empty() ? "None" : field("Map")) << ", "
             << addObject(use) << ", " << addLimits(use) << ", " << tableText(metadataRule(use))
             << "},\n";
  }

  /// The place of the operand with the name `use`.
  static std::string place(const FormRecord &form, const OperandUse &use, StringRef name) {
    if (name.empty())
      return "OperandInfo::noPlace";
    auto found = find_if(form.operands, [&](const OperandUse &o) { return o.name == name; });
    if (found == form.operands.end())
      report(*form.instruction, "operand `" + use.name + "` of `" + form.syntax +
                                    "` has something to do with `" + name + "`, which is none");
    return std::to_string(found - form.operands.begin());
  }

  /// The places of the operands that have the roles of `AsyncRole` in the operation.
  static std::string rolePlaces(const FormRecord &form, const Record &op) {
    std::string places;
    for (StringRef role : asyncRoles) {
      std::string place;
      for (StringRef name : split(op.getValueAsString(role), ' '))
        for (auto [number, operand] : enumerate(form.operands))
          if (place.empty() && operand.name == name)
            place = std::to_string(number);
      if (place.empty())
        place = "OperandInfo::noPlace";
      places += (places.empty() ? "" : ", ") + place;
    }
    return places;
  }

  /// The records in a field of an operand's definition. LLVM 19 reads lists in another way.
  static std::vector<const Record *> listOf(const OperandUse &use, StringRef field) {
    if (!use.def)
      return {};
    auto defs = use.def->getValueAsListOfDefs(field);
    return {defs.begin(), defs.end()};
  }

  static StringRef metadataRule(const OperandUse &use) {
    auto rules = listOf(use, "Metadata");
    return rules.empty() ? "" : rules.front()->getValueAsString("Rule");
  }

  /// The entry for the object at an address; entry 0 if there is none. Equal objects share an
  /// entry.
  size_t addObject(const OperandUse &use) {
    auto found = listOf(use, "Object");
    std::string text;
    raw_string_ostream row(text);
    if (found.empty()) {
      row << "    {\"\", 1, 1, \"\", 0},\n";
    } else {
      const Record &object = *found.front();
      quoted(row << "    {", object.getValueAsString("What"))
          << ", " << object.getValueAsInt("Alignment") << ", "
          << object.getValueAsInt("DeviceAlignment") << ", ";
      quoted(row, object.getValueAsString("Rule"))
          << ", " << object.getValueAsInt("Bytes") << "},\n";
    }
    auto [known, isNew] = objectNumbers.try_emplace(text, objectNumbers.size());
    if (isNew)
      objects << text;
    return known->second;
  }

  /// A bound of a limit as a C++ expression.
  static std::string bound(int64_t value) {
    return value == -INT64_MAX  ? "INT64_MIN"
           : value == INT64_MAX ? "INT64_MAX"
                                : std::to_string(value);
  }

  std::string addLimits(const OperandUse &use) {
    for (const PropertyUse &limit : use.limits) {
      const Record &def = *limit.def;
      limits << "    {Trait::" << recordName(def.getValueAsDef("Subject")) << ", "
             << addCondition(limit.condition)
             << ", TargetSetId::" << recordName(def.getValueAsDef("Targets")) << ", "
             << def.getValueAsInt("Element") << ", " << bound(def.getValueAsInt("Least")) << ", "
             << bound(def.getValueAsInt("Greatest")) << ", " << def.getValueAsInt("Step") << ", "
             << (def.getValueAsBit("PowerOfTwo") ? "true" : "false") << ", "
             << (def.getValueAsBit("Signed") ? "true" : "false") << ", "
             << tableText(def.getValueAsString("What")) << ", "
             << tableText(def.getValueAsString("Rule")) << "},\n";
    }
    size_t first = numLimits;
    numLimits += use.limits.size();
    return ("{" + Twine(first) + ", " + Twine(use.limits.size()) + "}").str();
  }

  /// The state spaces of an address: a place of the form, or a list of words.
  std::string spaces(const FormRecord &form, const OperandUse &use, StringRef text) {
    for (auto [place, slot] : enumerate(form.slots))
      if (!text.empty() && slot.name == text &&
          (slot.optional || slot.words.size() > 1 ||
           isa.words[slot.words.front() - 1].text != text))
        return (Twine(place) + ", {0, 0}, " + (slot.optional ? "true" : "false")).str();
    std::vector<unsigned> list;
    bool generic = false;
    for (StringRef word : split(text, ' ')) {
      generic |= word == "generic";
      if (word == "generic" || word.empty())
        continue;
      if (unsigned number = isa.wordNumbers.lookup(word))
        list.push_back(number);
      else
        report(*form.instruction,
               "operand `" + use.name + "`: no state space is called `" + word + "`");
    }
    return "OperandInfo::noPlace, " + wordRange(list) + (generic ? ", true" : ", false");
  }

  /// The place of the type modifier or noPlace, the type, other accepted types, double width, and
  /// wider registers.
  std::string operandType(const FormRecord &form, const OperandUse &use, StringRef text) {
    auto [first, others] = text.split('|');
    std::string otherTypes = typeMask(isa, *form.instruction, others, '|');
    text = first;
    auto describe = [&](const Twine &place, StringRef type, bool twice, bool wider) {
      return (place + ", TypeId::" + type + ", " + otherTypes + (twice ? ", true" : ", false") +
              (wider ? ", true" : ", false"))
          .str();
    };
    bool twice = text.consume_front("2*");
    bool wider = text.consume_back("+");
    for (auto [place, slot] : enumerate(form.slots))
      if (slot.type && (slot.name == text || !use.def))
        return describe(Twine(place), "b8", twice, wider);
    for (const Record *type : isa.types)
      if (type->getName() == text)
        return describe("OperandInfo::noPlace", recordName(type), twice, wider);
    if (!text.empty())
      report(*form.instruction, "operand `" + use.name + "` of `" + form.syntax +
                                    "`: no type or type modifier is called `" + text + "`");
    return describe("OperandInfo::noType", "b8", false, false);
  }

  const IsaRecords &isa;
  std::string output[17];
  raw_string_ostream words{output[0]}, slots{output[1]}, conditions{output[2]}, operands{output[3]},
      gates{output[4]}, rules{output[5]}, checks{output[6]}, forms{output[7]}, cases{output[8]},
      values{output[9]}, ptxasChecks{output[10]}, asyncOps{output[11]}, effects{output[12]},
      limits{output[13]}, objects{output[14]}, disputes{output[15]}, texts{output[16]};
  size_t numWords = 0, numSlots = 0, numConditions = 0, numOperands = 0, numGates = 0, numRules = 0,
         numChecks = 0, numCases = 0, numValues = 0, numAsyncOps = 0, numEffects = 0, numLimits = 0,
         textSize = 0;
  std::map<std::vector<int64_t>, size_t> valueLists;
  std::map<std::vector<unsigned>, size_t> wordLists;
  std::map<std::string, size_t> conditionNumbers, caseLists, objectNumbers, textPlaces;
};

} // namespace

static bool isRepeatable(const WordRecord &word) {
  return word.modifiers &&
         is_contained(split(word.modifiers->getValueAsString("Repeatable"), ' '), word.text);
}

static void emitContradictions(raw_ostream &os, const IsaRecords &isa) {
  std::string text;
  raw_string_ostream rows(text);
  for (const Record *def : isa.contradictions) {
    rows << "    {" << versionOf(*def, "Manual")
         << (def->getValueAsBit("ByLibrary") ? ", true" : ", false");
    for (StringRef field : {"First", "Second", "Taken"})
      quoted(rows << ", ", def->getValueAsString(field));
    rows << ", " << versionOf(*def, "Ptx")
         << ", TargetSetId::" << recordName(def->getValueAsDef("Targets"))
         << (def->getValueAsBit("NeverLegalByBoth") ? ", true" : ", false") << "},\n";
  }
  emitTable(os, "ContradictionInfo contradictionTable", rows);
}

static void emitInstructions(raw_ostream &os, const IsaRecords &isa) {
  os << "constexpr InstructionInfo instructionTable[] = {\n";
  for (const Record *def : isa.instructions) {
    quoted(os << "    {", def->getValueAsString("Opcode"));
    quoted(os << ", ", def->getValueAsString("Section"));
    quoted(os << ", ", def->getValueAsString("Summary")) << ", ";
    auto deprecated = def->getValueAsListOfDefs("Deprecated");
    os << (deprecated.empty() ? Version() : versionOf(*deprecated.front(), "Ptx")) << ", ";
    quoted(os, deprecated.empty() ? "" : deprecated.front()->getValueAsString("Replacement"))
        << "},\n";
  }
  os << "};\n\nstatic_assert(" << isa.traits.size()
     << " <= 64, \"a set of traits is 64 bits wide\");\n"
     << "constexpr AsyncOpInfo asyncOpTable[] = {\n    {},\n";
  for (const Record *op : isa.asyncOps)
    os << "    {AsyncGroup::" << recordName(op->getValueAsDef("Group"))
       << ", AsyncCompletion::" << op->getValueAsString("Completion")
       << ", Proxy::" << op->getValueAsString("Proxy")
       << ", MemoryScope::" << op->getValueAsString("Scope")
       << ", ObjectEffect::" << op->getValueAsString("ObjectEffect") << "},\n";
  os << "};\n\n";
  FormTables tables(isa);
  for (const FormRecord &form : isa.forms)
    tables.add(form);
  tables.emit(os);

  os << "constexpr OpcodeInfo opcodeTable[] = {\n";
  size_t first = 0;
  for (StringRef opcode : opcodes(isa)) {
    size_t count = count_if(isa.forms, [&](auto &form) { return form.opcode == opcode; });
    std::set<const Record *> traits;
    for (size_t i = first; i != first + count; ++i)
      traits.merge(traitsOf(isa.forms[i]));
    quoted(os << "    {", opcode) << ", {" << first << ", " << count << "}, "
                                  << traitBits(isa, traits) << "},\n";
    first += count;
  }
  os << "};\n\nconstexpr ModifierInfo modifierTable[] = {\n"
     << "    {\"\", \"\", false, TypeId::b8, false, false, \"\"},\n";
  for (const WordRecord &word : isa.words) {
    quoted(os << "    {", word.text);
    quoted(os << ", ", word.modifiers ? word.modifiers->getValueAsString("What") : "type")
        << ", " << (word.type ? "true" : "false")
        << ", TypeId::" << (word.type ? recordName(word.type) : "b8")
        << (isRepeatable(word) ? ", true" : ", false")
        << (word.type || word.modifiers->getValueAsBit("Ordered") ? ", true" : ", false");
    const Record *def = word.modifiers ? word.modifiers : word.type;
    quoted(os << ", ", def->getValueAsString("IgnoredWith")) << "},\n";
  }
  os << "};\n\n";
  std::string text;
  raw_string_ostream summaries(text);
  for (const Record *predicate : isa.predicates)
    quoted(summaries << "    ", predicate->getValueAsString("Summary")) << ",\n";
  emitTable(os, "llvm::StringLiteral predicateTable", summaries);
}

bool emitIsaDefs(raw_ostream &os, const RecordKeeper &records) {
  IsaRecords isa = readIsaRecords(records);
  auto families = records.getAllDerivedDefinitionsIfDefined("Family");
  emitSourceFileHeader("Tables of the instruction set", os);
  os << "#include \"ptx/Isa/Tables.h\"\n\n#include <array>\n#include <string_view>\n\n"
     << "namespace ptx::tables {\n\nnamespace {\n\n";
  emitTargets(os, isa, {families.begin(), families.end()});
  emitTypes(os, isa);
  emitSpecialRegisters(os, isa);
  emitFeatures(os, isa);
  emitContradictions(os, isa);
  emitInstructions(os, isa);
  os << "} // namespace\n\n";
  static constexpr std::pair<StringLiteral, StringLiteral> tables[] = {
      {"TargetInfo", "target"},
      {"TargetMember", "member"},
      {"TableRange", "targetSet"},
      {"TypeInfo", "type"},
      {"SpecialRegisterInfo", "register"},
      {"FeatureInfo", "feature"},
      {"InstructionInfo", "instruction"},
      {"SlotInfo", "slot"},
      {"ConditionNode", "condition"},
      {"CaseInfo", "case"},
      {"OperandInfo", "operand"},
      {"GateInfo", "gate"},
      {"RuleInfo", "rule"},
      {"InstrPredicate", "check"},
      {"PtxasCheckInfo", "ptxasCheck"},
      {"ContradictionInfo", "contradiction"},
      {"DisputeInfo", "dispute"},
      {"AsyncCase", "asyncCase"},
      {"EffectCase", "effectCase"},
      {"LimitInfo", "limit"},
      {"ObjectInfo", "object"},
      {"AsyncOpInfo", "asyncOp"},
      {"FormInfo", "form"},
      {"OpcodeInfo", "opcode"},
      {"ModifierInfo", "modifier"},
      {"llvm::StringLiteral", "predicate"}};
  for (auto [type, name] : tables)
    os << "llvm::ArrayRef<" << type << "> " << name << "s() { return " << name << "Table; }\n";
  os << "llvm::ArrayRef<Modifier> words() { return wordLists; }\n"
     << "llvm::StringRef texts() { return {textTable, sizeof textTable - 1}; }\n"
     << "llvm::ArrayRef<int64_t> values() { return valueLists; }\n\n} // namespace ptx::tables\n";
  return ErrorsPrinted != 0;
}

} // namespace ptx
