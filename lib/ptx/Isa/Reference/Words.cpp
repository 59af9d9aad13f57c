// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Tables.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using tables::slice;
using Texts = std::vector<std::string>;

std::string ptx::quoted(llvm::StringRef text) { return ("`" + text + "`").str(); }

std::string ptx::listText(llvm::ArrayRef<std::string> items, StringRef conjunction) {
  std::string text;
  for (auto [i, item] : llvm::enumerate(items)) {
    if (i)
      text += i + 1 < items.size() ? ", " : (" " + llvm::Twine(conjunction) + " ").str();
    text += item;
  }
  return text;
}

std::string ptx::suggestNames(StringRef word, llvm::ArrayRef<StringRef> known, StringRef prefix) {
  unsigned least = std::max<size_t>(1, word.size() / 3);
  std::vector<std::string> nearest;
  for (StringRef candidate : known) {
    unsigned distance = spellingDistance(word, candidate, least);
    if (distance > least)
      continue;
    if (distance < least)
      nearest.clear();
    least = distance;
    std::string text = ("`" + prefix + candidate + "`").str();
    if (!llvm::is_contained(nearest, text))
      nearest.push_back(std::move(text));
  }
  if (nearest.empty() || nearest.size() > 4)
    return "";
  return "; did you mean " + listText(nearest) + "?";
}

static std::string code(StringRef text) { return ("`" + llvm::Twine(text) + "`").str(); }
static std::string dottedCode(StringRef name) { return ("`." + llvm::Twine(name) + "`").str(); }

std::string ptx::describeModifiers(llvm::ArrayRef<Modifier> modifiers) {
  Texts texts;
  for (Modifier modifier : modifiers)
    texts.push_back(dottedCode(info(modifier).name));
  return listText(texts);
}

std::string ptx::describeTypes(TypeSet types) {
  Texts texts;
  for (const TypeInfo &type : allTypes())
    if (types & typeBit(type.id))
      texts.push_back(dottedCode(type.name));
  return listText(texts);
}

//===-- Targets and gates -------------------------------------------------------------------===//

/// Members of one kind are joined: `sm_100f` or `sm_120f` or higher in the same family.
static std::string describeMembers(llvm::ArrayRef<TargetMember> members) {
  Texts groups;
  auto add = [&](TargetMember::Kind kind, StringRef suffix) {
    Texts names;
    for (const TargetMember &member : members)
      if (member.kind == kind)
        names.push_back(code(info(member.target).name));
    if (!names.empty())
      groups.push_back(listText(names) + suffix.str());
  };
  add(TargetMember::Just, "");
  add(TargetMember::FamilyOf, " or higher in the same family");
  add(TargetMember::AndDown, " or lower");
  add(TargetMember::AndUp, " or higher");
  return llvm::join(groups, ", or ");
}

std::string ptx::describeTargets(TargetSetId set) {
  return set == TargetSetId::AllTargets ? "any target" : describeMembers(tables::membersOf(set));
}

/// Whether every target of `inner` is also one of `outer`.
static bool isPartOf(const TargetMember &inner, const TargetMember &outer) {
  const TargetInfo &a = info(inner.target), &b = info(outer.target);
  switch (outer.kind) {
  case TargetMember::Just:
    return false;
  case TargetMember::AndDown:
    return inner.kind != TargetMember::AndUp && a.number < b.number;
  case TargetMember::AndUp:
    return inner.kind != TargetMember::AndDown && a.number >= b.number && a.id != b.id;
  case TargetMember::FamilyOf:
    return (inner.kind == TargetMember::Just || inner.kind == TargetMember::FamilyOf) &&
           a.family == b.family && a.number >= b.number && a.variant != TargetVariant::Base &&
           a.id != b.id;
  }
  return false;
}

/// `sm_89`, or `sm_90` or higher, is `sm_89` or higher if no target is in between.
static void joinNeighbours(std::vector<TargetMember> &members) {
  auto up = llvm::find_if(members, [](auto &m) { return m.kind == TargetMember::AndUp; });
  if (up == members.end())
    return;
  for (const TargetInfo &target : llvm::reverse(allTargets())) {
    if (target.number >= info(up->target).number || target.current != target.id)
      continue;
    auto just = llvm::find_if(members, [&](const TargetMember &m) {
      return m.kind == TargetMember::Just && m.target == target.id;
    });
    if (just == members.end())
      break;
    up->target = target.id;
  }
  TargetMember joined = *up;
  llvm::erase_if(members, [&](const TargetMember &m) {
    return m.kind == TargetMember::Just && info(m.target).number >= info(joined.target).number;
  });
}

std::string ptx::describeTargets(TargetSetId set, PtxVersion version) {
  std::vector<TargetMember> members;
  for (const TargetMember &member : tables::membersOf(set))
    if (std::max(member.since, info(member.target).since) <= version ||
        member.kind == TargetMember::AndUp || member.kind == TargetMember::AndDown)
      members.push_back(member);
  std::vector<TargetMember> all = members;
  llvm::erase_if(members, [&](const TargetMember &inner) {
    return llvm::any_of(all, [&](const TargetMember &outer) { return isPartOf(inner, outer); });
  });
  joinNeighbours(members);
  if (members.empty() || set == TargetSetId::AllTargets)
    return describeTargets(set);
  return describeMembers(members);
}

static constexpr PtxVersion oldestVersion{1, 0};

std::string ptx::describeClosed(const GateInfo &gate) {
  std::string text;
  if (gate.version > oldestVersion)
    text = "in PTX " + gate.version.str() + " or later";
  if (gate.targets == TargetSetId::AllTargets)
    return text;
  return text + (text.empty() ? "" : " ") + "for " + describeTargets(gate.targets);
}

/// The first version with the gate and the member. The member, a target or the first one of a
/// family, does not exist under its name in earlier versions.
static PtxVersion firstWith(const GateInfo &gate, const TargetMember &member) {
  bool isNamed = member.kind == TargetMember::Just || member.kind == TargetMember::FamilyOf;
  PtxVersion first = std::max(member.since, gate.version);
  return isNamed ? std::max(first, info(member.target).since) : first;
}

std::string ptx::describeGateNeeds(const GateInfo &gate) {
  if (gate.closes)
    return "not " + describeClosed(gate);
  if (gate.targets == TargetSetId::AllTargets)
    return "PTX " + gate.version.str();

  // Members with the same first version are joined.
  std::vector<PtxVersion> versions;
  for (const TargetMember &member : tables::membersOf(gate.targets))
    versions.push_back(firstWith(gate, member));
  llvm::sort(versions);
  versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
  if (versions.size() == 1) {
    std::string targets = describeTargets(gate.targets, versions.front());
    return versions.front() > oldestVersion ? "PTX " + versions.front().str() + " and " + targets
                                            : targets;
  }
  Texts parts;
  for (PtxVersion version : versions) {
    std::vector<TargetMember> members;
    for (const TargetMember &member : tables::membersOf(gate.targets))
      if (firstWith(gate, member) == version)
        members.push_back(member);
    parts.push_back("PTX " + version.str() + " for " + describeMembers(members));
  }
  return llvm::join(parts, ", or ");
}

//===-- Conditions and rules ----------------------------------------------------------------===//

namespace {

/// The connection of the parts of a text: one part, "and", "with", "or".
enum class Binding : uint8_t { Single, And, With, Or };

struct Phrase {
  std::string text;
  Binding binding = Binding::Single;
};

/// Describes conditions of one form, without the parts that always hold in the form.
class ConditionWords {
public:
  explicit ConditionWords(const OpenForm &open) : open(open), form(*open.form) {}

  Phrase phrase(unsigned number, bool negated = false) const {
    const ConditionNode &node = tables::conditions()[number];
    switch (node.kind) {
    case ConditionKind::Always:
    case ConditionKind::Never:
    case ConditionKind::Release: // always holds: the release is the newest
      return {};
    case ConditionKind::Word:
      return words(node, negated);
    case ConditionKind::Modifier:
      return {(negated ? "no " : "") + place(form.slots()[node.place])};
    case ConditionKind::Operand:
      return {(negated ? "no " : "") + operand(form.operands()[node.place])};
    case ConditionKind::PairedPredicate:
      return {std::string(negated ? "no " : "") + "predicate after operand " +
              code(form.operands()[node.place].name)};
    case ConditionKind::Register:
      return {operand(form.operands()[node.place]) +
              (negated ? " that is not a register" : " in a register")};
    case ConditionKind::Value:
      return {operand(form.operands()[node.place]) + (negated ? " other than " : " ") +
              values(slice(tables::values(), node.wordRange))};
    case ConditionKind::Not:
      return phrase(number + 1, !negated);
    case ConditionKind::All:
      return list(number, negated, negated ? Binding::Or : Binding::And);
    case ConditionKind::Any:
      return list(number, negated, negated ? Binding::And : Binding::Or);
    }
    return {};
  }

private:
  /// A place of the form: its only word, or its name in the syntax line.
  static std::string place(const SlotInfo &slot) {
    return slot.words().size() == 1 ? describeModifiers(slot.words()) : dottedCode(slot.name);
  }

  static std::string operand(const OperandInfo &operand) {
    return operand.kinds == OperandKind::suffix ? dottedCode(operand.name)
                                                : "operand " + code(operand.name);
  }

  static std::string values(llvm::ArrayRef<int64_t> list) {
    Texts texts;
    for (int64_t value : list)
      texts.push_back(std::to_string(value));
    return listText(texts, "or");
  }

  /// Whether another place of the form accepts one of `words`.
  bool isElsewhere(const SlotInfo &slot, llvm::ArrayRef<Modifier> words) const {
    return llvm::any_of(form.slots(), [&](const SlotInfo &other) {
      return &other != &slot && llvm::any_of(other.words(), [&](Modifier word) {
        return llvm::is_contained(words, word);
      });
    });
  }

  Phrase words(const ConditionNode &node, bool negated) const {
    const SlotInfo &slot = form.slots()[node.place];
    llvm::SmallVector<Modifier> words, others;
    for (Modifier word : open.places[node.place]) {
      bool isMeant = llvm::is_contained(slice(tables::words(), node.wordRange), word);
      if (word != Modifier::none)
        (isMeant ? words : others).push_back(word);
    }
    bool optional = !open.isFilled(node.place);
    std::string as = " as " + dottedCode(slot.name);
    auto positive = [&](llvm::ArrayRef<Modifier> list) {
      return Phrase{describeModifiers(list) + (isElsewhere(slot, list) ? as : ""),
                    list.size() > 1 ? Binding::Or : Binding::Single};
    };
    // For a place that is always filled, the shorter of the list and its complement.
    if (!optional && negated && others.size() <= words.size())
      return positive(others);
    if (!optional && !negated && words.size() > 3 && 2 * others.size() <= words.size())
      return {dottedCode(slot.name) + " other than " + describeModifiers(others)};
    if (!negated)
      return positive(words);
    if (optional)
      return {std::string("no ") + positive(words).text};
    return {dottedCode(slot.name) + " other than " + describeModifiers(words)};
  }

  Phrase list(unsigned number, bool negated, Binding binding) const {
    llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
    Texts texts, absent; // absent words are last
    bool mixed = false;
    for (unsigned part = number + 1; part < number + nodes[number].size; part += nodes[part].size) {
      if (truthOf(open, part) != Truth::Unknown)
        continue;
      Phrase inner = phrase(part, negated);
      mixed |= inner.binding != Binding::Single && inner.binding != binding;
      Texts &list = StringRef(inner.text).starts_with("no ") ? absent : texts;
      list.push_back(std::move(inner.text));
    }
    bool isPresent = absent.empty();
    llvm::move(absent, std::back_inserter(texts));
    if (texts.size() == 1 && !mixed)
      return {texts.front()};
    if (!mixed)
      return {listText(texts, binding == Binding::And ? "and" : "or"), binding};
    if (binding == Binding::And && isPresent)
      return {llvm::join(texts, " with "), Binding::With};
    return {llvm::join(texts, binding == Binding::And ? ", and " : ", or "), binding};
  }

  const OpenForm &open;
  const FormInfo &form;
};

} // namespace

std::string ptx::describeCondition(const OpenForm &open, uint16_t condition) {
  return truthOf(open, condition) == Truth::Unknown ? ConditionWords(open).phrase(condition).text
                                                    : "";
}

std::string ptx::describeCondition(const FormInfo &form, uint16_t condition) {
  return describeCondition(OpenForm(form), condition);
}

std::string ptx::describeRule(const OpenForm &open, const RuleInfo &rule) {
  ConditionWords words(open);
  Phrase subject;
  if (truthOf(open, rule.condition) == Truth::Unknown)
    subject = words.phrase(rule.condition);
  bool plural = subject.binding == Binding::And;
  if (truthOf(open, rule.implied) == Truth::False)
    return subject.text + (plural ? " do not go together" : " is not allowed");
  std::string needs = words.phrase(rule.implied).text;
  if (subject.text.empty())
    return "requires " + needs;
  if (tables::conditions()[rule.implied].kind == ConditionKind::Not)
    if (std::string excluded = words.phrase(rule.implied + 1).text; excluded.size() <= needs.size())
      return subject.text + (plural ? " exclude " : " excludes ") + excluded;
  return subject.text + (plural ? " require " : " requires ") + needs;
}

/// The modifiers and operands of `view` that contribute to the condition.
static void collectParts(const InstrView &view, unsigned number, Texts &parts) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  for (unsigned i = number; i < number + nodes[number].size; ++i) {
    const ConditionNode &node = nodes[i];
    if (node.kind == ConditionKind::Not) {
      i += nodes[i + 1].size; // an absent modifier cannot be shown
      continue;
    }
    if (node.kind == ConditionKind::All || node.kind == ConditionKind::Any || !fulfils(view, i))
      continue;
    std::string text;
    if (node.kind == ConditionKind::Word || node.kind == ConditionKind::Modifier)
      text = dottedCode(info(view.modifiers[node.place]).name);
    else if (node.kind == ConditionKind::Operand || node.kind == ConditionKind::Value)
      text = "operand " + code(view.form->operands()[node.place].name);
    if (!text.empty() && !llvm::is_contained(parts, text))
      parts.push_back(text);
  }
}

/// The rule that the message about `broken` states: that of the manual, if it is stricter in the
/// same case.
static const RuleInfo &statedRule(const InstrView &view, const RuleInfo &broken) {
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  if (broken.undocumented || nodes[broken.condition].kind == ConditionKind::Always)
    return broken;
  for (const RuleInfo &rule : view.form->rules())
    if (rule.ptxasIgnores && rule.condition == broken.condition &&
        nodes[rule.implied].kind == ConditionKind::Word &&
        nodes[broken.implied].kind == ConditionKind::Word &&
        nodes[rule.implied].place == nodes[broken.implied].place && !fulfils(view, rule.implied))
      return rule;
  return broken;
}

std::string ptx::describeBrokenRule(const InstrView &view, const RuleInfo &broken) {
  constexpr size_t maxWords = 8;
  const RuleInfo &rule = statedRule(view, broken);
  OpenForm open(*view.form);
  ConditionWords words(open);
  llvm::ArrayRef<ConditionNode> nodes = tables::conditions();
  Texts parts;
  collectParts(view, rule.condition, parts);
  std::string subject = listText(parts, "and");
  bool plural = parts.size() > 1;
  const ConditionNode &needs = nodes[rule.implied];
  if (needs.kind == ConditionKind::Not) {
    Texts excluded;
    collectParts(view, rule.implied + 1, excluded);
    if (!subject.empty() && !excluded.empty())
      return subject + (plural ? " exclude " : " excludes ") + listText(excluded, "and");
  }
  std::string wanted = words.phrase(rule.implied).text;
  // A required place, with its possible words.
  if (needs.kind == ConditionKind::Modifier)
    if (llvm::ArrayRef<Modifier> list = view.form->slots()[needs.place].words();
        list.size() <= maxWords)
      wanted = describeModifiers(list);
  if (wanted.empty())
    return subject + (plural ? " do not go together" : " is not allowed");
  if (subject.empty() && needs.kind == ConditionKind::Not) {
    Texts excluded;
    collectParts(view, rule.implied + 1, excluded);
    if (!excluded.empty())
      return listText(excluded, "and") + (excluded.size() > 1 ? " are" : " is") + " not allowed";
  }
  if (subject.empty())
    return "the instruction requires " + wanted;
  return subject + (plural ? " require " : " requires ") + wanted;
}

std::string ptx::describeRule(const FormInfo &form, const RuleInfo &rule) {
  return describeRule(OpenForm(form), rule);
}

std::string ptx::decidingWords(const InstrView &view, const OperandInfo &operand) {
  Texts parts;
  for (const CaseInfo &c : operand.cases())
    if (fulfils(view, c.condition)) {
      collectParts(view, c.condition, parts);
      break;
    }
  bool isVector = operand.followsVec && parts.empty();
  for (Modifier word : view.modifiers)
    if (isVector && llvm::is_contained({Modifier::v2, Modifier::v4, Modifier::v8}, word))
      parts.push_back(dottedCode(info(word).name));
  return listText(parts, "and");
}
