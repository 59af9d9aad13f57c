// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/ModifierReplacements.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Instructions/Suggestions.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// How unlikely a mistake in one modifier is: most likely in a setting such as the rounding mode,
/// then an extra modifier, then a type, and least likely the operation.
static unsigned weightOf(const ModifierChange &change) {
  if (change.word == Modifier::none)
    return 1;
  if (info(change.word).isType)
    return 2;
  llvm::StringRef what = info(change.word).what;
  bool isOperation = what.starts_with("operation") || what == "barrier operation";
  return isOperation ? Replacement::operationWeight : 0;
}

Replacement ptx::chooseReplacement(const BodyScope &scope, const Instruction &inst,
                                   const Mnemonic &mnemonic) {
  Replacement best;
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  const MatchResult &match = mnemonic.match();
  for (const ModifierChange &change : match.changes) {
    // A modifier that no form accepts is itself the wrong one.
    if (match.failure == MatchFailure::NotAllowed && change.index != match.word)
      continue;
    Mnemonic other = mnemonic.with(change.appliedTo(words));
    Unlikeliness misfit = unlikeliness(scope, inst, other);
    unsigned weight = weightOf(change), index = change.index;
    auto rank = std::tuple(misfit, weight, index);
    bool isAlike = index == best.index && weight == best.weight && !best.changes.empty();
    if (best.changes.empty() || rank < std::tuple(best.misfit, best.weight, best.index)) {
      // Worse matching changes of the same modifier are listed after it.
      if (!isAlike || best.misfit >= Unlikeliness::OtherTarget)
        best.changes.clear();
      best.changes.insert(best.changes.begin(), change);
      best.misfit = misfit;
      best.weight = weight;
      best.index = index;
    } else if (isAlike && (misfit < Unlikeliness::OtherTarget || misfit == best.misfit)) {
      best.changes.push_back(change);
    }
  }
  // The packed type of the written type is always similar enough.
  if (!best.changes.empty() && !best.isRemoval())
    for (const ModifierChange &change : match.changes)
      if (change.index == best.index && change.word != Modifier::none && info(change.word).isType &&
          info(change.word).name.starts_with(info(words[best.index]).name))
        if (Mnemonic other = mnemonic.with(change.appliedTo(words));
            unlikeliness(scope, inst, other) == Unlikeliness::Unfit)
          best.changes.push_back(change);
  return best;
}

Replacement ptx::otherWord(const BodyScope &scope, const Instruction &inst,
                           const Mnemonic &mnemonic) {
  Replacement other;
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  for (unsigned i = inst.modifierCount; i-- != 0 && other.changes.empty();) {
    if (info(words[i]).isType)
      continue;
    other.index = i;
    for (Modifier word : alternativeWords(scope, inst, mnemonic, i))
      other.changes.push_back({static_cast<uint8_t>(i), word});
  }
  other.misfit = Unlikeliness::None;
  return other;
}

void ptx::keepLikeliest(Modifier written, llvm::SmallVectorImpl<ModifierChange> &changes) {
  auto keep = [&](auto isLikely) {
    if (llvm::any_of(changes, isLikely))
      llvm::erase_if(changes, [&](const ModifierChange &change) { return !isLikely(change); });
  };
  auto isLonger = [&](const ModifierChange &change) {
    return info(change.word).name.starts_with(info(written).name);
  };
  // For a type, its packed type is another type, and only one of several candidates.
  if (info(written).isType)
    llvm::stable_sort(changes, [&](const ModifierChange &a, const ModifierChange &b) {
      return isLonger(a) > isLonger(b);
    });
  else
    keep(isLonger);
  const TypeInfo &type = info(info(written).type);
  // Instructions that do not compute have bit types in place of floating-point ones.
  if (info(written).isType && type.kind == TypeKind::Float && type.lanes == 1)
    keep([&](const ModifierChange &change) {
      const TypeInfo &other = info(info(change.word).type);
      return info(change.word).isType && other.kind == TypeKind::Bits && other.lanes == 1 &&
             other.width == type.width;
    });
  if (info(written).isType && type.kind <= TypeKind::Signed && type.lanes == 1)
    keep([&](const ModifierChange &change) {
      const TypeInfo &other = info(info(change.word).type);
      return other.kind <= TypeKind::Signed && other.lanes == 1 && other.width == type.width;
    });
}

bool ptx::hasOtherReading(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                          std::optional<unsigned> index) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  llvm::StringRef opcode = scope.unit.text(inst.opcode);
  auto isNear = [](llvm::StringRef a, llvm::StringRef b) {
    return a != b && spellingDistance(a, b, 1) == 1;
  };
  for (const OpcodeInfo &info : allOpcodes()) {
    if (!isNear(opcode, info.name))
      continue;
    Mnemonic other = mnemonic.with(words, findOpcode(info.name));
    if (unlikeliness(scope, inst, other) == Unlikeliness::None)
      return true;
  }
  for (auto [i, written] : llvm::enumerate(words))
    for (llvm::StringRef word : wordsOf(mnemonic.opcode())) {
      if (index == i || !isNear(info(written).name, word))
        continue;
      ModifierChange change{static_cast<uint8_t>(i), findModifier(word)};
      Mnemonic other = mnemonic.with(change.appliedTo(words));
      if (unlikeliness(scope, inst, other) == Unlikeliness::None)
        return true;
    }
  return false;
}

std::string ptx::describeChanges(llvm::ArrayRef<ModifierChange> changes) {
  llvm::SmallVector<Modifier, 8> words;
  for (const ModifierChange &change : changes)
    if (change.next == Modifier::none && !llvm::is_contained(words, change.word))
      words.push_back(change.word);
  if (changes.front().next == Modifier::none)
    return listOfModifiers(words);
  std::vector<std::string> pairs;
  for (const ModifierChange &change : changes)
    if (change.next != Modifier::none)
      pairs.push_back(("`." + info(change.word).name + "." + info(change.next).name + "`").str());
  return listText(pairs);
}

std::optional<Applicability> ptx::applicabilityOf(const Replacement &replacement,
                                                  llvm::ArrayRef<Modifier> written) {
  const ModifierChange &change = replacement.changes.front();
  const ModifierInfo &after = info(change.word), &before = info(written[replacement.index]);
  bool isRounding = after.what == "rounding";
  if (replacement.changes.size() != 1 || change.next != Modifier::none ||
      (!after.isType && !isRounding))
    return std::nullopt;
  auto isInteger = [](const TypeInfo &type) {
    return type.lanes == 1 && (type.kind == TypeKind::Unsigned || type.kind == TypeKind::Signed);
  };
  const TypeInfo &from = info(before.type), &to = info(after.type);
  if (after.isType && before.isType)
    return to.kind == TypeKind::Bits && isInteger(from) && to.width == from.width
               ? Applicability::Safe
               : Applicability::Unsafe;
  const Modifier *type = llvm::find_if(written, [](Modifier word) { return info(word).isType; });
  bool isConversion = isRounding && type != written.end() && isInteger(info(info(*type).type)) &&
                      after.name == (before.name + "i").str();
  return isConversion ? Applicability::Safe : Applicability::Unsafe;
}
