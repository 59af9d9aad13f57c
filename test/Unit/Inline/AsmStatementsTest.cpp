// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

static std::vector<AsmStatement> find(std::string text) {
  auto source = SourceBuffer::fromString(std::move(text), "k.cu");
  return findAsmStatements(*source);
}

/// The template of the only statement.
static std::string templateOf(std::string statement) {
  std::vector<AsmStatement> found = find("void f() { " + std::move(statement) + "; }");
  EXPECT_EQ(found.size(), 1u);
  return found.size() == 1 ? found[0].text.text().str() : "";
}

TEST(AsmStatements, JoinsLiterals) {
  EXPECT_EQ(templateOf(R"(asm("a;" "b;"))"), "a;b;");
  EXPECT_EQ(templateOf(R"(__asm__ __volatile__("a;\n\t" /* c */ u8"b;" : : : ))"), "a;\n\tb;");
  EXPECT_EQ(templateOf("asm volatile(R\"x(a\\n)\"b)x\" L\"c\")"), "a\\n)\"bc");
  EXPECT_EQ(templateOf("asm(\"a\\\n b\\x41\\101\\\"\")"), "a bAA\"");
}

TEST(AsmStatements, ReadsOperands) {
  auto found = find(R"(void f() {
    asm volatile("" : "=r"(a[g(1, 2)]), [x] "+" "l"(b) : "n"(std::x::y) : "memory");
    asm("" :: "r"(a) "r"(b));
  })");
  ASSERT_EQ(found.size(), 2u);
  const AsmStatement &first = found[0];
  EXPECT_TRUE(first.isVolatile && first.isExtended && first.clobbersMemory && !first.isBroken);
  ASSERT_EQ(first.operands.size(), 3u);
  EXPECT_EQ(first.operands[0].constraint, "=r");
  EXPECT_TRUE(first.operands[0].output);
  EXPECT_EQ(first.operands[1].constraint, "+l");
  EXPECT_EQ(first.operands[1].letters(cudaSyntax), "l");
  EXPECT_EQ(first.operands[2].constraint, "n");
  EXPECT_FALSE(first.operands[2].output);
  ASSERT_EQ(found[1].operands.size(), 2u);
  EXPECT_TRUE(found[1].operands[1].lacksComma);
  EXPECT_TRUE(first.operands[1].isNamed && !first.operands[0].isNamed);
}

TEST(AsmStatements, ReadsClobbers) {
  auto found = find(R"(void f() {
    asm("" ::: "memor" "y");
    asm("" ::: "memory", "c" "c");
    asm("" ::: UNKNOWN);
  })");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].clobbersMemory && found[0].otherClobbers.empty());
  EXPECT_TRUE(found[1].clobbersMemory && !found[1].otherClobbers.empty());
  EXPECT_TRUE(found[2].clobbersMemory && found[2].otherClobbers.empty());
}

TEST(AsmStatements, TellsWhatRunsTheCode) {
  constexpr const char *text = R"(
    __device__ void f() { if (x) { asm("1;"); } }
    void g() { h([=] __device__ (int) { asm("2;"); }); asm("3;"); }
    #define KERNEL(name) __global__ void name() { asm("4;"); }
    CUTE_HOST_DEVICE static void h() { asm("5;"); }
    struct S { __device__ S &operator-=(S) { asm("6;"); } void f(DEVICE *) { asm("7;"); } };
    __host__ __device__ void i() { asm("8;"); }
  )";
  using enum CodeKind;
  for (auto [name, others] : {std::pair("k.h", Any), {"k.cu", Cuda}}) {
    auto source = SourceBuffer::fromString(text, name);
    std::vector<CodeKind> kinds;
    for (const AsmStatement &statement : findAsmStatements(*source))
      kinds.push_back(statement.code);
    CodeKind named = std::max(Named, others);
    EXPECT_EQ(kinds, (std::vector{Device, Device, others, Device, named, Device, others, named}))
        << name;
  }
}

TEST(AsmStatements, NamesTheFunction) {
  auto found = find(R"(
    namespace n { struct S { explicit S(int x) : y(x) { asm("1;"); } int y; }; }
    template <class T> __global__ void __launch_bounds__(128) kernel(T *p) { if (p) { asm("2;"); } }
    #define MACRO(x) asm("3;" :: "r"(x))
    void operator()(int) const noexcept(true) { asm("4;"); }
  )");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].function, "S");
  EXPECT_EQ(found[1].function, "kernel");
  EXPECT_EQ(found[2].function, "MACRO");
  EXPECT_EQ(found[3].function, "operator()");
}

TEST(AsmStatements, ReadsConditions) {
  auto found = find(R"(void f() {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900)
    asm("1;");
#elif __CUDA_ARCH__ >= 800
    asm("2;");
#else
    asm("3;");
#endif
#if X || __CUDA_ARCH__ >= 900
    asm("4;");
#endif
#ifdef __x86_64__
    asm("5;");
#endif
  })");
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[0].platforms.targetsInWords(), "`sm_90` and newer");
  EXPECT_EQ(found[1].platforms.targetsInWords(), "`sm_80` to `sm_89`");
  EXPECT_EQ(found[2].platforms.targetsInWords(), "`sm_10` to `sm_75`");
  EXPECT_TRUE(found[3].platforms.containsAllTargets());
  EXPECT_EQ(found[4].platforms, Platforms::others());
}

TEST(AsmStatements, TakesEachBranchInside) {
  auto found = find("void f() { asm(\"a;\"\n#if X\n\"b;\"\n#elif Y\n\"c;\"\n#endif\n); }");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].text.text(), "a;b;");
  EXPECT_EQ(found[1].text.text(), "a;c;");
  EXPECT_EQ(found[2].text.text(), "a;");
  EXPECT_EQ(found[2].variant, 2u);
}

TEST(AsmStatements, ExpandsLiteralsOfMacros) {
  auto found = find("#define M \"b\" N\n#define N \"c\"\n#define F(x) x\n"
                    "void f() { asm(\"a\" M F(\"d\") \"e\"); }");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.text(), "abcde");
  EXPECT_TRUE(found[0].holes.empty());
}

TEST(AsmStatements, LeavesOtherUsesOfTheWord) {
  EXPECT_TRUE(find("int f() asm(\"name\"); // asm(\"a;\")\nint asm_x; const char *s = \"asm(1)\";")
                  .empty());
  EXPECT_TRUE(find("void f() { __asm { int 3 } }").empty());
}
