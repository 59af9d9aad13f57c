// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/Signatures.h"

#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Sema/Declarations/ParameterUses.h"
#include "ptx/Sema/Instructions/Suggestions.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace ptx;
using llvm::StringRef;

//===-- State spaces --------------------------------------------------------------------------===//

llvm::SmallVector<StringRef, 4> ptx::spacesOf(const InstrView &view, const OperandInfo &operand) {
  llvm::SmallVector<StringRef, 4> names;
  if (operand.spacePlace != OperandInfo::noPlace) {
    Modifier word = view.modifiers[operand.spacePlace];
    names.push_back(word == Modifier::none ? StringRef() : StringRef(info(word).name));
    return names;
  }
  for (Modifier word : operand.spaces())
    names.push_back(info(word).name);
  if (operand.generic)
    names.push_back("");
  return names;
}

/// The state spaces of an address as a set of bits.
static uint8_t spaceBits(const InstrView &view, const OperandInfo &operand) {
  constexpr auto bit = [](StateSpace space) { return 1u << static_cast<unsigned>(space); };
  static const unsigned generic = [&] {
    unsigned spaces = 0;
    for (const StateSpaceInfo &space : allStateSpaces())
      spaces |= space.isGeneric ? bit(space.id) : 0;
    return spaces;
  }();
  unsigned bits = 0;
  auto add = [&](Modifier word) {
    if (std::optional<StateSpace> space = spaceOf(word))
      bits |= bit(*space);
  };
  if (operand.spacePlace != OperandInfo::noPlace) {
    Modifier word = view.modifiers[operand.spacePlace];
    if (word == Modifier::none)
      bits = generic;
    else
      add(word);
  } else {
    llvm::for_each(operand.spaces(), add);
    if (operand.generic)
      bits |= generic;
  }
  return static_cast<uint8_t>(bits);
}

/// Whether the operand is the generic address of the instruction's mbarrier object, which is still
/// in shared memory.
static bool isGenericObject(const InstrView &view, const OperandInfo &operand) {
  return operand.object() && groupOf(asyncOp(view)) == AsyncGroup::Mbarriers &&
         !llvm::any_of(operand.spaces(), [&](Modifier space) { return view.has(space); });
}

ExpectedOperand::ExpectedOperand(const InstrView &view, const OperandInfo &operand,
                                 const Platform &platform)
    : info(&operand), shape(shapeOf(view, operand)), registers(registerTypes(view, operand)),
      immediates(immediateKinds(view, operand)),
      checked(checkedByPtxas(view, operand, platform.version, platform.targets)),
      spaces(spaceBits(view, operand)) {
  // `ptxas` cannot generate code for 32-bit addresses in global memory, unless all addresses have
  // 32 bits.
  if (platform.wideAddresses && operand.kinds == OperandKind::address && !operand.extended &&
      !shape.type && (inSpace(StateSpace::Global) || isGenericObject(view, operand)))
    registers &= ~integerTypes(32, 32);
  if (operand.kinds & (OperandKind::register_ | OperandKind::predicate) &&
      !(checked & (OperandKind::register_ | OperandKind::floating)) &&
      operand.pairedPredicate != PairedPredicate::Required)
    scalars = (takesScalar() ? registers : 0) | (takesPredicate() ? typeBit(TypeId::pred) : 0);
  if (!operand.split)
    return;
  halves = registerTypes(view, operand, 2);
  quarters = registerTypes(view, operand, 4);
}

bool ptx::convertsNarrowAddress(const InstrView &view, const Platform &platform) {
  return platform.wideAddresses && view.form->action == Action::ConvertAddress &&
         view.has(Modifier::u32);
}

//===-- The ways to read operands -------------------------------------------------------------===//

namespace {

/// Finds the interpretations of `count` operands as the operands of one form.
class Reader {
public:
  Reader(const FormCandidate &candidate, unsigned count, bool qualified, const Platform &platform,
         SignatureSet &out)
      : candidate(candidate), form(*candidate.view.form), count(count), qualified(qualified),
        platform(platform), out(out) {
    llvm::ArrayRef<OperandInfo> operands = form.operands();
    for (uint8_t i = 0; i != operands.size(); ++i) {
      if (operands[i].kinds == OperandKind::suffix)
        suffix = i;
      else if (!places.empty() && operands[i].bracket &&
               operands[i].bracket == operands[places.back().first].bracket)
        ++places.back().count;
      else
        places.push_back({i, 1, operands[i].bracket != 0});
    }
  }

  void run() {
    if (!qualified || suffix)
      choose(0);
  }

private:
  bool isOptional(const Signature::Place &place) const {
    return form.operands()[place.first].optional;
  }

  /// Enumerates all choices of optional operands from position `next` on.
  void choose(size_t next) {
    if (chosen.size() > count)
      return;
    if (next == places.size()) {
      if (chosen.size() == count)
        add();
      return;
    }
    chosen.push_back(places[next]);
    choose(next + 1);
    chosen.pop_back();
    if (isOptional(places[next]))
      choose(next + 1);
  }

  void add() {
    Signature signature;
    signature.view = candidate.view;
    signature.manualOrder = candidate.manualOrder;
    InstrView &view = signature.view;
    uint8_t described = 0;
    for (const Signature::Place &place : chosen) {
      signature.places.push_back({described, place.count, place.bracketed});
      described += place.count;
      for (unsigned i = place.first; i != place.first + place.count; ++i)
        view.operands |= 1u << i;
    }
    if (qualified)
      view.operands |= 1u << *suffix;
    // The properties of an operand can depend on the presence of others.
    for (const Signature::Place &place : chosen)
      for (unsigned i = place.first; i != place.first + place.count; ++i)
        signature.operands.emplace_back(view, form.operands()[i], platform);
    signature.readsValues = !form.checks().empty();
    for (const GateInfo &gate : form.gates())
      signature.readsValues |= readsValues(gate.condition);
    for (const RuleInfo &rule : form.rules()) {
      if (readsValues(rule.condition) || readsValues(rule.implied)) {
        signature.readsValues = true;
        continue;
      }
      if (!fulfils(view, rule.condition) || fulfils(view, rule.implied))
        continue;
      if (rule.ptxasIgnores)
        signature.uncheckedRule = &rule;
      else if (rule.undocumented)
        signature.undocumentedRule = &rule;
      else if (!signature.brokenRule)
        signature.brokenRule = &rule;
    }
    if (!signature.brokenRule)
      signature.gateFailures = failedGates(view, platform);
    signature.isPlain = !signature.hasFindings() && !signature.readsValues &&
                        signature.gateFailures.empty() && !form.has(Trait::Calls) &&
                        !form.has(Trait::MarksTrace) && !canUseParameter(form.action) &&
                        !convertsNarrowAddress(view, platform);
    // Among several legal interpretations, the one with the fewest requirements on the module comes
    // first.
    auto rank = [](const Signature &s) {
      return 4 * (s.brokenRule != nullptr) + 2 * (s.undocumentedRule != nullptr) +
             !s.gateFailures.empty();
    };
    auto *position = llvm::find_if(
        out.all, [&](const Signature &other) { return rank(signature) < rank(other); });
    out.all.insert(position, std::move(signature));
  }

  const FormCandidate &candidate;
  const FormInfo &form;
  unsigned count;
  bool qualified;
  const Platform &platform;
  SignatureSet &out;
  std::optional<uint8_t> suffix;
  llvm::SmallVector<Signature::Place, 8> places; // of the form's operands
  llvm::SmallVector<Signature::Place, 8> chosen;
};

} // namespace

bool SignatureSet::isLegal() const { return !all.empty() && !all.front().brokenRule; }

Mnemonic::Mnemonic(Opcode opcode, llvm::ArrayRef<Modifier> words, const Platform &platform,
                   bool hasBank, bool findsChanges)
    : code(opcode), hasBank(hasBank),
      result(matchForms(opcode, words, findsChanges, platform.release())), platform(platform) {}

bool Mnemonic::takesQualifier() const {
  return llvm::any_of(result.candidates, [](const FormCandidate &candidate) {
    return llvm::any_of(candidate.view.form->operands(), [](const OperandInfo &operand) {
      return operand.kinds == OperandKind::suffix;
    });
  });
}

llvm::MutableArrayRef<std::pair<Modifier, Mnemonic>>
Mnemonic::withOneMore(llvm::ArrayRef<Modifier> words) const {
  if (longer)
    return *longer;
  longer = std::make_unique<std::vector<std::pair<Modifier, Mnemonic>>>();
  uint64_t bits = 0;
  for (Modifier word : words)
    bits |= wordBit(word);
  for (llvm::StringRef name : wordsOf(code)) {
    Modifier word = findModifier(name);
    if (word == Modifier::none || info(word).isType || llvm::is_contained(words, word))
      continue;
    uint64_t all = bits | wordBit(word);
    if (llvm::none_of(formsOf(code),
                      [&](const FormInfo &form) { return (form.wordBits & all) == all; }))
      continue;
    for (size_t place = words.size() + 1; place-- != 0;) {
      llvm::SmallVector<Modifier, 10> more(words);
      more.insert(more.begin() + place, word);
      if (someFormTakes(code, more, result.release))
        longer->emplace_back(word, with(more));
    }
  }
  return *longer;
}

const SignatureSet &Mnemonic::signatures(unsigned count, bool qualified) {
  // The operands of a form are bits. No form matches more operands than bits, so all such counts
  // share one set.
  constexpr unsigned mostOperands = std::numeric_limits<decltype(InstrView::operands)>::digits;
  count = std::min(count, mostOperands + 1);
  for (const Entry &entry : entries)
    if (entry.count == count && entry.qualified == qualified)
      return *entry.set;
  auto set = std::make_unique<SignatureSet>();
  for (const FormCandidate &candidate : result.candidates)
    Reader(candidate, count, qualified, platform, *set).run();
  entries.push_back({count, qualified, std::move(set)});
  return *entries.back().set;
}

//===-- The table -----------------------------------------------------------------------------===//

MnemonicTable::MnemonicTable(const WordTable &words, const Platform &platform)
    : words(words), platform(platform) {}
MnemonicTable::~MnemonicTable() = default;

/// Whether the word names a constant bank: `.const[2]`.
bool MnemonicTable::isConstantBank(WordId word) const {
  return word != WordId::Overflow && words.text(word).ends_with("]");
}

/// The modifier of a word; `Modifier::none` if it is not a modifier.
Modifier MnemonicTable::modifier(WordId word) const {
  if (word == WordId::Overflow)
    return Modifier::none;
  return isConstantBank(word) ? Modifier::const_ : findModifier(words.text(word).drop_front());
}

/// The maximum number of modifiers in a key, which also contains the opcode.
static constexpr size_t mostInKey = 3;

static uint64_t keyOf(WordId opcode, llvm::ArrayRef<WordId> modifiers) {
  uint64_t key = static_cast<uint64_t>(opcode);
  if (LLVM_LIKELY(modifiers.size() <= mostInKey))
    for (WordId word : modifiers)
      key = key << 16 | static_cast<uint64_t>(word);
  else
    for (WordId word : modifiers)
      key = (key ^ static_cast<uint64_t>(word)) * 0x9E3779B97F4A7C15u;
  return key;
}

static uint32_t hashOf(uint64_t key) {
  return static_cast<uint32_t>((key * 0x9E3779B97F4A7C15u) >> 32);
}

uint32_t MnemonicTable::Slot::hash() const { return hashOf(key); }

Mnemonic *MnemonicTable::find(WordId opcode, llvm::ArrayRef<WordId> modifiers) {
  uint64_t key = keyOf(opcode, modifiers);
  const Slot &known = table.find(hashOf(key), [&](const Slot &slot) {
    return slot.key == key && slot.wordCount == modifiers.size() + 1 &&
           (modifiers.size() <= mostInKey ||
            (keys[slot.firstWord] == opcode &&
             llvm::equal(modifiers,
                         llvm::ArrayRef(keys).slice(slot.firstWord + 1, modifiers.size()))));
  });
  return known.isFree() ? add(key, opcode, modifiers) : known.mnemonic.get();
}

Mnemonic *MnemonicTable::add(uint64_t key, WordId opcode, llvm::ArrayRef<WordId> modifiers) {
  Slot &slot = table.add({.key = key,
                          .firstWord = static_cast<uint32_t>(keys.size()),
                          .wordCount = static_cast<uint32_t>(modifiers.size() + 1),
                          .mnemonic = nullptr});
  keys.push_back(opcode);
  keys.append(modifiers.begin(), modifiers.end());
  std::optional<Opcode> code;
  if (opcode != WordId::Overflow)
    code = findOpcode(words.text(opcode));
  if (code) {
    llvm::SmallVector<Modifier, 12> list;
    for (WordId word : modifiers)
      list.push_back(modifier(word));
    bool hasBank = llvm::any_of(modifiers, [&](WordId word) { return isConstantBank(word); });
    slot.mnemonic = std::make_unique<Mnemonic>(*code, list, platform, hasBank);
  }
  return slot.mnemonic.get();
}
