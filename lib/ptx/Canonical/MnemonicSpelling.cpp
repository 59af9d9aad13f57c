// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/MnemonicSpelling.h"

#include "ptx/Isa/Forms/OlderSpellings.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static std::string textOf(const MnemonicWords &words) {
  std::string text = info(words.opcode).name.str();
  for (Modifier modifier : words.present())
    text += ("." + info(modifier).name).str();
  return text;
}

/// The modifiers in the slots of the form. (Manual 9)
static MnemonicWords inOrder(const InstrView &view) {
  MnemonicWords words{view.form->opcode, {}};
  llvm::copy_if(view.modifiers, std::back_inserter(words.modifiers),
                [](Modifier word) { return word != Modifier::none; });
  return words;
}

/// `words`, with the oldest of several equivalent modifiers.
static MnemonicWords withoutSynonyms(const InstrView &view, MnemonicWords words) {
  for (const OlderSpelling &record : olderSpellings()) {
    // Some slots accept only one of the modifiers.
    bool isPossible =
        record.older.front() == Modifier::none || view.form->takes(record.older.front());
    if (record.equivalence == Equivalence::Synonym && isPossible)
      record.apply(view.form->instructionId, words);
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

/// Whether an instruction with the form of `signature` can be written with `words`: they are in
/// order, select the same form or that of a synonym, and the module supports them.
static bool isLegal(const MnemonicWords &words, const Signature &signature,
                    const Platform &platform) {
  const InstrView &view = signature.view;
  Mnemonic mnemonic(words.opcode, words.present(), platform);
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
  MnemonicWords words = inOrder(signature.view);
  if (MnemonicWords fewest = withoutSynonyms(signature.view, words);
      isLegal(fewest, signature, platform))
    return textOf(fewest);
  return textOf(words);
}

llvm::StringRef MnemonicSpeller::respelled(const SyntaxUnit &unit, const Instruction &inst,
                                           const Signature &signature) {
  auto [entry, isNew] = known.try_emplace(&signature);
  if (isNew) {
    std::string source;
    for (uint32_t i = 0; i <= inst.modifierCount; ++i)
      source += unit.text(TokenId{inst.opcode.index + i});
    entry->second = canonical(signature, platform);
    // The modifiers do not contain the bank of `.const[2]`.
    if (entry->second == source || llvm::StringRef(source).contains('['))
      entry->second.clear();
  }
  return entry->second;
}
