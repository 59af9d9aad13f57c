// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/ModuleOutline.h"

#include "ptx/Support/Workers.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

/// How many parameters the first entry has: in the outline, and as the reader of its body says.
struct Counts {
  size_t inOutline;
  size_t ofHeader;

  friend bool operator==(const Counts &, const Counts &) = default;
};

Counts countParameters(llvm::StringRef items, EntryParameters where) {
  auto source = SourceBuffer::fromString(
      (".version 8.0\n.target sm_80\n.address_size 64\n" + items).str(), "k.ptx");
  Workers workers(1);
  DiagnosticList diagnostics;
  ModuleOutline outline(*source, SourceKind::Module, BodyScan::Braces, workers, diagnostics, where);
  BodyReader reader(outline, UnitStorage::Lent);
  for (size_t i = 0; i != outline.bodyCount(); ++i) {
    reader.read(i, diagnostics);
    const std::optional<FunctionHeader> &header = reader.header();
    if (header && header->isEntry())
      return {header->function.parameters.size(), header->parameters.size()};
  }
  ADD_FAILURE() << "no entry with a body";
  return {};
}

constexpr llvm::StringLiteral entry =
    ".entry k(.param .u64 a, .param .align 8 .b8 b[WARP_SZ]) .maxntid 32 { ret; }\n";

} // namespace

TEST(ModuleOutlineTest, ParametersOfEntriesAreReadWithTheBody) {
  EXPECT_EQ(countParameters(entry, EntryParameters::InOutline), (Counts{2, 2}));
  EXPECT_EQ(countParameters(entry, EntryParameters::WithBodies), (Counts{0, 2}));
  EXPECT_EQ(countParameters(".entry k() { ret; }", EntryParameters::WithBodies), (Counts{0, 0}));
  EXPECT_EQ(countParameters(".entry k { ret; }", EntryParameters::WithBodies), (Counts{0, 0}));
}

/// Redeclarations and debug sections need them, and of a text with an error it is not known what
/// belongs to what.
TEST(ModuleOutlineTest, ParametersThatMoreThanTheBodyNeedsStayInTheOutline) {
  for (llvm::StringRef other :
       {".entry k(.param .u64 a, .param .align 8 .b8 b[WARP_SZ]);", ".func k() { ret; }",
        ".entry l(.param .u64 a);", ".section .debug_str { }", ".func (.reg .u32) f { ret; }",
        "@@DWARF .byte 1"})
    EXPECT_EQ(countParameters((entry + other).str(), EntryParameters::WithBodies), (Counts{2, 2}))
        << other.str();
}

/// What can hide the end of a list, and what other bodies have to know of.
TEST(ModuleOutlineTest, ListsWithMoreThanDeclarationsStayInTheOutline) {
  for (llvm::StringRef list : {".param .u64 a // )\n", ".param .u64 /* ) */ a", ".param .b8 a[(2)]",
                               ".param .u64 .ptr .const .align 4 a"})
    EXPECT_EQ(
        countParameters((".entry k(" + list + ") { ret; }").str(), EntryParameters::WithBodies),
        (Counts{1, 1}))
        << list.str();
}

TEST(ModuleOutlineTest, AnErrorInAListIsSeenWithItsBody) {
  for (llvm::StringRef list : {".param .u64", ".param .u64 a .param .u64 b", ".func f", "a,"}) {
    auto source = SourceBuffer::fromString((".version 8.0\n.target sm_80\n.address_size 64\n" +
                                            entry + ".entry b(" + list + ") { ret; }\n")
                                               .str(),
                                           "k.ptx");
    Workers workers(1);
    DiagnosticList diagnostics;
    ModuleOutline outline(*source, SourceKind::Module, BodyScan::Braces, workers, diagnostics,
                          EntryParameters::WithBodies);
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_EQ(outline.bodyCount(), 2u);
    BodyReader reader(outline, UnitStorage::Lent);
    reader.read(0, diagnostics);
    EXPECT_FALSE(reader.sawBrokenParameters());
    reader.read(1, diagnostics);
    EXPECT_TRUE(reader.sawBrokenParameters()) << list.str();
  }
}

TEST(ModuleOutlineTest, AReadHeaderIsThatOfTheSource) {
  auto source = SourceBuffer::fromString(
      ".version 8.0\n.target sm_80\n.address_size 64\n" + entry.str(), "k.ptx");
  Workers workers(1);
  DiagnosticList diagnostics;
  ModuleOutline outline(*source, SourceKind::Module, BodyScan::Braces, workers, diagnostics,
                        EntryParameters::WithBodies);
  BodyReader reader(outline, UnitStorage::Lent);
  reader.read(0, diagnostics);
  const FunctionHeader &header = *reader.header();
  const SyntaxUnit &unit = header.parameterUnit;
  const Variable &last = unit[header.parameters[1]];
  EXPECT_EQ(source->text(unit.range(last.first, last.last)), ".param .align 8 .b8 b[WARP_SZ]");
  // What is after the list is where it was.
  const Function &function = header.function;
  ASSERT_EQ(function.directives.size(), 1u);
  const Directive &directive = header.unit[function.directives[0]];
  EXPECT_EQ(header.unit.source(header.unit.list(directive.operands).front()), "32");
  EXPECT_TRUE(diagnostics.empty());
}
