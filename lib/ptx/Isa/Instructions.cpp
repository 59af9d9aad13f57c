// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace ptx;
using tables::slice;

llvm::ArrayRef<Modifier> SlotInfo::words() const { return slice(tables::words(), wordRange); }

llvm::ArrayRef<Modifier> OperandInfo::spaces() const { return slice(tables::words(), spaceRange); }

llvm::ArrayRef<CaseInfo> OperandInfo::cases() const { return slice(tables::cases(), caseRange); }

/// Whether `word` has the form of `pattern`, in which `[0-3]` represents one of these characters.
static bool matches(llvm::StringRef pattern, llvm::StringRef word) {
  while (!pattern.empty() && !word.empty()) {
    char first = pattern.front(), last = first;
    if (pattern.consume_front("[")) {
      first = pattern[0];
      last = pattern[2];
      pattern = pattern.drop_front(3); // `]` remains
    }
    if (word.front() < first || word.front() > last)
      return false;
    pattern = pattern.drop_front();
    word = word.drop_front();
  }
  return pattern.empty() && word.empty();
}

bool OperandInfo::selects(llvm::StringRef word) const {
  return llvm::any_of(llvm::split(selectors, ' '),
                      [&](llvm::StringRef pattern) { return matches(pattern, word); });
}

const InstructionInfo &FormInfo::instruction() const {
  return tables::instructions()[static_cast<size_t>(instructionId)];
}
llvm::ArrayRef<SlotInfo> FormInfo::slots() const { return slice(tables::slots(), slotRange); }
llvm::ArrayRef<OperandInfo> FormInfo::operands() const {
  return slice(tables::operands(), operandRange);
}
llvm::ArrayRef<GateInfo> FormInfo::gates() const { return slice(tables::gates(), gateRange); }
llvm::ArrayRef<RuleInfo> FormInfo::rules() const { return slice(tables::rules(), ruleRange); }
llvm::ArrayRef<InstrPredicate> FormInfo::checks() const {
  return slice(tables::checks(), checkRange);
}

/// The number of `operands` for which `counts` holds; operands in one pair of brackets count as
/// one.
template <class Predicate>
static unsigned countOperands(llvm::ArrayRef<OperandInfo> operands, Predicate counts) {
  unsigned count = 0;
  uint8_t bracket = 0;
  for (const OperandInfo &operand : operands) {
    count += counts(operand) && (operand.bracket == 0 || operand.bracket != bracket);
    bracket = operand.bracket;
  }
  return count;
}

unsigned FormInfo::maxOperands() const {
  return countOperands(operands(),
                       [](const OperandInfo &o) { return o.kinds != OperandKind::suffix; });
}
unsigned FormInfo::minOperands() const {
  return countOperands(operands(), [](const OperandInfo &o) { return !o.optional; });
}

bool GateInfo::admits(TargetId target, PtxVersion ptx) const {
  bool has = ptx >= version && satisfies(target, ptx, targets);
  return has != closes;
}

llvm::ArrayRef<OpcodeInfo> ptx::allOpcodes() { return tables::opcodes(); }
llvm::ArrayRef<InstructionInfo> ptx::allInstructions() { return tables::instructions(); }
llvm::ArrayRef<FormInfo> ptx::allForms() { return tables::forms(); }

bool ModifierInfo::isIgnoredBy(llvm::StringRef name) const {
  llvm::StringRef list = ignoredWith;
  bool isOfOthers = list.consume_front("!");
  return list == "*" || llvm::is_contained(llvm::split(list, ' '), name) != isOfOthers;
}

bool ModifierInfo::isIgnoredByMost() const { return ignoredWith.starts_with("!"); }

bool ModifierInfo::isIgnoredWith(llvm::StringRef opcode) const {
  return ignoredWith == "*" || isIgnoredByMost() ||
         llvm::any_of(llvm::split(ignoredWith, ' '),
                      [&](llvm::StringRef listed) { return listed.split('.').first == opcode; });
}

const OpcodeInfo &ptx::info(Opcode opcode) {
  return tables::opcodes()[static_cast<unsigned>(opcode)];
}

const ModifierInfo &ptx::info(Modifier modifier) {
  return tables::modifiers()[static_cast<unsigned>(modifier)];
}

llvm::ArrayRef<FormInfo> ptx::formsOf(Opcode opcode) {
  return slice(tables::forms(), info(opcode).formRange);
}

llvm::StringRef ptx::summary(InstrPredicate predicate) {
  return tables::predicates()[static_cast<unsigned>(predicate)];
}

std::optional<Opcode> ptx::findOpcode(llvm::StringRef word) {
  std::optional<size_t> number = tables::findSorted(tables::opcodes(), word);
  return number ? std::optional(static_cast<Opcode>(*number)) : std::nullopt;
}

Modifier ptx::findModifier(llvm::StringRef word) {
  // The first entry is `Modifier::none`, whose name is empty.
  return static_cast<Modifier>(tables::findSorted(tables::modifiers(), word).value_or(0));
}

bool ptx::readsValues(uint16_t condition) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  return llvm::any_of(nodes.slice(condition, nodes[condition].size), [](const ConditionNode &node) {
    return node.kind == ConditionKind::Value || node.kind == ConditionKind::PairedPredicate ||
           node.kind == ConditionKind::Register;
  });
}

std::optional<NeededValue> ptx::neededValue(const RuleInfo &rule) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  const ConditionNode *value = nullptr;
  for (const ConditionNode &node : nodes.slice(rule.implied, nodes[rule.implied].size)) {
    if (node.kind == ConditionKind::Value && !value)
      value = &node;
    else if (node.kind != ConditionKind::Any && node.kind != ConditionKind::Register)
      return std::nullopt;
  }
  if (!value)
    return std::nullopt;
  return NeededValue{value->place, slice(tables::values(), value->wordRange)};
}

bool ptx::fulfils(const InstrView &view, uint16_t condition) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  const ConditionNode &node = nodes[condition];
  switch (node.kind) {
  case ConditionKind::Always:
    return true;
  case ConditionKind::Never:
    return false;
  case ConditionKind::Word:
    return llvm::is_contained(slice(tables::words(), node.wordRange), view.modifiers[node.place]);
  case ConditionKind::Modifier:
    return view.modifiers[node.place] != Modifier::none;
  case ConditionKind::Operand:
    return view.operands >> node.place & 1;
  case ConditionKind::PairedPredicate:
    return view.pairedPredicates >> node.place & 1;
  case ConditionKind::Register:
    return view.registers >> node.place & 1;
  case ConditionKind::Value:
    return node.place < view.constants.size() && view.constants[node.place] &&
           llvm::is_contained(slice(tables::values(), node.wordRange), *view.constants[node.place]);
  case ConditionKind::Release:
    return view.release >= node.place;
  case ConditionKind::Not:
    return !fulfils(view, condition + 1);
  case ConditionKind::All:
  case ConditionKind::Any:
    break;
  }
  bool all = node.kind == ConditionKind::All;
  for (unsigned part = condition + 1; part < condition + node.size; part += nodes[part].size)
    if (fulfils(view, part) != all)
      return !all;
  return all;
}

/// The number of elements of a vector according to the modifier `.vec`; 0 without it.
static uint8_t vectorLength(const InstrView &view) {
  for (Modifier modifier : view.modifiers) {
    if (modifier == Modifier::v2)
      return 2;
    if (modifier == Modifier::v4)
      return 4;
    if (modifier == Modifier::v8)
      return 8;
  }
  return 0;
}

/// The type in a form's operand or in one of its cases.
template <class Info>
static std::optional<TypeId> typeOf(const InstrView &view, const Info &described) {
  if (described.typePlace == OperandInfo::noType)
    return std::nullopt;
  if (described.typePlace == OperandInfo::noPlace)
    return described.type;
  Modifier modifier = view.modifiers[described.typePlace];
  return modifier == Modifier::none ? std::nullopt : std::optional(info(modifier).type);
}

/// Sets the type from a form's operand or from one of its cases.
template <class Info>
static OperandShape typed(const InstrView &view, const OperandInfo &operand,
                          const Info &described) {
  OperandShape shape;
  shape.type = typeOf(view, described);
  shape.otherTypes = described.otherTypes;
  shape.twice = described.twice;
  shape.wider = described.wider;
  // If the mnemonic does not name it, an integer or bit type means any integer of its width.
  shape.plain = operand.plain || described.typePlace == OperandInfo::noPlace;
  shape.min = described.min;
  shape.max = described.max;
  shape.step = operand.step;
  return shape;
}

OperandShape ptx::shapeOf(const InstrView &view, const OperandInfo &operand) {
  uint8_t elements = operand.followsVec ? vectorLength(view) : 0;
  for (const CaseInfo &c : operand.cases())
    if (fulfils(view, c.condition)) {
      OperandShape shape = typed(view, operand, c);
      shape.elements = c.elements ? c.elements : elements;
      shape.lengths = c.lengths;
      return shape;
    }
  OperandShape shape = typed(view, operand, operand);
  shape.elements = elements;
  // Without `.vec`, a single register can be written with or without braces.
  shape.lengths = operand.followsVec && !elements ? 3 : operand.arity;
  return shape;
}

llvm::SmallVector<const GateInfo *, 4> ptx::gatesOf(const InstrView &view) {
  llvm::SmallVector<const GateInfo *, 4> result;
  for (const GateInfo &gate : view.form->gates())
    if (fulfils(view, gate.condition))
      result.push_back(&gate);
  return result;
}

static bool alwaysApplies(const GateInfo &gate) {
  return tables::conditions()[gate.condition].kind == ConditionKind::Always;
}

/// Whether `form` has the feature of `gate`: always, if the gate always applies.
static bool hasSameGate(const FormInfo &form, const GateInfo &gate) {
  return llvm::any_of(form.gates(), [&](const GateInfo &other) {
    return (alwaysApplies(other) || !alwaysApplies(gate)) && other.version == gate.version &&
           other.targets == gate.targets && other.closes == gate.closes;
  });
}

bool FormInfo::takes(Modifier word) const {
  return (wordBits & wordBit(word)) && llvm::any_of(slots(), [&](const SlotInfo &slot) {
           return llvm::is_contained(slot.words(), word);
         });
}

bool ptx::takes(Opcode opcode, Modifier word) {
  return llvm::any_of(formsOf(opcode), [&](const FormInfo &form) { return form.takes(word); });
}

/// The places of the modifiers that distinguish the view's form, for which `isAbout` holds, from
/// the forms of the opcode for which it does not: single words, otherwise two types, otherwise all.
static uint32_t telltalePlaces(const InstrView &view,
                               llvm::function_ref<bool(const FormInfo &)> isAbout) {
  llvm::SmallVector<const FormInfo *, 8> others;
  for (const FormInfo &form : formsOf(view.form->opcode))
    if (!isAbout(form))
      others.push_back(&form);
  if (others.empty())
    return 0;
  uint32_t single = 0, types = 0;
  llvm::SmallVector<Modifier, 3> typeWords;
  for (auto [place, word] : llvm::enumerate(view.modifiers)) {
    if (word == Modifier::none)
      continue;
    if (llvm::none_of(others, [word = word](auto *form) { return form->takes(word); }))
      single |= 1u << place;
    if (info(word).isType) {
      types |= 1u << place;
      typeWords.push_back(word);
    }
  }
  if (single)
    return single;
  bool typesTell = llvm::none_of(others, [&](const FormInfo *form) {
    return llvm::all_of(typeWords, [&](Modifier word) { return form->takes(word); });
  });
  return typesTell ? types : ~0u;
}

/// The places that distinguish the view from the documented forms for which `isAbout` does not hold
/// and that accept all modifiers at `places`, if any: places with words that none of them accepts,
/// otherwise types, if there are several.
static uint32_t placesThatOthersLack(const InstrView &view, uint32_t places,
                                     llvm::function_ref<bool(const FormInfo &)> isAbout) {
  uint32_t lacking = (1u << view.modifiers.size()) - 1, types = 0;
  bool anyTakes = false;
  for (auto [place, word] : llvm::enumerate(view.modifiers))
    if (word != Modifier::none && info(word).isType)
      types |= 1u << place;
  for (const FormInfo &form : formsOf(view.form->opcode)) {
    if (form.undocumented || isAbout(form))
      continue;
    uint32_t taken = 0;
    for (auto [place, word] : llvm::enumerate(view.modifiers))
      if (word == Modifier::none || form.takes(word))
        taken |= 1u << place;
    // Forms with all of the words differ in their operands.
    if (places & ~taken || taken == (1u << view.modifiers.size()) - 1)
      continue;
    anyTakes = true;
    lacking &= ~taken;
  }
  if (!anyTakes)
    return 0;
  return lacking ? lacking : llvm::has_single_bit(types) ? 0 : types;
}

std::string ptx::featureText(const InstrView &view, uint16_t condition,
                             llvm::function_ref<bool(const FormInfo &)> isAbout) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  uint32_t shown = (1u << view.form->mnemonicSuffixes) - 1;
  bool isOfSink = false;
  for (unsigned i = condition, end = i + nodes[i].size; i < end; ++i) {
    if (nodes[i].kind == ConditionKind::Not) {
      isOfSink |= nodes[i + 1].kind == ConditionKind::Register;
      i += nodes[i + 1].size; // an absent modifier cannot be shown
    } else if (nodes[i].kind == ConditionKind::Word || nodes[i].kind == ConditionKind::Modifier)
      if (fulfils(view, i))
        shown |= 1u << nodes[i].place;
  }
  // If the other forms also have these words, show a word that they lack.
  if (nodes[condition].kind == ConditionKind::Always)
    shown |= telltalePlaces(view, isAbout);
  else if (!isOfSink)
    shown |= placesThatOthersLack(view, shown, isAbout);
  std::string text = info(view.form->opcode).name.str();
  for (auto [place, modifier] : llvm::enumerate(view.modifiers))
    if ((shown >> place & 1) && modifier != Modifier::none)
      (text += '.') += info(modifier).name;
  return isOfSink ? text + " _" : text;
}

std::string ptx::featureText(const InstrView &view, const GateInfo &gate) {
  return featureText(view, gate.condition,
                     [&](const FormInfo &form) { return hasSameGate(form, gate); });
}
