// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/MacroExpander.h"
#include "ptx/Inline/Read/HeaderMacros.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

/// The definitions of a header.
class MacroExpander : public testing::Test {
protected:
  void define(std::string text) {
    header = std::make_unique<Header>(SourceBuffer::fromString(std::move(text), "h"));
  }

  const Directives::Macro *find(llvm::StringRef name) const {
    for (const Header::Definition &definition : header->definitions)
      if (definition.name == name && definition.macro)
        return &*definition.macro;
    return nullptr;
  }

  /// The tokens of the expansion of `use`, with blanks between; "none" if there is none.
  std::string expand(std::string use, size_t *used = nullptr) {
    auto source = SourceBuffer::fromString(std::move(use), "use");
    std::vector<CppToken> tokens = tokenizeCpp(source->text());
    MacroBudget budget(0);
    auto found = expandMacro(source->text(), tokens, budget,
                             [&](llvm::StringRef name) { return find(name); });
    if (!found)
      return "none";
    if (used)
      *used = found->second;
    return found->first.text().str();
  }

  std::unique_ptr<Header> header;
};

} // namespace

// The expected texts follow from C++ [cpp.replace].

TEST_F(MacroExpander, ReplacesParameters) {
  define("#define F(a, b) b + a\n#define G() x\n#define O y\n");
  EXPECT_EQ(expand("F(1, g(2, 3))"), "g ( 2 , 3 ) + 1");
  EXPECT_EQ(expand("F(, 2)"), "2 +");
  EXPECT_EQ(expand("G()"), "x");
  EXPECT_EQ(expand("O"), "y");
}

TEST_F(MacroExpander, SaysHowManyTokensAreUsed) {
  define("#define F(a) a\n");
  size_t used = 0;
  EXPECT_EQ(expand("F(1) ; more", &used), "1");
  EXPECT_EQ(used, 4u);
}

TEST_F(MacroExpander, NeedsAllArguments) {
  define("#define F(a, b) a b\n");
  EXPECT_EQ(expand("F(1)"), "F ( 1 )");
  EXPECT_EQ(expand("F(1, 2, 3)"), "F ( 1 , 2 , 3 )");
  EXPECT_EQ(expand("F(1, 2"), "none");
  EXPECT_EQ(expand("F"), "none");
  EXPECT_EQ(expand("unknown(1)"), "none");
}

TEST_F(MacroExpander, QuotesArguments) {
  define("#define S(x) #x\n#define XS(x) S(x)\n#define V 8\n");
  EXPECT_EQ(expand("S(V)"), "\"V\"");
  EXPECT_EQ(expand("XS(V)"), "\"8\"");
  EXPECT_EQ(expand("S(a  +  b)"), "\"a + b\"");
  EXPECT_EQ(expand("S(\"q\\n\")"), "\"\\\"q\\\\n\\\"\"");
  EXPECT_EQ(expand("S()"), "\"\"");
}

TEST_F(MacroExpander, JoinsTokens) {
  define("#define J(a, b) a##b\n#define AB c\n#define E(a) x##a y\n");
  EXPECT_EQ(expand("J(A, B)"), "c");
  EXPECT_EQ(expand("J(1, 2)"), "12");
  EXPECT_EQ(expand("E()"), "x y");
}

TEST_F(MacroExpander, PassesVariadicArguments) {
  define("#define V(a, ...) a(__VA_ARGS__)\n#define C(a, ...) f(a, ##__VA_ARGS__)\n");
  EXPECT_EQ(expand("V(f, 1, 2)"), "f ( 1 , 2 )");
  EXPECT_EQ(expand("V(f)"), "f ( )");
  EXPECT_EQ(expand("C(1, 2)"), "f ( 1 , 2 )");
  EXPECT_EQ(expand("C(1)"), "f ( 1 )");
}

TEST_F(MacroExpander, DoesNotRepeatItself) {
  define("#define A B\n#define B A x\n#define F(a) F(a) y\n");
  EXPECT_EQ(expand("A"), "A x");
  EXPECT_EQ(expand("F(F(1))"), "F ( F ( 1 ) y ) y");
}

TEST_F(MacroExpander, BoundsTheText) {
  std::string text = "#define A0 xxxxxxxx\n";
  for (int i = 1; i != 20; ++i)
    text += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
            std::to_string(i - 1) + "\n";
  define(text);
  EXPECT_EQ(expand("A2"), "xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx");
  EXPECT_EQ(expand("A15"), "none");
}
