// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a syntax line such as `setp.CmpOp{.ftz}.type p[|q], a, b`.

#include "DiagnosticRecords.h"
#include "IsaRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;

namespace ptx {

namespace {

class SyntaxParser {
public:
  SyntaxParser(const IsaRecords &isa, FormRecord &form, const std::vector<const Record *> &sets,
               std::vector<const Record *> &used)
      : isa(isa), form(form), sets(sets), used(used), rest(form.syntax) {}

  /// False after an error.
  bool parse() {
    StringRef opcode = form.instruction->getValueAsString("Opcode");
    if (!rest.consume_front(opcode)) {
      fail("the line begins with `" + opcode + "`");
      return false;
    }
    for (StringRef word : drop_begin(split(opcode, '.')))
      addSlot(word, {.isMnemonicSuffix = true});
    while (ok && !rest.empty() && rest.front() != ' ')
      parseModifier();
    for (size_t i = 1; i < form.slots.size(); ++i)
      if (form.slots[i].isMnemonicSuffix && !form.slots[i - 1].isMnemonicSuffix)
        fail("`." + form.slots[i].name + "` does not follow the mnemonic");
    if (rest.consume_front(" "))
      parseOperands();
    if (ok && !rest.empty())
      fail("cannot read `" + rest + "`");
    findOrder();
    return ok;
  }

private:
  struct Traits {
    bool optional = false;
    bool isMnemonicSuffix = false;
    unsigned link = 0;
  };

  void fail(const Twine &text) {
    if (ok)
      report(*form.instruction, Twine("`") + form.syntax + "`: " + text);
    ok = false;
  }

  static bool isNameChar(char c) { return isAlnum(c) || c == '_' || c == ':' || c == '-'; }

  StringRef takeName() {
    StringRef name = rest.take_while(isNameChar);
    rest = rest.drop_front(name.size());
    if (name.empty())
      fail("a name is missing before `" + rest + "`");
    return name;
  }

  unsigned wordNumber(StringRef word) {
    unsigned number = isa.wordNumbers.lookup(word);
    if (!number)
      fail("`." + word + "` is not a set, and there is no type or modifier of this name");
    return number;
  }

  /// Adds the place `name`: a set, or a literal word.
  void addSlot(StringRef name, Traits traits) {
    Slot slot;
    slot.name = name.str();
    slot.optional = traits.optional;
    slot.isMnemonicSuffix = traits.isMnemonicSuffix;
    slot.link = traits.link;
    auto set = find_if(sets, [&](auto *s) { return s->getValueAsString("Name") == name; });
    if (set == sets.end()) {
      slot.words = {wordNumber(name)};
    } else {
      used.push_back(*set);
      slot.isMnemonicSuffix |= (*set)->getValueAsBit("IsMnemonicSuffix");
      for (StringRef word : split((*set)->getValueAsString("Words"), ' ')) {
        unsigned number = wordNumber(word);
        if (ok && is_contained(slot.words, number))
          fail("`." + word + "` is in set `" + name + "` twice");
        slot.words.push_back(number);
      }
    }
    if (!ok)
      return;
    auto types = count_if(slot.words, [&](unsigned word) { return isa.isType(word); });
    slot.type = types != 0;
    if (types && types != static_cast<int64_t>(slot.words.size()))
      fail("set `" + name + "` has both types and modifiers");
    for (const Slot &other : form.slots)
      if (other.name == slot.name && !slot.type)
        fail("`." + name + "` is there twice");
    form.slots.push_back(std::move(slot));
  }

  /// Whether the words of two places must keep their order: types, words of a list whose words are
  /// ordered, and places that share words, such as the two priorities of createpolicy.
  bool keepOrder(const Slot &a, const Slot &b) const {
    if (a.type || b.type)
      return a.type && b.type;
    const Record *modifiers = isa.words[a.words.front() - 1].modifiers;
    auto isOfList = [&](unsigned word) { return isa.words[word - 1].modifiers == modifiers; };
    return (modifiers->getValueAsBit("Ordered") && all_of(a.words, isOfList) &&
            all_of(b.words, isOfList)) ||
           any_of(a.words, [&](unsigned word) { return is_contained(b.words, word); });
  }

  /// Numbers the groups of places with a fixed order.
  void findOrder() {
    unsigned groups = 0;
    for (size_t b = 1; b < form.slots.size(); ++b)
      for (size_t a = 0; a < b; ++a) {
        unsigned &first = form.slots[a].order, &second = form.slots[b].order;
        if (!keepOrder(form.slots[a], form.slots[b]) || (first && first == second))
          continue;
        unsigned joined = first ? first : second ? second : ++groups;
        for (Slot &slot : form.slots)
          if (slot.order && (slot.order == first || slot.order == second))
            slot.order = joined;
        first = second = joined;
      }
  }

  /// `{::suffix}`: the previous word, with or without the suffix.
  void parseSuffix() {
    StringRef suffix = takeName();
    if (ok && !form.slots.empty())
      form.slots.back().words.push_back(wordNumber(form.slots.back().name + "::" + suffix.str()));
    closeBrace();
  }

  void closeBrace() {
    if (!rest.consume_front("}"))
      fail("`}` is missing");
  }

  /// `.name`, `{.name}`, `{.a.b}`, or a suffix.
  void parseModifier() {
    if (rest.consume_front("{::")) {
      parseSuffix();
    } else if (rest.consume_front("{")) {
      size_t first = form.slots.size();
      while (ok && rest.consume_front(".")) {
        addSlot(takeName(), {.optional = true});
        if (rest.consume_front("{::"))
          parseSuffix();
      }
      if (form.slots.size() > first + 1) {
        ++links;
        for (Slot &slot : drop_begin(form.slots, first))
          slot.link = links;
      }
      closeBrace();
    } else if (rest.consume_front(".")) {
      addSlot(takeName(), {});
    } else {
      fail("cannot read `" + rest + "`");
    }
  }

  void parseOperands() {
    bool optional = false;
    do {
      parseOperand(optional);
      if (ok && form.operands.back().bracket && rest.consume_front("{.")) {
        OperandUse suffix;
        suffix.name = takeName();
        suffix.optional = suffix.suffix = true;
        form.operands.push_back(std::move(suffix));
        if (!rest.consume_front("}"))
          fail("`}` is missing");
      }
      while (ok && optional && rest.consume_front("}"))
        optional = false;
      if (rest.consume_front("{, ")) {
        optional = true;
        continue;
      }
      if (!rest.consume_front(", "))
        break;
    } while (ok);
  }

  /// `a{.sel}` or `a.sel`: a part of a register. The description of the operand has its words.
  void parseSelector(OperandUse &operand) {
    if (rest.consume_front("{.")) {
      operand.selector = OperandUse::Optional;
      takeName();
      closeBrace();
    } else if (rest.consume_front(".")) {
      operand.selector = OperandUse::Required;
      takeName();
    }
  }

  /// An operand, or the whole of `[a, b]`.
  void parseOperand(bool optional) {
    if (!rest.consume_front("["))
      return parsePlainOperand(optional, 0);
    ++brackets;
    do
      parsePlainOperand(optional, brackets);
    while (ok && rest.consume_front(", "));
    if (!rest.consume_front("]"))
      fail("`]` is missing");
  }

  void parsePlainOperand(bool optional, unsigned bracket) {
    OperandUse operand;
    operand.optional = optional;
    operand.bracket = bracket;
    if (rest.consume_front("{!}")) {
      operand.negatable = true;
      operand.name = takeName();
    } else if (rest.consume_front("{-}")) {
      operand.signable = true;
      operand.name = takeName();
      parseSelector(operand);
    } else if (rest.consume_front("(")) {
      operand.list = true;
      operand.name = takeName();
      if (!rest.consume_front(")"))
        fail("`)` is missing");
    } else if (rest.consume_front("{")) {
      // `{a, b, e, f}`: one operand, which has the name of its first element.
      operand.name = takeName();
      operand.elements = 1;
      while (ok && rest.consume_front(", ")) {
        takeName();
        ++operand.elements;
      }
      if (!rest.consume_front("}"))
        fail("`}` is missing");
    } else {
      operand.name = takeName();
      parseSelector(operand);
      bool canBeAbsent = rest.consume_front("[");
      if (rest.consume_front("|")) {
        operand.pairedPredicateName = takeName();
        operand.pairedPredicate = canBeAbsent ? OperandUse::Optional : OperandUse::Required;
        if (canBeAbsent && !rest.consume_front("]"))
          fail("`]` is missing");
      }
    }
    form.operands.push_back(std::move(operand));
  }

  const IsaRecords &isa;
  FormRecord &form;
  const std::vector<const Record *> &sets;
  std::vector<const Record *> &used;
  StringRef rest;
  unsigned links = 0, brackets = 0;
  bool ok = true;
};

} // namespace

bool parseSyntax(const IsaRecords &isa, FormRecord &form, const std::vector<const Record *> &sets,
                 std::vector<const Record *> &used) {
  return SyntaxParser(isa, form, sets, used).parse();
}

} // namespace ptx
