// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/ForeignWords.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <gtest/gtest.h>

using namespace ptx;
using llvm::StringRef;

namespace {

TEST(ForeignWords, AreFoundInAnyCase) {
  EXPECT_EQ(findForeignWord(ForeignKind::Opcode, "jmp")->ptx, "bra");
  EXPECT_EQ(findForeignWord(ForeignKind::Opcode, "FFMA")->ptx, "fma.rn.f32");
  EXPECT_EQ(findForeignWord(ForeignKind::Modifier, "float4")->ptx, "v4.f32");
  EXPECT_FALSE(findForeignWord(ForeignKind::Modifier, "jmp"));
  EXPECT_FALSE(findForeignWord(ForeignKind::Opcode, ""));
}

TEST(ForeignWords, AreWordedByKind) {
  auto text = [](ForeignKind kind, StringRef word) {
    return describeForeignWord(kind, word, *findForeignWord(kind, word));
  };
  EXPECT_EQ(text(ForeignKind::Opcode, "IMAD"),
            "`IMAD` is a word of another assembly language; PTX has `mad.lo`");
  EXPECT_EQ(text(ForeignKind::Modifier, "i32"), "`.i32` is a word of LLVM IR; PTX has `.s32`");
  EXPECT_EQ(text(ForeignKind::Opcode, "bmov"), "`bmov` is a word of SASS; in PTX: `mov`");
}

TEST(ForeignWords, AreOnceInTheTable) {
  for (ForeignKind kind : {ForeignKind::Opcode, ForeignKind::Modifier}) {
    llvm::StringSet<> seen;
    for (const ForeignWord &word : allForeignWords(kind)) {
      EXPECT_TRUE(seen.insert(word.text).second) << word.text.str();
      EXPECT_EQ(word.text.lower(), word.text.str());
    }
  }
}

TEST(ForeignWords, LeadToWordsOfPtx) {
  for (const ForeignWord &word : allForeignWords(ForeignKind::Opcode)) {
    EXPECT_FALSE(findOpcode(word.text)) << word.text.str();
    if (!word.isReplaced)
      continue;
    llvm::SmallVector<StringRef> parts;
    word.ptx.split(parts, '.');
    EXPECT_TRUE(findOpcode(parts.front())) << word.ptx.str();
    for (StringRef part : llvm::drop_begin(parts))
      EXPECT_NE(findModifier(part), Modifier::none) << word.ptx.str();
  }
  for (const ForeignWord &word : allForeignWords(ForeignKind::Modifier))
    if (word.isReplaced) {
      for (StringRef part : llvm::split(word.ptx, '.'))
        EXPECT_NE(findModifier(part), Modifier::none) << word.ptx.str();
    }
}

} // namespace
