// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/ModuleScanner.h"

#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

#include <random>
#include <string>

using namespace ptx;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The bodies of `text`, those without a closing brace with `...` after them.
std::vector<std::string> bodies(llvm::StringRef text) {
  std::vector<std::string> shown;
  for (const ModuleSplit::Body &body : splitModule(text).bodies)
    shown.push_back(text.slice(body.range.begin, body.range.end).str() +
                    (body.closed ? "" : "..."));
  return shown;
}

TEST(ModuleScanner, TokensOutsideOfBodies) {
  llvm::StringRef text = ".entry k() { ret; } .global .u32 x = 1;";
  ModuleSplit split = splitModule(text);
  TokenList tokens(text, split.tokens);
  std::string outside;
  for (uint32_t i = 0; i + 1 != tokens.size(); ++i)
    outside += tokens.text(i).str() + " ";
  EXPECT_EQ(outside, ".entry k ( ) { } .global .u32 x = 1 ; ");
  EXPECT_EQ(tokens.kind(tokens.size() - 1), TokenKind::EndOfFile);
  ASSERT_EQ(split.bodies.size(), 1u);
  EXPECT_EQ(split.bodies[0].openToken, 4u);
}

TEST(ModuleScanner, NestedBraces) {
  EXPECT_THAT(bodies(".func f{{a}{{b}}}.func g{}"), ElementsAre("{a}{{b}}", ""));
}

/// Bytes are looked at by blocks: what ends a body is found at each place in one, and so is the end
/// of the text.
TEST(ModuleScanner, AnyDistance) {
  for (unsigned length = 0; length != 300; ++length) {
    // A bar is no letter, and above them as braces are.
    std::string inside(length / 2, length % 2 ? 'x' : '|');
    EXPECT_THAT(bodies(".func f{" + inside + "}.func g{}"), ElementsAre(inside, ""));
    EXPECT_THAT(bodies(".func f{" + inside + "{}}"), ElementsAre(inside + "{}"));
    EXPECT_THAT(bodies(".func f{" + inside + "\"}\"}"), ElementsAre(inside + "\"}\""));
    EXPECT_THAT(bodies(".func f{" + inside), ElementsAre(inside + "..."));
  }
}

/// Braces in comments and strings do not count.
TEST(ModuleScanner, BracesThatAreNone) {
  EXPECT_THAT(bodies(".entry k { // }\n /* } */ \"}\" }"), ElementsAre(" // }\n /* } */ \"}\" "));
  EXPECT_THAT(bodies(".entry k { a / b }"), ElementsAre(" a / b "));
}

/// What `splitModule` leaves of the parameters of `list` where they are to be read with the body.
std::string tokensOfEntry(llvm::StringRef list, llvm::StringRef after = "") {
  std::string text = (".entry k(" + list + ") { ret; }" + after).str();
  ModuleSplit split = splitModule(text, BodyScan::Braces, EntryParameters::WithBodies);
  TokenList tokens(text, split.tokens);
  std::string outside;
  for (uint32_t i = 2; tokens.kind(i) != TokenKind::LBrace; ++i)
    outside += tokens.text(i).str() + " ";
  EXPECT_EQ(split.lacksParameters, outside == "( ) " && !list.empty());
  EXPECT_EQ(split.bodies[0].openToken, 2 + llvm::count(outside, ' '));
  return outside;
}

TEST(ModuleScanner, ParametersAreLeftOut) {
  EXPECT_EQ(tokensOfEntry(""), "( ) ");
  llvm::StringRef a = ".param .u64 a";
  EXPECT_EQ(tokensOfEntry(".param .u64 .ptr .align 1 a, // )\n\t.param .align 8 .b8 b[8]"), "( ) ");
  EXPECT_EQ(tokensOfEntry(a, ".entry l(.param .u64 a) {} .entry m(a);"), "( ) ");
  // Unusual ones, and where debug sections refer to them.
  EXPECT_EQ(tokensOfEntry(".u64 a"), "( .u64 a ) ");
  EXPECT_EQ(tokensOfEntry("\")\""), "( \")\" ) ");
  EXPECT_EQ(tokensOfEntry(".param .u64 .ptr .const a"), "( .param .u64 .ptr .const a ) ");
  EXPECT_EQ(tokensOfEntry(a, ".section .debug_str {}"), "( .param .u64 a ) ");
  EXPECT_EQ(tokensOfEntry(a, "@@DWARF .byte 1"), "( .param .u64 a ) ");
  // Those of functions stay, and those after a section.
  for (llvm::StringRef text : {".func f(.param .u64 a) { ret; }",
                               ".section .debug_str {} .entry k(.param .u64 a) { ret; }"})
    EXPECT_FALSE(splitModule(text, BodyScan::Braces, EntryParameters::WithBodies).lacksParameters);
}

/// All that a split says, as text.
std::string shown(const ModuleSplit &split) {
  std::string text = split.lacksParameters ? "lacks parameters\n" : "";
  for (Token token : split.tokens)
    text += std::to_string(token.offset()) + ":" + std::to_string(int(token.kind())) + " ";
  for (const ModuleSplit::Body &body : split.bodies)
    text += "\n" + std::to_string(body.openToken) + " " + std::to_string(body.range.begin) + "-" +
            std::to_string(body.range.end) + (body.closed ? "" : " open");
  return text;
}

/// Functions seem to start on lines of comments, of bodies and of other functions, too.
TEST(ModuleScanner, PartsMakeNoDifference) {
  constexpr llvm::StringLiteral items[] = {"\n.entry k(.param .u64 a) { ret; }",
                                           "\n.visible .func f(.param .u64 a) {{ret;}}",
                                           "\n.entry k(a // )\n.entry l() {",
                                           "}\n",
                                           "\n/*\n.func f {\n*/",
                                           "\n.entry\n.func f",
                                           "\n.global .b8 x[2] = {\n.func f {}, 2};",
                                           "\n\"\n.func g {\n\"",
                                           "\n.func h {\n.entry k {} }",
                                           "\n.section .s {\n.entry b\n}",
                                           "\n.extern .func e;",
                                           "\n.weak\n.entry w(a) // }\n{ /* } */ }",
                                           "\n.global .u32 y;"};
  std::mt19937 random(14);
  unsigned shared = 0; // how often there was more than one part
  for (unsigned round = 0; round != 1000; ++round) {
    std::string text;
    for (unsigned i = random() % 40; i != 0; --i)
      // Most of the time a function, or most texts would be one body.
      text += items[random() % 3 ? random() % 2 : random() % std::size(items)];
    for (EntryParameters parameters : {EntryParameters::InOutline, EntryParameters::WithBodies}) {
      std::string expected = shown(splitModule(text, BodyScan::Braces, parameters));
      for (size_t count : {2, 3, 8}) {
        ModuleSplitter splitter(text, BodyScan::Braces, parameters, count);
        EXPECT_LE(splitter.partCount(), count);
        for (size_t part = splitter.partCount(); part-- != 0;)
          splitter.scan(part);
        shared += splitter.partCount() > 1;
        ASSERT_EQ(shown(splitter.join()), expected) << count << " parts of\n" << text;
      }
    }
  }
  EXPECT_GT(shared, 3000u);
}

/// Braces outside of functions open no body.
TEST(ModuleScanner, OtherBraces) {
  EXPECT_THAT(bodies(".global .u32 x[2] = {1, 2}; .section .debug {.b8 1} {}"), IsEmpty());
  EXPECT_THAT(bodies(".func f; .global .u32 x[1] = {1}; .func g{}"), ElementsAre(""));
  EXPECT_THAT(bodies(".func f .section .debug {.b8 1}"), IsEmpty());
}

/// A function in the middle of a body means that the brace before it is missing.
TEST(ModuleScanner, MissingBrace) {
  EXPECT_THAT(bodies(".entry a {\n ret;\n.entry b {\n ret;\n}\n"),
              ElementsAre("\n ret;\n...", "\n ret;\n"));
  EXPECT_THAT(bodies(".func a {\n {\n  .visible .func b {}"), ElementsAre("\n {\n  ...", ""));
  EXPECT_THAT(bodies(".entry a { ret;"), ElementsAre(" ret;..."));
  // Not on a line of its own, not that directive: this is not a function.
  EXPECT_THAT(bodies(".entry a {\n x .func\n.functions\n ld\n .weak.u32 x;\n}"),
              ElementsAre("\n x .func\n.functions\n ld\n .weak.u32 x;\n"));
}

TEST(ModuleScanner, UnterminatedInside) {
  EXPECT_THAT(bodies(".entry a { /* }"), ElementsAre(" /* }..."));
  EXPECT_THAT(bodies(".entry a { \" }"), ElementsAre(" \" }..."));
  EXPECT_THAT(bodies(".entry a {"), ElementsAre("..."));
}

TEST(ModuleScanner, NulInside) {
  llvm::StringRef text(".entry a { \0 } .func b {}", 25);
  EXPECT_THAT(bodies(text), ElementsAre(std::string(" \0 ", 3), ""));
}

} // namespace
