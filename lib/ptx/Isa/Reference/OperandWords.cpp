// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/OperandWords.h"
#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

using namespace ptx;
using llvm::StringRef;
using Texts = std::vector<std::string>;

namespace {

/// An operand, or one of its cases.
struct Variant {
  explicit Variant(const OperandInfo &o)
      : typePlace(o.typePlace), type(o.type), otherTypes(o.otherTypes), twice(o.twice),
        wider(o.wider), followsVec(o.followsVec), lengths(o.arity), min(o.min), max(o.max) {}
  Variant(const OperandInfo &o, const CaseInfo &c)
      : typePlace(c.typePlace), type(c.type), otherTypes(c.otherTypes), twice(c.twice),
        wider(c.wider), followsVec(o.followsVec && !c.elements), elements(c.elements),
        lengths(c.lengths), min(c.min), max(c.max) {}

  uint8_t typePlace;
  TypeId type;
  TypeSet otherTypes;
  bool twice;
  bool wider;
  bool followsVec;
  unsigned elements = 0;
  uint16_t lengths = 0;
  int16_t min, max;
};

/// Describes one variant of an operand.
class VariantWords {
public:
  VariantWords(const OpenForm &open, const OperandInfo &operand, const Variant &variant)
      : open(open), operand(operand), variant(variant) {}

  std::string text() const {
    if (operand.kinds == OperandKind::address)
      return addressText();
    std::string text = kindsText();
    if (hasType() && types() != typeBit(TypeId::pred))
      text += ", " + typeText();
    return text;
  }

  TypeSet types() const {
    TypeSet types = variant.otherTypes;
    auto add = [&](TypeId type) { types |= variant.twice ? doubled(type) : typeBit(type); };
    if (variant.typePlace == OperandInfo::noPlace)
      add(variant.type);
    else if (hasType())
      for (Modifier word : open.places[variant.typePlace])
        if (word != Modifier::none)
          add(info(word).type);
    return types;
  }

  /// Whether `type` requires integer registers.
  bool isPlain(const TypeInfo &type) const {
    return (operand.plain || variant.typePlace == OperandInfo::noPlace) && type.lanes == 1 &&
           (type.kind == TypeKind::Bits || type.kind == TypeKind::Unsigned ||
            type.kind == TypeKind::Signed);
  }

private:
  bool hasType() const { return variant.typePlace != OperandInfo::noType; }

  static TypeSet doubled(TypeId type) {
    for (const TypeInfo &wide : allTypes())
      if (wide.kind == info(type).kind && wide.width == 2 * info(type).width && wide.lanes == 1 &&
          wide.group == TypeGroup::Fundamental)
        return typeBit(wide.id);
    return 0;
  }

  bool isPlain() const {
    return llvm::all_of(allTypes(), [&](const TypeInfo &type) {
      return !(types() & typeBit(type.id)) || isPlain(type);
    });
  }

  /// The place of `.v2`, `.v4`, `.v8`.
  std::optional<size_t> vectorPlace() const {
    for (auto [place, words] : llvm::enumerate(open.places))
      if (llvm::is_contained({Modifier::v2, Modifier::v4, Modifier::v8}, words.front()))
        return place;
    return std::nullopt;
  }

  /// "vector of 4: ", "alone, or in a vector of 2 or 4: "; empty without a vector.
  std::string vectorText() const {
    std::string alone = variant.lengths & 1 ? "alone, or in a " : "";
    std::string split = operand.split ? ", together as wide as the type: " : ": ";
    Texts counts;
    if (variant.elements)
      counts.push_back(std::to_string(variant.elements));
    for (unsigned n = 1; n < 16; ++n)
      if (variant.lengths >> n & 1)
        counts.push_back(std::to_string(n));
    if (!counts.empty())
      return alone + "vector of " + listText(counts) + split;
    std::optional<size_t> place = vectorPlace();
    if (!variant.followsVec || !place)
      return "";
    const std::vector<Modifier> &words = open.places[*place];
    if (words.size() == 1)
      return "vector of " + info(words.front()).name.drop_front().str() + split;
    alone = open.isFilled(*place) ? "" : "alone, or in a ";
    return alone + "vector as long as `." + open.form->slots()[*place].name.str() + "` says" +
           split;
  }

  /// "`.u32`", "`.type`", "twice as wide as `.type`", "`.type` or wider".
  std::string typeText() const {
    std::string text;
    if (std::has_single_bit(types()) || variant.typePlace == OperandInfo::noPlace)
      text = describeTypes(types());
    else
      text = ((variant.twice ? "twice as wide as `." : "`.") +
              llvm::Twine(open.form->slots()[variant.typePlace].name) + "`")
                 .str();
    return text + (variant.wider ? " or wider" : "");
  }

  /// Whether a number can have one of the types: no number can be two halves.
  bool takesImmediate() const {
    return !hasType() || operand.split || llvm::any_of(allTypes(), [&](const TypeInfo &type) {
      ImmediateKinds kinds = immediateKinds(type.id);
      return types() & typeBit(type.id) && (kinds.integer || kinds.single || kinds.wide);
    });
  }

  /// "immediate", "immediate 0", "immediate from 0 to 31"
  std::string immediateText() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "immediate";
    if (variant.min == variant.max)
      os << ' ' << variant.min;
    else if (variant.min < variant.max)
      os << " from " << variant.min << " to " << variant.max;
    if (operand.step > 1)
      os << " in steps of " << operand.step;
    return text;
  }

  /// "register or immediate from 0 to 31", "vector of 2 or 4: register"
  std::string kindsText() const {
    Texts kinds;
    auto add = [&](uint32_t kind, std::string text) {
      if (operand.kinds & kind)
        kinds.push_back(std::move(text));
    };
    add(OperandKind::register_, hasType() && isPlain() ? "integer register" : "register");
    add(OperandKind::predicate, "predicate");
    add(OperandKind::special, "special register");
    add(OperandKind::symbol, "name of a variable or function");
    add(OperandKind::function, "name of a function");
    add(OperandKind::label, "label");
    add(OperandKind::branchtargets, "label of a `.branchtargets`");
    add(OperandKind::calltargets, "label of a `.calltargets`");
    add(OperandKind::callprototype, "label of a `.callprototype`");
    add(OperandKind::metadata, "label of a `.metadata_label`");
    add(OperandKind::arguments, "list in parentheses");
    add(OperandKind::address, "address");
    if (takesImmediate())
      add(OperandKind::immediate, immediateText());
    add(OperandKind::sink, "`_`");
    return vectorText() + listText(kinds);
  }

  std::string addressText() const {
    Texts spaces;
    bool byModifier = operand.spacePlace != OperandInfo::noPlace;
    if (byModifier) {
      std::vector<Modifier> words = open.places[operand.spacePlace];
      llvm::erase(words, Modifier::none);
      if (words.size() == 1)
        spaces.push_back(describeModifiers(words));
      else if (!words.empty())
        spaces.push_back(
            ("`." + llvm::Twine(open.form->slots()[operand.spacePlace].name) + "`").str());
    }
    for (Modifier space : operand.spaces())
      spaces.push_back(describeModifiers(space));
    bool generic = operand.generic && (!byModifier || !open.isFilled(operand.spacePlace));
    if (spaces.empty())
      return generic ? "generic address" : "address";
    std::string text = "address in " + listText(spaces);
    if (generic)
      text += byModifier ? ", generic without it" : ", or generic";
    return text;
  }

  const OpenForm &open;
  const OperandInfo &operand;
  const Variant &variant;
};

} // namespace

/// Calls back with each variant that can apply, and its condition, if it does not always hold.
template <class Callback>
static void forEachVariant(const OpenForm &open, const OperandInfo &operand, Callback callback) {
  if (operand.cases().empty())
    return callback(Variant(operand), "");
  for (const CaseInfo &c : operand.cases()) {
    Truth truth = truthOf(open, c.condition);
    if (truth != Truth::False)
      callback(Variant(operand, c), describeCondition(open, c.condition));
    if (truth == Truth::True)
      return;
  }
}

/// The properties that all variants share.
static std::string commonText(const OperandInfo &operand) {
  std::string text;
  if (operand.negatable)
    text += ", also with `!`";
  if (operand.signable)
    text += ", also with `-`";
  if (!operand.selectors.empty()) {
    Texts parts;
    for (StringRef part : llvm::split(operand.selectors, ' '))
      parts.push_back(("`." + part + "`").str());
    text += "; " + listText(parts);
    text += operand.selectorNeeded ? " selects a part" : " can select a part";
  }
  if (operand.pairedPredicate != PairedPredicate::None)
    text += operand.pairedPredicate == PairedPredicate::Optional
                ? "; a predicate can follow after `|`"
                : "; a predicate follows after `|`";
  if (operand.optional)
    text += "; can be absent";
  return text;
}

/// Records the places of modifiers that a condition reads.
static void notePlaces(const OpenForm &open, uint16_t condition, std::set<uint8_t> &places) {
  for (const ConditionNode &node :
       tables::conditions().slice(condition, tables::conditions()[condition].size))
    if ((node.kind == ConditionKind::Word || node.kind == ConditionKind::Modifier) &&
        open.places[node.place].size() > 1)
      places.insert(node.place);
}

/// The cases of an operand; many differ only in the length of the vector.
static std::vector<std::string> briefText(const OpenForm &open, const OperandInfo &operand) {
  struct Lengths {
    std::string element;
    unsigned least, greatest;
  };
  std::vector<Lengths> groups;
  forEachVariant(open, operand, [&](Variant variant, const std::string &) {
    unsigned length = std::exchange(variant.elements, 0);
    std::string element = VariantWords(open, operand, variant).text();
    auto same = llvm::find_if(groups, [&](const Lengths &g) { return g.element == element; });
    if (same == groups.end())
      same = groups.insert(same, {element, length, length});
    same->least = std::min(same->least, length);
    same->greatest = std::max(same->greatest, length);
  });
  std::set<uint8_t> places;
  for (const CaseInfo &c : operand.cases())
    notePlaces(open, c.condition, places);
  Texts names;
  for (uint8_t place : places)
    names.push_back(("`." + llvm::Twine(open.form->slots()[place].name) + "`").str());
  std::string say = names.size() > 1 ? " say: " : " says: ";
  Texts result;
  for (const Lengths &group : groups) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << (operand.written ? "written: " : "") << "vector of " << group.least << " to "
       << group.greatest << ", as " << listText(names, "and") << say << group.element;
    result.push_back(text + commonText(operand));
  }
  return result;
}

std::vector<std::string> ptx::describeOperand(const OpenForm &open, const OperandInfo &operand,
                                              bool brief) {
  constexpr size_t veryMany = 10;
  if (operand.kinds == OperandKind::suffix)
    return {"after the address, can be absent"};
  // Variants with equal descriptions are merged.
  std::vector<std::pair<std::string, Texts>> variants;
  forEachVariant(open, operand, [&](const Variant &variant, std::string condition) {
    std::string text = VariantWords(open, operand, variant).text();
    auto same = llvm::find_if(variants, [&](auto &entry) { return entry.first == text; });
    if (same == variants.end())
      same = variants.emplace(same, std::move(text), Texts());
    if (!condition.empty())
      same->second.push_back(std::move(condition));
  });
  bool areVectors =
      llvm::all_of(operand.cases(), [](const CaseInfo &c) { return c.elements != 0; });
  if (brief && variants.size() > veryMany && areVectors)
    return briefText(open, operand);
  Texts result;
  for (const auto &[text, conditions] : variants) {
    result.push_back((operand.written ? "written: " : "") + text + commonText(operand));
    if (variants.size() == 1)
      continue;
    bool areWords = llvm::none_of(conditions, [](StringRef c) { return c.contains(' '); });
    if (conditions.empty())
      result.back() += ", otherwise";
    else
      result.back() +=
          ", with " + (areWords ? listText(conditions) : llvm::join(conditions, ", or "));
  }
  return result;
}

TypeSet ptx::operandTypes(const OpenForm &open, const OperandInfo &operand) {
  TypeSet result = 0;
  forEachVariant(open, operand, [&](const Variant &variant, const std::string &) {
    result |= VariantWords(open, operand, variant).types();
  });
  return result;
}

TypeSet ptx::heldTypes(const OpenForm &open, const OperandInfo &operand) {
  TypeSet result = 0;
  if (!(operand.kinds & OperandKind::register_))
    return result;
  forEachVariant(open, operand, [&](const Variant &variant, const std::string &) {
    VariantWords words(open, operand, variant);
    for (const TypeInfo &type : allTypes())
      if ((words.types() & typeBit(type.id)) && !words.isPlain(type))
        result |= typeBit(type.id);
  });
  return result;
}
