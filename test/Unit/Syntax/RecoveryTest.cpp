// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParsedModule.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

namespace {

/// Mnemonics of a body: what recovery has saved.
std::vector<std::string> mnemonics(const ParsedModule &module, size_t body = 0) {
  std::vector<std::string> shown;
  for (const Instruction &inst : module.body(body).instructions())
    shown.push_back(module.body(body).wordTable().text(inst.opcodeWord).str());
  return shown;
}

/// One broken construct, one diagnostic; what is around it is kept. The header has two lines,
/// the first statement is on line 4.
TEST(Recovery, OneDiagnosticForEachBrokenStatement) {
  ParsedModule module =
      ParsedModule::statements("a;\nb %r1 %r2;\nc;\nd [%r1;\ne;\nf , g;\nh;\n@ i;\nj;");
  EXPECT_THAT(module.diagnostics(),
              ElementsAre(StartsWith("5:"), StartsWith("7:"), StartsWith("9:"), StartsWith("11:")));
  EXPECT_FALSE(module->isComplete());
  std::vector<std::string> kept = mnemonics(module);
  for (const char *mnemonic : {"a", "c", "e", "h", "j"})
    EXPECT_THAT(kept, testing::Contains(mnemonic));
}

TEST(Recovery, EveryBodyIsRead) {
  ParsedModule module =
      ParsedModule::items(".func f {\n a b c;\n d;\n}\n.func g {\n e\n}\n.func h {\n i;\n}\n");
  EXPECT_THAT(module.diagnostics(), ElementsAre(StartsWith("4:"), testing::_));
  ASSERT_EQ(module->bodies().size(), 3u);
  EXPECT_THAT(mnemonics(module, 0), testing::Contains("d"));
  EXPECT_THAT(mnemonics(module, 2), ElementsAre("i"));
}

TEST(Recovery, BrokenHeaders) {
  ParsedModule module = ParsedModule::items(
      ".func f(.param .u32 {\n a;\n}\n.func g {\n b;\n}\n.global u32 x;\n.func h {\n c;\n}\n");
  EXPECT_THAT(module.diagnostics(), ElementsAre(StartsWith("3:"), StartsWith("9:")));
  const Function &last = module.top().functions().back();
  EXPECT_EQ(show(module.top(), last.name), "h");
  EXPECT_THAT(mnemonics(module, last.body), ElementsAre("c"));
}

TEST(Recovery, MissingBrace) {
  ParsedModule module = ParsedModule::items(".func f {\n {\n a;\n}\n.func g {\n b;\n}\n");
  EXPECT_THAT(module.diagnostics(), testing::SizeIs(1));
  EXPECT_THAT(mnemonics(module, module.top().functions().back().body), ElementsAre("b"));
}

/// What a broken construct has begun does not become part of the next one.
TEST(Recovery, NothingIsLeftOver) {
  ParsedModule guard = ParsedModule::statements("@!p ;\na;");
  ASSERT_THAT(mnemonics(guard), ElementsAre("a"));
  EXPECT_EQ(guard.body().instructions()[0].guard, GuardKind::None);

  ParsedModule results = ParsedModule::items(".func (.reg .b32 a) 5;\n.func f;\n");
  ASSERT_EQ(results.top().functions().size(), 1u);
  EXPECT_TRUE(results.top().functions()[0].results.empty());

  ParsedModule parameters = ParsedModule::items(".func f (.reg .b32 a) 5;\n.func g;\n");
  const Function &last = parameters.top().functions().back();
  EXPECT_EQ(show(parameters.top(), last.name), "g");
  EXPECT_TRUE(last.parameters.empty());

  ParsedModule prototype =
      ParsedModule::statements("p: .callprototype (.reg .b32 a) 5;\nq: .callprototype _;");
  ASSERT_EQ(prototype.body().functions().size(), 1u);
  EXPECT_TRUE(prototype.body().functions()[0].results.empty());
}

/// No nesting is deep enough to do harm, and the message says so once.
TEST(Recovery, DeepNesting) {
  const size_t depth = 100'000;
  for (auto [before, open, close] : {std::tuple{"", "{", "}"},
                                     {"a ", "(", ");"},
                                     {"a [", "(", ")];"},
                                     {".global .b32 a = ", "(", ");"},
                                     {".global .b32 a = ", "{", "};"}}) {
    // `close` begins with the bracket that is repeated.
    std::string text = before + std::string(depth, *open) + (*open == '{' && !*before ? "" : "1") +
                       std::string(depth, *close) + (close + 1) + "\nb;";
    ParsedModule module = ParsedModule::statements(text);
    EXPECT_THAT(module.diagnostics(), ElementsAre(testing::HasSubstr("nested more than")));
    EXPECT_FALSE(module->isComplete());
    const SyntaxUnit &body = module.body();
    uint32_t all = static_cast<uint32_t>(body.statements().size());
    for (const Stmt &stmt : body.statements())
      if (stmt.kind == StmtKind::Block) {
        ASSERT_LE(body[BlockId{stmt.index}].end.index, all);
      }
  }
  ParsedModule sound =
      ParsedModule::statements(std::string(100, '{') + "a;" + std::string(100, '}'));
  EXPECT_THAT(sound.diagnostics(), IsEmpty());
}

} // namespace
