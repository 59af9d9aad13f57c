// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Parse/Parser.h"
#include "ptx/Syntax/Tree/AstHash.h"

#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace ptx;
using llvm::StringRef;

namespace {

/// A parsed text, with the buffer that its tree refers to.
struct Parsed {
  explicit Parsed(std::string text, SourceKind kind = SourceKind::Module)
      : source(SourceBuffer::fromString(std::move(text), "test.ptx")),
        module(parseModule(*source, diagnostics, kind)) {}

  std::string print() const {
    std::string text;
    printLayout(*module, text);
    return text;
  }

  std::unique_ptr<SourceBuffer> source;
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module;
};

std::string printFragment(std::string text) {
  return Parsed(std::move(text), SourceKind::Fragment).print();
}

/// Tokens and comments in order. Of comments only the words: white space inside may change.
std::vector<std::string> contents(StringRef text) {
  std::vector<std::string> all;
  llvm::SmallVector<Token, 0> tokens;
  uint32_t size = static_cast<uint32_t>(text.size());
  tokenize(text, {0, size}, tokens);
  tokens.push_back(Token(TokenKind::EndOfFile, size, 0));
  uint32_t from = 0;
  for (const Token &token : tokens) {
    llvm::SmallVector<Trivia, 4> comments;
    collectTrivia(text, {from, token.offset()}, comments);
    for (const Trivia &c : comments) {
      std::string words;
      for (char letter : text.slice(c.range.begin, c.range.end))
        if (!isspace(static_cast<unsigned char>(letter)))
          words += letter;
      all.push_back(words);
    }
    from = token.offset() + token.storedLength();
    all.push_back(text.slice(token.offset(), from).str());
  }
  return all;
}

TEST(LayoutPrinterTest, Appends) {
  Parsed p("ret;", SourceKind::Fragment);
  std::string text = "before ";
  printLayout(*p.module, text);
  EXPECT_EQ(text, "before ret;\n");
}

TEST(LayoutPrinterTest, NothingPrintsAsNothing) {
  EXPECT_EQ(printFragment(""), "");
  EXPECT_EQ(printFragment(" \n\r\n\t"), "");
}

TEST(LayoutPrinterTest, CommentsAlone) {
  EXPECT_EQ(printFragment("// a"), "// a\n");
  EXPECT_EQ(printFragment("\n  /* a */ // b\n\n"), "/* a */  // b\n");
}

// Every byte that PTX takes for white space, and no line break at the end.
TEST(LayoutPrinterTest, WhiteSpace) {
  EXPECT_EQ(printFragment("\r\nmov.u32\t%r1,\f%r2; // a \t\r\n\x1A\r\n\r\nret;/* b\r\n c */\r"),
            "mov.u32         %r1, %r2;  // a\n\nret; /* b\n c */\n");
}

// Such a token has no length of its own (`Token::longToken`).
TEST(LayoutPrinterTest, HugeToken) {
  std::string name(Token::longToken + 10, 'n');
  EXPECT_EQ(printFragment("bra " + name + " ;ret;"), "bra             " + name + ";\nret;\n");
}

TEST(LayoutPrinterTest, ManyBodies) {
  std::string text = ".version 8.0\n.target sm_80\n", expected = text;
  for (int i = 0; i != 1000; ++i) {
    std::string name = llvm::formatv("f{0}", i);
    text += ".func " + name + "(){ret;}";
    expected += "\n.func " + name + "()\n{\n    ret;\n}\n";
  }
  EXPECT_EQ(Parsed(text).print(), expected);
}

constexpr StringRef everyConstruct = R"(
.version 8.0 .target sm_90, debug .address_size 64
.file 1 "a.cu", 1, 2
.visible .global .align 4 .b8 table[2][2] = { {1, -2}, {3 % 2, (.s64)(4+1) ? 5 : 6} }, x;
.global .u64 p[3] = { generic(table)+4, 0xFF(x), table+8 };
.global .samplerref s = { addr_mode_0 = wrap };
.extern .func (.param .b32 r) f (.param .b32 a, .param .align 4 .b8 b[4]) .noreturn ;
.alias g, f;
.visible .entry k (.param .u64 .ptr .global .align 8 a) .maxntid 1, 2 .pragma "x", "y"; {
  .reg .b32 %r<4>, q;
  L: .branchtargets A, B<3>;
  P: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;
  A: B:
  .loc 1 2 3, function_name A+4, inlined_at 1 2 3
  @!%p1 ld.global.v2.u32 {%r1, _}, [%r2+4];
  setp.eq.u32 %p1|%p2, %tid.x, table[4];
  { call (r), f, (%r1, 2), P; }
  tex.2d.v4.f32.f32 {a, b, c, d}, [t, {e, f}];
  ret;
}
.section .debug_str { L1: .b8 1, -2 .b32 L1+4, L1-L0, .debug_loc+4 }
@@DWARF .section .debug, "", @progbits
)";

// One comment at a time, of every form, in every place where one can be.
TEST(LayoutPrinterTest, KeepsACommentAnywhere) {
  llvm::SmallVector<Token, 0> tokens;
  tokenize(everyConstruct, {0, static_cast<uint32_t>(everyConstruct.size())}, tokens);
  std::vector<uint32_t> places;
  for (const Token &token : tokens)
    places.push_back(token.offset());
  places.push_back(static_cast<uint32_t>(everyConstruct.size()));
  for (StringRef comment : {"// c\n", "\n// c\n\n", "/* c */", " /* c */\n", "\n\n/* c */ ",
                            "/* c\n  c */", "\n# 1 \"c.cu\"\n", "/* a */ // b\n /* c */"}) {
    for (uint32_t place : places) {
      std::string text = everyConstruct.str();
      text.insert(place, (" " + comment + " ").str());
      Parsed original(text);
      ASSERT_TRUE(original.module->isComplete()) << text;
      std::string printed = original.print();
      ASSERT_EQ(contents(printed), contents(text)) << text;
      Parsed again(printed);
      ASSERT_TRUE(again.module->isComplete()) << printed;
      ASSERT_EQ(hashSyntax(*again.module), hashSyntax(*original.module)) << printed;
      ASSERT_EQ(again.print(), printed) << text;
    }
  }
}

// The layout is that of the tokens: no white space of the source shows, but for blank lines.
TEST(LayoutPrinterTest, ForgetsWhiteSpace) {
  std::string expected = Parsed(everyConstruct.str()).print();
  llvm::SmallVector<Token, 0> tokens;
  tokenize(everyConstruct, {0, static_cast<uint32_t>(everyConstruct.size())}, tokens);
  for (StringRef blank : {" ", "\n", "\r\n", " \t ", "\f"}) {
    std::string text;
    for (const Token &token : tokens)
      text += (everyConstruct.substr(token.offset(), token.storedLength()) + blank).str();
    EXPECT_EQ(Parsed(text).print(), expected);
  }
}

} // namespace
