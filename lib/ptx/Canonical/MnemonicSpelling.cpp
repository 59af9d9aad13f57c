// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/MnemonicSpelling.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// An opcode with its modifiers.
struct Words {
  Opcode opcode;
  llvm::SmallVector<Modifier, 12> modifiers;

  std::string text() const {
    std::string text = info(opcode).name.str();
    for (Modifier modifier : modifiers)
      text += ("." + info(modifier).name).str();
    return text;
  }
};

} // namespace

static bool isBarrier(const InstrView &view) {
  return view.form->instructionId == InstructionId::barrier ||
         view.form->instructionId == InstructionId::bar;
}

/// The words at the places of the form. (Manual 9)
static Words inOrder(const InstrView &view) {
  Words words{view.form->opcode, {}};
  llvm::copy_if(view.modifiers, std::back_inserter(words.modifiers),
                [](Modifier word) { return word != Modifier::none; });
  return words;
}

/// `words` with one of several words that mean the same: the one that PTX has had for longest.
static Words withoutSynonyms(const InstrView &view, Words words) {
  // `.shared` is `.shared::cta` wherever both are possible. (Manual 5.1.7)
  for (auto [slot, word] : llvm::zip(view.form->slots(), view.modifiers))
    if (word == Modifier::shared_cta && llvm::is_contained(slot.words(), Modifier::shared))
      *llvm::find(words.modifiers, word) = Modifier::shared;
  if (!isBarrier(view))
    return words;
  // `.cta` says what a barrier is anyway, and `bar` is an aligned `barrier`. (Manual 9.7.13.1)
  llvm::erase(words.modifiers, Modifier::cta);
  if (words.opcode == Opcode::barrier && llvm::is_contained(words.modifiers, Modifier::aligned)) {
    words.opcode = Opcode::bar;
    llvm::erase(words.modifiers, Modifier::aligned);
  }
  return words;
}

/// Whether some address of the form has its qualifier.
static bool isQualified(const InstrView &view) {
  for (auto [i, operand] : llvm::enumerate(view.form->operands()))
    if (operand.kinds == OperandKind::suffix && view.operands >> i & 1)
      return true;
  return false;
}

/// Whether an instruction that is read as `signature` can be written with `words`: they are in
/// order, the form is the same or that of a synonym, and the module has it.
static bool isLegal(const Words &words, const Signature &signature, const Platform &platform) {
  const InstrView &view = signature.view;
  Mnemonic mnemonic(words.opcode, words.modifiers, platform);
  const SignatureSet &set =
      mnemonic.signatures(static_cast<unsigned>(signature.places.size()), isQualified(view));
  return llvm::any_of(set.all, [&](const Signature &s) {
    return s.manualOrder && !s.brokenRule &&
           s.gateFailures.size() <= signature.gateFailures.size() &&
           (s.view.form->opcode != view.form->opcode ||
            (s.view.form == view.form && s.view.operands == view.operands));
  });
}

static std::string canonical(const Signature &signature, const Platform &platform) {
  Words words = inOrder(signature.view);
  if (Words fewest = withoutSynonyms(signature.view, words); isLegal(fewest, signature, platform))
    return fewest.text();
  return words.text();
}

llvm::StringRef MnemonicSpeller::respelled(const SyntaxUnit &unit, const Instruction &inst,
                                           const Signature &signature) {
  auto [entry, isNew] = known.try_emplace(&signature);
  if (isNew) {
    std::string source;
    for (uint32_t i = 0; i <= inst.modifierCount; ++i)
      source += unit.text(TokenId{inst.opcode.index + i});
    entry->second = canonical(signature, platform);
    // The modifiers do not tell the bank of `.const[2]`.
    if (entry->second == source || llvm::StringRef(source).contains('['))
      entry->second.clear();
  }
  return entry->second;
}
