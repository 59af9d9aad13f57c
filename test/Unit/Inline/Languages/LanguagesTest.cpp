// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

static std::vector<AsmStatement> findIn(const HostLanguage &language, std::string text) {
  auto source = SourceBuffer::fromString(std::move(text), "f");
  return language.find(*source);
}

static const HostLanguage &rust = *hostLanguageNamed("rust");
static const HostLanguage &julia = *hostLanguageNamed("julia");
static const HostLanguage &notebook = *hostLanguageNamed("notebook");

TEST(HostLanguages, AreFoundByNameAndBySuffix) {
  EXPECT_EQ(hostLanguageOf("a/kernel.cuh.in"), &cppLanguage);
  EXPECT_EQ(hostLanguageOf("a.b.py"), hostLanguageNamed("python"));
  EXPECT_EQ(hostLanguageOf("a.ptx"), nullptr);
  EXPECT_EQ(hostLanguageOf("py"), nullptr);
  EXPECT_EQ(hostLanguageNamed("c"), &cppLanguage);
  EXPECT_EQ(hostLanguageNamed("basic"), nullptr);
}

TEST(RustReader, TranslatesOperands) {
  std::string source = R"(fn f(x: u32) -> u32 {
    asm!("add.u32 {y}, {x}, {};", "mov.u32 {0}, {{$1}};", in(reg32) a, const 16,
         x = inout(reg32) x => z, y = lateout(reg64) _, options(pure, nomem)); })";
  auto found = findIn(rust, source);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.text(), "add.u32 $3, $2, $0;\nmov.u32 $0, {$$1};");
  EXPECT_EQ(source.substr(found[0].text.sourceOf({8, 10}).begin, 3), "{y}");
  const char *constraints[] = {"r", "n", "+r", "=l"};
  ASSERT_EQ(found[0].operands.size(), 4u);
  for (size_t i = 0; i != 4; ++i)
    EXPECT_EQ(found[0].operands[i].constraint, constraints[i]);
  EXPECT_EQ(found[0].operands[3].name, "{y}");
  EXPECT_EQ(found[0].operands[0].name, "{0}");
  EXPECT_EQ(found[0].operands[1].value, "16");
  EXPECT_FALSE(found[0].clobbersMemory);
  EXPECT_EQ(found[0].function, "f");
}

TEST(RustReader, LeavesOtherProcessorsOut) {
  EXPECT_TRUE(findIn(rust, R"(asm!("mov {0}, eax", out(reg) x))").empty());
  EXPECT_TRUE(findIn(rust, R"(asm!("nop", in("eax") x))").empty());
  EXPECT_TRUE(findIn(rust, R"(asm!("{x:e}", x = in(reg) x))").empty());
}

TEST(RustReader, ReadsLiterals) {
  auto found = findIn(rust, "/* /* asm!(\"no\") */ */ fn f<'a>(c: char) { let x = '\"'; "
                            "asm!(concat!(r#\"a\"b\"#, \"\\n\\x41\\\n   c\")); }");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.text(), "a\"b\nAc");
}

TEST(JuliaReader, ReadsCalls) {
  std::string source = R"JL(f() = @asmcall("mov.u32 \$0, $(x(")"));", "=r,~{memory}", true, UInt32)
# @asmcall("no")
#= @asmcall("no") =#
g(a) = a' * @asmcall(raw"nop $0;", "r", false, Nothing, Tuple{UInt32}, a)
h() = @asmcall("exit;"))JL";
  auto found = findIn(julia, source);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].text.text(), "mov.u32 $0, ;");
  EXPECT_EQ(found[0].holes, std::vector<uint32_t>{12});
  EXPECT_TRUE(found[0].isVolatile && found[0].clobbersMemory);
  EXPECT_EQ(found[0].text.sourceOf({8, 9}).size(), 2u);
  EXPECT_EQ(found[1].text.text(), "nop $0;");
  EXPECT_FALSE(found[1].isVolatile);
  EXPECT_TRUE(found[2].operands.empty());
}

TEST(JuliaReader, FindsLlvmInStrings) {
  auto found =
      findIn(julia, "Base.llvmcall(\"\"\"%r = call i32 asm \"mov.u32 \\$0, 1;\", \"=r\"()\n"
                    "ret i32 %r\"\"\", UInt32, Tuple{})");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.text(), "mov.u32 $0, 1;");
  EXPECT_EQ(found[0].operands.size(), 1u);
}

TEST(NotebookReader, ReadsCells) {
  std::string text = R"NB({"cells": [
 {"cell_type": "markdown", "source": ["asm(\"no\")"]},
 {"cell_type": "code", "outputs": [{"text": "asm"}],
  "source": "x = 1\n\ntl.inline_asm_elementwise(\"a\\tb\", \"\", [])"},
 {"cell_type": "code", "source": ["%%cuda\n", "void f() { asm(\"b\"); }"]},
 {"cell_type": "code", "source": ["%%writefile x.txt\n", "asm(\"no\")"]}]})NB";
  auto found = findIn(notebook, text);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text.text(), "a\tb");
  EXPECT_EQ(found[0].text.sourceOf({1, 2}).size(), 3u) << "a backslash that JSON escapes";
  EXPECT_EQ(found[1].text.text(), "b");
  auto source = SourceBuffer::fromString(text, "f.ipynb");
  EXPECT_EQ(placeInNotebook(*source, found[0].range.begin), "cell 2, line 3");
  EXPECT_EQ(placeInNotebook(*source, found[1].range.begin), "cell 3, line 2");
  EXPECT_EQ(placeInNotebook(*source, 0), "");
}

/// What is damaged has no operands, and nothing is read beyond the end.
TEST(HostLanguages, EndAnywhere) {
  std::string whole =
      R"A({"cell_type": "code", "source": ["asm!(concat!(r#\"a{x}{}{{\"#, 'b), x = in",
    "(reg32) 'c', options(raw)) @asmcall(\"\"\"\\$0 $(f(\"\"))\"\"\", raw\"=r\", true) #= /* */ =#"],
    asm!("{x}", x = in(reg32) y); @asmcall("$x \$0", "=r") " call asm \"a\", \"r\"(i32 1)")A";
  for (const HostLanguage *language : hostLanguages())
    for (size_t size = 0; size != whole.size(); ++size)
      for (const AsmStatement &statement : findIn(*language, whole.substr(0, size)))
        EXPECT_LE(statement.range.end, size);
}
