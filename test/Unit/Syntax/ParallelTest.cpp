// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/Parser.h"
#include "ptx/Syntax/Tree/AstHash.h"

#include "gmock/gmock.h"

using namespace ptx;

namespace {

/// A module that is parsed in many pieces: `functions` bodies of about 1 KB, the words of each new.
std::string moduleOf(unsigned functions, unsigned wordsOfEach) {
  std::string text = ".version 9.0\n.target sm_90\n";
  for (unsigned f = 0; f != functions; ++f) {
    text += ".func f" + std::to_string(f) + "() {\n";
    for (unsigned w = 0; w != wordsOfEach; ++w)
      text += "op" + std::to_string(f * wordsOfEach + w) + ".m" + std::to_string(f % 7) +
              ".u32 %r1, %r2, %r3; // as long as a line is in real code\n";
    text += f % 10 == 3 ? "add.u32 %r1 %r2;\n}\n" : "}\n";
  }
  return text;
}

/// What a parse gives: trees, with the words of their instructions, and diagnostics.
struct Parsed {
  Parsed(const std::string &text, unsigned threads) {
    auto source = SourceBuffer::fromString(text, "m.ptx");
    Workers workers(threads);
    DiagnosticList list;
    std::unique_ptr<Module> module = parseModule(*source, list, SourceKind::Module, &workers);
    hash = hashSyntax(*module);
    for (const SyntaxUnit &body : module->bodies())
      for (const Instruction &inst : body.instructions()) {
        words.push_back(textOf(body, inst.opcodeWord));
        for (WordId modifier : body.modifiers(inst))
          words.push_back(textOf(body, modifier));
      }
    for (const Diagnostic &d : list.items())
      messages.push_back(std::to_string(d.range.begin) + " " + d.message);
  }

  static std::string textOf(const SyntaxUnit &unit, WordId word) {
    return word == WordId::Overflow ? "" : unit.wordTable().text(word).str();
  }

  uint64_t hash;
  std::vector<std::string> words, messages;
};

void expectSame(const std::string &text) {
  Parsed one(text, 1);
  EXPECT_FALSE(one.words.empty());
  for (unsigned threads : {2u, 5u}) {
    Parsed several(text, threads);
    EXPECT_EQ(one.hash, several.hash);
    EXPECT_EQ(one.words, several.words);
    EXPECT_EQ(one.messages, several.messages);
  }
}

TEST(ParallelTest, SameTreeWordsAndErrors) { expectSame(moduleOf(400, 16)); }

// There are more distinct words than a table has numbers for: that must not hide the words of PTX,
// whichever thread reads them.
TEST(ParallelTest, MoreWordsThanNumbers) {
  std::string text = moduleOf(420, 200) + ".func g() { add.u32 %r1, %r2, %r3; }\n";
  for (unsigned threads : {1u, 5u}) {
    Parsed parsed(text, threads);
    ASSERT_GE(parsed.words.size(), 2u);
    EXPECT_EQ(parsed.words[parsed.words.size() - 2], "add");
    EXPECT_EQ(parsed.words.back(), ".u32");
  }
}

} // namespace
