// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/OlderSpellings.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace ptx;

/// Whether some form of the instructions of `record`, which can be all, takes all of `words`.
static bool isTaken(const OlderSpelling &record, const OlderSpelling::WordList &words) {
  return llvm::any_of(allForms(), [&](const FormInfo &form) {
    bool isMeant =
        record.instructions.empty() || llvm::is_contained(record.instructions, form.instructionId);
    return isMeant && llvm::all_of(words, [&](Modifier word) {
             return word == Modifier::none || form.takes(word);
           });
  });
}

TEST(OlderSpellings, EachRecordIsAboutWordsOfItsInstructions) {
  for (const OlderSpelling &record : olderSpellings()) {
    std::string name = info(record.words.front()).name.str();
    EXPECT_TRUE(isTaken(record, record.words)) << name;
    EXPECT_TRUE(isTaken(record, record.older)) << name;
    for (InstructionId id : record.instructions)
      EXPECT_TRUE(llvm::any_of(allForms(), [&](const FormInfo &form) {
        return form.instructionId == id && form.takes(record.words.front());
      })) << name;
  }
}

TEST(OlderSpellings, AllWordsOfARecordAreReplaced) {
  auto apply = [](InstructionId id, std::initializer_list<Modifier> words) {
    MnemonicWords mnemonic{Opcode::mbarrier, words};
    for (const OlderSpelling &record : olderSpellings())
      if (record.words[1] != Modifier::none && record.older[0] == Modifier::none)
        record.apply(id, mnemonic);
    return mnemonic.present();
  };
  using Words = llvm::SmallVector<Modifier, 12>;
  // The semantics alone are no default: both words are there or neither is. (Manual 9.7.13.15.13)
  EXPECT_EQ(
      apply(InstructionId::mbarrier_arrive, {Modifier::release, Modifier::cta, Modifier::b64}),
      Words{Modifier::b64});
  EXPECT_EQ(apply(InstructionId::mbarrier_arrive, {Modifier::release, Modifier::cluster}),
            (Words{Modifier::release, Modifier::cluster}));
  EXPECT_EQ(apply(InstructionId::mbarrier_init, {Modifier::release, Modifier::cta}),
            (Words{Modifier::release, Modifier::cta}));
}
