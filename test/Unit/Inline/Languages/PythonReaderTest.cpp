// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

using namespace ptx;

static std::vector<AsmStatement> findInPython(std::string text) {
  auto source = SourceBuffer::fromString(std::move(text), "f.py");
  return findPythonAsm(*source);
}

/// The template of the only statement in a call of Triton that has `expression` for it, after the
/// lines `before`. Holes are shown as `?`.
static std::string pythonTemplate(const std::string &expression, const std::string &before = "") {
  auto found = findInPython(before + "tl.inline_asm_elementwise(" + expression + ", \"=r\", [])\n");
  if (found.size() != 1 || found[0].isBroken)
    return "none";
  std::string text = found[0].text.text().str();
  for (size_t i = found[0].holes.size(); i-- > 0;)
    text.insert(found[0].holes[i], "?");
  return text;
}

TEST(PythonReader, ReadsLiterals) {
  EXPECT_EQ(pythonTemplate(R"("a" 'b' """c"d""" r"\n" u"e")"), "abc\"d\\ne");
  EXPECT_EQ(pythonTemplate(R"("\n\t\x41\101\u0042\\\"\q")"), "\n\tAAB\\\"\\q");
  EXPECT_EQ(pythonTemplate("\"a\\\n  b\""), "a  b");
  EXPECT_EQ(pythonTemplate(R"(rb"\x" "y")"), "\\xy");
}

TEST(PythonReader, JoinsAndFormats) {
  EXPECT_EQ(pythonTemplate(R"("a" + "b" + x + "c")"), "ab?c");
  EXPECT_EQ(pythonTemplate(R"(f"a{x}b{{c}}{y!r:>{w}}")"), "a?b{c}?");
  EXPECT_EQ(pythonTemplate(R"(f"a{d["k"] + '}'}b" "{{c}}")"), "a?b{{c}}");
  EXPECT_EQ(pythonTemplate(R"("a{}b{{c}}{n}".format(x, n=y))"), "a?b{c}?");
  EXPECT_EQ(pythonTemplate(R"("a%sb%%c%(n)02dd" % x)"), "a?b%c?d");
  EXPECT_EQ(pythonTemplate(R"(textwrap.dedent("""a""").strip())"), "a");
  EXPECT_EQ(pythonTemplate(R"((("a") + ("b" "c")))"), "abc");
  EXPECT_EQ(pythonTemplate(R"("-".join(["a", x, "b"]))"), "a-?-b");
  EXPECT_EQ(pythonTemplate(R"("-".join(["a"] * 2 + ["b"]))"), "a-a-b");
  EXPECT_EQ(pythonTemplate(R"("a" * n + "b" * 2)", "n = 3\n"), "aaabb");
  EXPECT_EQ(pythonTemplate(R"("-".join(["a"] * n))"), "none");
  EXPECT_EQ(pythonTemplate(R"("-".join(x for x in y))"), "none");
  EXPECT_EQ(pythonTemplate(R"("a" if x else "b")"), "none");
  EXPECT_EQ(pythonTemplate(R"("a".replace("a", "b"))"), "none");
  EXPECT_EQ(pythonTemplate("x"), "none");
}

TEST(PythonReader, KnowsNames) {
  EXPECT_EQ(pythonTemplate("x", "x = 'a'\n"), "a");
  EXPECT_EQ(pythonTemplate("x", "x: str = 'a'\nx += 'b'\n"), "ab");
  EXPECT_EQ(pythonTemplate("x", "x = 'a'\nif y:\n  x += 'b'\n"), "a?");
  EXPECT_EQ(pythonTemplate("x", "x = 'a'\nif y:\n  x = 'b'\n"), "none");
  EXPECT_EQ(pythonTemplate("x", "x = 'a'\nx = 'b'\n"), "b");
  EXPECT_EQ(pythonTemplate("x", "x, y = 'a', 'b'\n"), "a");
  EXPECT_EQ(pythonTemplate("x", "for x in y:\n  pass\n"), "none");
  EXPECT_EQ(pythonTemplate("x", "def f(x):\n  x = 'a'\n"), "none");
  EXPECT_EQ(pythonTemplate("f'{x}{n}{y}'", "x = 'a'\nn = 16\n"), "a16?");
  std::string function = "x = 'a'\ndef f(y):\n  z = 'b'\n  ";
  EXPECT_EQ(pythonTemplate("x + y + z", function), "a?b");
  EXPECT_EQ(pythonTemplate("x", "x = 'a'\ndef f(x):\n  "), "none") << "a parameter";
  EXPECT_EQ(pythonTemplate("x", "x = 'a'\nx = 'b'\ndef f():\n  "), "none") << "one of two";
  EXPECT_EQ(pythonTemplate("x", "x = x + x\n"), "none");
}

TEST(PythonReader, MapsPlaces) {
  std::string source = "x = f\"a{b}c\\n\"\ntl.inline_asm_elementwise(x + \"d\", \"=r,r\", [y])\n";
  auto found = findInPython(source);
  ASSERT_EQ(found.size(), 1u);
  const MappedText &text = found[0].text;
  ASSERT_EQ(text.text(), "ac\nd");
  EXPECT_EQ(text.sourceOf({0, 1}), (SourceRange{6, 7}));
  EXPECT_EQ(text.sourceOf({1, 2}), (SourceRange{10, 11}));
  EXPECT_EQ(text.sourceOf({2, 3}), (SourceRange{11, 13}));
  EXPECT_EQ(source.substr(text.sourceOf({3, 4}).begin, 1), "d");
  ASSERT_EQ(found[0].operands.size(), 2u);
  SourceRange letters = found[0].operands[1].constraintRange;
  EXPECT_EQ(source.substr(letters.begin, 1), "r");
  SourceRange expression = found[0].operands[1].expression;
  EXPECT_EQ(source.substr(expression.begin, expression.size()), "y");
  EXPECT_EQ(found[0].reserved, "{}");
}

TEST(PythonReader, FindsArguments) {
  auto found = findInPython(R"(
def f():
    a = llvm.inline_asm(T.i32(), [x, *y], "t", "=r,r,l,~{memory}", has_side_effects=True)
    llvm.inline_asm(res=None, operands_=[], asm_string="u", constraints=c)
    return builder.asm(type, "v", "=r", [], side_effect=False)
def inline_asm(text): pass
builder.asm(1, 2)
ir.InlineAsm(type, "w", "=r,r")
llvm.inline_asm(*all)
)");
  ASSERT_EQ(found.size(), 5u);
  EXPECT_TRUE(found[0].isVolatile && found[0].clobbersMemory && found[0].hasOperands);
  EXPECT_EQ(found[0].operands.size(), 3u);
  EXPECT_EQ(found[0].function, "f");
  EXPECT_TRUE(found[0].hasUnusedResult) << "nothing reads `a`";
  EXPECT_EQ(found[1].text.text(), "u");
  EXPECT_FALSE(found[1].hasOperands);
  EXPECT_FALSE(found[2].isVolatile);
  EXPECT_EQ(found[3].operands.size(), 2u);
  EXPECT_EQ(found[3].functionNumber, 0u);
  EXPECT_TRUE(found[4].isBroken);
}

TEST(PythonReader, NamesOperandsOfInlinePtx) {
  auto found = findInPython("cute.arch.inline_ptx('f {$w0}, {{$r0}}, {$rw1}, {$w0};', [x])\n"
                            "cute.arch.inline_ptx('f $0;')\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text.text(), "f $0, {$1}, $2, $0;");
  ASSERT_EQ(found[0].operands.size(), 3u);
  EXPECT_EQ(found[0].operands[2].name, "{$rw1}");
  EXPECT_FALSE(found[0].operands[1].output);
  EXPECT_FALSE(found[1].hasOperands);
}

TEST(PythonReader, FindsCppInStrings) {
  std::string source = R"PY(
"""asm("of the documentation");"""
code = r'''
__global__ void k(int n) { asm volatile("add.u32 %0, %0, 1;\n" : "+r"(n)); }
''' + tail
other = f'void f() {{ asm("mov.u32 %0, {value};" : "=r"(x) : {inputs}); }} void g() {{ asm("b");'
part = 'asm("never ends'
later = 'asm("mov.u32 %s, %%1;")'
print(later % "x")
unfinished = 'asm("mov.{type} %0, %1;" : "=r"(x) : "r"(y));'
)PY";
  auto found = findInPython(source);
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[0].function, "k");
  EXPECT_EQ(found[0].text.text(), "add.u32 %0, %0, 1;\n");
  EXPECT_EQ(source.substr(found[0].text.sourceOf({0, 3}).begin, 3), "add");
  EXPECT_EQ(source.substr(found[0].operands[0].expression.begin, 1), "n");
  EXPECT_TRUE(found[1].isBroken) << "some operands are not known";
  EXPECT_EQ(found[1].text.text(), "mov.u32 %0, ;");
  EXPECT_EQ(found[1].holes, std::vector<uint32_t>{12});
  EXPECT_NE(found[1].functionNumber, found[2].functionNumber);
  EXPECT_TRUE(found[3].isBroken && !found[3].missingEnd) << "what follows can have the end";
  EXPECT_EQ(found[4].text.text(), "mov.u32 , %1;");
  EXPECT_TRUE(found[5].isBroken);
}

TEST(PythonReader, LeavesLinesOfTheShellOut) {
  auto found = findInPython("%time x = \"\n!ls \"asm\ntl.inline_asm_elementwise('a', '', [])\n");
  EXPECT_EQ(found.size(), 1u);
}

/// What is damaged has no operands, and nothing is read beyond the end.
TEST(PythonReader, EndsAnywhere) {
  std::string whole = R"A(def f(x, *y):
    t = f"asm('a{x!r:{w}}')" % (z, [1]) + "".join(("b", c))
    return llvm.inline_asm(T.i32(), [a, (b)], t + '\x41\N{DASH}', "=r," "r", is_pure=g({1: 2}))
inline_ptx("{$r0} {$", ptx_code=t)
)A";
  for (size_t size = 0; size != whole.size(); ++size)
    for (const AsmStatement &statement : findInPython(whole.substr(0, size)))
      EXPECT_LE(statement.range.end, size);
}
