// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/ModuleScanner.h"
#include "ptx/Isa/Vocabulary/Directives.h"

#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

#include <string>

using namespace ptx;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The bodies of `text`, those without a closing brace with `...` after them.
std::vector<std::string> bodies(llvm::StringRef text) {
  std::vector<std::string> shown;
  for (const ModuleSplit::Body &body : findBodies(text).bodies)
    shown.push_back(text.slice(body.range.begin, body.range.end).str() +
                    (body.closed ? "" : "..."));
  return shown;
}

TEST(ModuleScanner, TokensOutsideOfBodies) {
  llvm::StringRef text = ".entry k() { ret; } .global .u32 x = 1;";
  ModuleSplit split = findBodies(text);
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

/// The braces match, as a later body has one too many, but a function is defined inside.
TEST(ModuleScanner, BracesOfOthers) {
  EXPECT_THAT(bodies(".entry a {\n ret;\n.entry b {\n ret;\n}\n}\n"),
              ElementsAre("\n ret;\n...", "\n ret;\n"));
  // A declaration alone is a mistake inside of the body.
  EXPECT_THAT(bodies(".entry a {\n.extern .func f;\n}\n"), ElementsAre("\n.extern .func f;\n"));
  EXPECT_THAT(bodies(".entry a {\n.extern .func f;\n"), ElementsAre("\n..."));
}

/// A line is distinguished from a word in it at each place of a block.
TEST(ModuleScanner, FunctionAtAnyDistance) {
  for (unsigned length = 0; length != 300; ++length) {
    std::string inside(length, 'x');
    EXPECT_THAT(bodies(".func f{" + inside + "\n .func g{}}"), ElementsAre(inside + "\n ...", ""));
    EXPECT_THAT(bodies(".func f{" + inside + " .func g{}}"), ElementsAre(inside + " .func g{}"));
  }
}

/// The scan looks for their first letters.
TEST(ModuleScanner, EachWordThatStartsAFunction) {
  auto ends = [](llvm::StringRef words) {
    EXPECT_THAT(bodies((".entry a {\n" + words + " g() {}").str()), ElementsAre("\n...", ""));
  };
  ends(".entry");
  ends(".func");
  for (const DirectiveInfo &directive : allDirectives())
    if (directive.canBe(DirectivePlace::BeforeFunction))
      ends((directive.word + " .func").str());
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
