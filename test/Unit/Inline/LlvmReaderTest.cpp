// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

static std::vector<AsmStatement> findInLlvm(std::string text) {
  auto source = SourceBuffer::fromString(std::move(text), "f.ll");
  return findLlvmAsm(*source);
}

static std::string textOf(const std::string &source, SourceRange range) {
  return source.substr(range.begin, range.end - range.begin);
}

TEST(LlvmReader, UndoesEscapes) {
  auto found = findInLlvm(R"(call void asm "a\0A\09\22\\b\q\5", ""())");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.text(), "a\n\t\"\\b\\q\\5");
  EXPECT_EQ(found[0].text.sourceOf({1, 2}), (SourceRange{16, 19}));
  EXPECT_EQ(found[0].text.sourceOf({5, 6}), (SourceRange{27, 28}));
}

TEST(LlvmReader, GivesOperandsTheirExpressions) {
  std::string source = R"(define void @f() {
    %1 = call { i32, [2 x i8] } asm sideeffect "", "=&r,=l,=*m,%r,n,0,~{memory}"(
        ptr elementtype(i32) %p, i32 noundef %x, i8 200, i32 %x) #1
    call <2 x i32> (ptr, ...) asm "", "=l"()
    invoke void asm unwind "", "r,!i"(ptr addrspace(1) %a) to label %b unwind label %c
  })";
  auto found = findInLlvm(source);
  ASSERT_EQ(found.size(), 3u);
  const AsmStatement &first = found[0];
  EXPECT_TRUE(first.isVolatile && first.isExtended && first.clobbersMemory && !first.isBroken);
  ASSERT_EQ(first.operands.size(), 6u);
  const char *letters[] = {"r", "l", "m", "r", "n", "0"};
  const char *expressions[] = {"i32",    "[2 x i8]", "ptr elementtype(i32) %p", "i32 noundef %x",
                               "i8 200", "i32 %x"};
  for (size_t i = 0; i != 6; ++i) {
    EXPECT_EQ(first.operands[i].letters(llvmSyntax), letters[i]);
    EXPECT_EQ(textOf(source, first.operands[i].expression), expressions[i]);
    EXPECT_EQ(first.operands[i].output, i < 3);
  }
  EXPECT_EQ(textOf(source, first.operands[2].constraintRange), "=*m");
  EXPECT_EQ(first.operands[4].value, "-56");
  EXPECT_EQ(textOf(source, found[1].operands[0].expression), "<2 x i32> (ptr, ...)");
  ASSERT_EQ(found[2].operands.size(), 2u);
  EXPECT_EQ(textOf(source, found[2].operands[0].expression), "ptr addrspace(1) %a");
  EXPECT_FALSE(found[2].operands[1].constraint);
}

TEST(LlvmReader, NamesTheFunction) {
  auto found = findInLlvm(R"(; define @no
    define { i32, i32 } @f({ i32 } %x) #0 { call void asm "1", ""() }
    declare void @g()
    define void @"h i"() personality ptr @p { call void asm "2", ""()
      call void asm "3", ""() })");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].function, "f");
  EXPECT_EQ(found[1].function, "h i");
  EXPECT_EQ(found[1].functionNumber, found[2].functionNumber);
  EXPECT_NE(found[0].functionNumber, found[1].functionNumber);
}

TEST(LlvmReader, ReadsTargets) {
  auto platformOf = [](const std::string &triple, const std::string &attributes) {
    auto found = findInLlvm(
        triple + "define void @f() #0 { call void asm \"bar.sync 0;\", \"\"() }\n" + attributes);
    EXPECT_EQ(found.size(), 1u);
    return found.empty() ? Platforms::none() : found[0].platforms;
  };
  const std::string nvptx = "target triple = \"nvptx64-nvidia-cuda\"\n";
  const std::string cpu = "attributes #0 = { nounwind \"target-cpu\"=\"sm_90a\" }";
  EXPECT_EQ(platformOf(nvptx, cpu), Platforms::of(TargetId::sm_90a));
  EXPECT_EQ(platformOf("", cpu), Platforms::of(TargetId::sm_90a));
  EXPECT_EQ(platformOf(nvptx, ""), Platforms::all() & ~Platforms::others());
  EXPECT_EQ(platformOf("", ""), Platforms::all());
  EXPECT_EQ(platformOf("target triple = \"amdgcn-amd-amdhsa\"\n", ""), Platforms::others());
}

TEST(LlvmReader, LeavesOtherUsesOfTheWord) {
  EXPECT_TRUE(
      findInLlvm("module asm \"bar.sync 0;\"\nasm:\n  br label %asm ; asm \"\", \"\"()\n").empty());
}

TEST(LlvmReader, KnowsWhatItCannotRead) {
  for (const char *text : {R"(asm "", "r"())", R"(asm "", ""(i32 %x))", R"(asm "", "r"(i32 )",
                           R"(asm "", "r")", R"(asm "" "r"())"}) {
    auto found = findInLlvm(text);
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_TRUE(found[0].isBroken) << text;
  }
}
