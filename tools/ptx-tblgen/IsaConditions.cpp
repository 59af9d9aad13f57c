// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves conditions in a form.

#include "DiagnosticRecords.h"
#include "IsaRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

#include <set>

using namespace llvm;

namespace ptx {

namespace {

class Resolver {
public:
  Resolver(const IsaRecords &isa, const FormRecord &form, bool strict)
      : isa(isa), form(form), strict(strict) {}

  Cond resolve(const Record &c) {
    if (c.getName() == "Always")
      return {};
    if (c.isSubClassOf("Has"))
      return has(c.getValueAsString("Words"));
    if (c.isSubClassOf("Is"))
      return is(c.getValueAsString("Name"), c.getValueAsString("Words"));
    if (c.isSubClassOf("Given"))
      return given(c.getValueAsString("Name"));
    if (c.isSubClassOf("Value"))
      return value(c.getValueAsString("Name"), c.getValueAsListOfInts("Values"));
    if (c.isSubClassOf("Register"))
      return isRegister(c.getValueAsString("Name"));
    if (c.isSubClassOf("PtxasFrom"))
      return release(c.getValueAsString("Cuda"));
    std::vector<Cond> parts;
    for (const Record *part : c.getValueAsListOfDefs("Of"))
      parts.push_back(resolve(*part));
    if (c.isSubClassOf("Not"))
      return negation(std::move(parts.front()));
    return c.isSubClassOf("All") ? all(std::move(parts)) : any(std::move(parts));
  }

private:
  Cond unknown(const Twine &text) {
    if (strict)
      report(*form.instruction, Twine("`") + form.syntax + "`: " + text);
    return {Cond::Never, 0, {}, {}};
  }

  std::vector<unsigned> numbers(StringRef words) {
    std::vector<unsigned> result;
    for (StringRef word : split(words, ' ')) {
      if (unsigned number = isa.wordNumbers.lookup(word))
        result.push_back(number);
      else
        report(*form.instruction, "no type or modifier is called `" + word + "`");
    }
    return result;
  }

  /// The condition that the modifier at `place` is one of `words`, each of which the place allows.
  Cond wordAt(unsigned place, std::vector<unsigned> words) {
    const Slot &slot = form.slots[place];
    if (!slot.optional && words.size() == slot.words.size())
      return {};
    return {Cond::Word, place, std::move(words), {}};
  }

  Cond has(StringRef text) {
    std::vector<std::vector<unsigned>> found(form.slots.size());
    for (unsigned word : numbers(text)) {
      SmallVector<unsigned> places;
      for (auto [place, slot] : enumerate(form.slots))
        if (is_contained(slot.words, word))
          places.push_back(place);
      StringRef name = isa.words[word - 1].text;
      if (places.size() > 1) {
        report(*form.instruction,
               Twine("`") + form.syntax + "`: `." + name + "` has more than one place; say `Is`");
      } else if (places.empty()) {
        unknown("`." + name + "` of a condition is not a modifier of this form");
      } else {
        found[places.front()].push_back(word);
      }
    }
    std::vector<Cond> parts;
    for (auto [place, words] : enumerate(found))
      if (!words.empty())
        parts.push_back(wordAt(place, words));
    return any(std::move(parts));
  }

  Cond is(StringRef name, StringRef text) {
    for (auto [place, slot] : enumerate(form.slots)) {
      if (slot.name != name)
        continue;
      std::vector<unsigned> words;
      for (unsigned word : numbers(text)) {
        if (is_contained(slot.words, word))
          words.push_back(word);
        else
          unknown("`." + name + "` cannot be `." + isa.words[word - 1].text + "`");
      }
      if (words.empty())
        return {Cond::Never, 0, {}, {}};
      return wordAt(place, std::move(words));
    }
    return unknown("`." + name + "` of a condition is not a modifier of this form");
  }

  Cond given(StringRef name) {
    for (auto [place, slot] : enumerate(form.slots))
      if (slot.name == name)
        return slot.optional ? Cond{Cond::Modifier, static_cast<unsigned>(place), {}, {}} : Cond{};
    for (auto [place, operand] : enumerate(form.operands))
      if (operand.name == name)
        return operand.optional ? Cond{Cond::Operand, static_cast<unsigned>(place), {}, {}}
                                : Cond{};
    for (auto [place, operand] : enumerate(form.operands))
      if (operand.pairedPredicate != OperandUse::None && operand.pairedPredicateName == name)
        return operand.pairedPredicate == OperandUse::Optional
                   ? Cond{Cond::PairedPredicate, static_cast<unsigned>(place), {}, {}}
                   : Cond{};
    return unknown("`" + name + "` of a condition is not a modifier or operand of this form");
  }

  Cond isRegister(StringRef name) {
    for (auto [place, operand] : enumerate(form.operands))
      if (operand.name == name)
        return {Cond::Register, static_cast<unsigned>(place), {}, {}};
    return unknown("`" + name + "` of a condition is not an operand of this form");
  }

  Cond value(StringRef name, std::vector<int64_t> values) {
    for (auto [place, operand] : enumerate(form.operands))
      if (operand.name == name)
        return {Cond::Value, static_cast<unsigned>(place), {}, {}, std::move(values)};
    return unknown("`" + name + "` of a condition is not an operand of this form");
  }

  Cond release(StringRef cuda) {
    for (auto [number, def] : enumerate(isa.releases))
      if (def->getValueAsString("Cuda") == cuda)
        return {Cond::Release, static_cast<unsigned>(number), {}, {}};
    return unknown("there is no release `" + cuda + "` of CUDA");
  }

  static Cond negation(Cond c) {
    if (c.kind == Cond::Always)
      return {Cond::Never, 0, {}, {}};
    if (c.kind == Cond::Never)
      return {};
    return {Cond::Not, 0, {}, {std::move(c)}};
  }

  static Cond any(std::vector<Cond> parts) {
    erase_if(parts, [](const Cond &c) { return c.kind == Cond::Never; });
    if (any_of(parts, [](const Cond &c) { return c.kind == Cond::Always; }))
      return {};
    if (parts.empty())
      return {Cond::Never, 0, {}, {}};
    return parts.size() == 1 ? std::move(parts.front()) : Cond{Cond::Any, 0, {}, std::move(parts)};
  }

  static Cond all(std::vector<Cond> parts) {
    erase_if(parts, [](const Cond &c) { return c.kind == Cond::Always; });
    if (any_of(parts, [](const Cond &c) { return c.kind == Cond::Never; }))
      return {Cond::Never, 0, {}, {}};
    for (const Cond &a : parts)
      for (const Cond &b : parts)
        if (a.kind == Cond::Word && b.kind == Cond::Word && a.place == b.place &&
            none_of(a.words, [&](unsigned word) { return is_contained(b.words, word); }))
          return {Cond::Never, 0, {}, {}};
    if (parts.empty())
      return {};
    return parts.size() == 1 ? std::move(parts.front()) : Cond{Cond::All, 0, {}, std::move(parts)};
  }

  const IsaRecords &isa;
  const FormRecord &form;
  bool strict;
};

} // namespace

Cond resolveCondition(const IsaRecords &isa, const FormRecord &form, const Record &condition,
                      bool strict) {
  return Resolver(isa, form, strict).resolve(condition);
}

} // namespace ptx
