// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/ModuleOutline.h"

#include "ptx/Support/Workers.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <random>

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
    ".entry k(.param .u64 a, .param .align 8 .b8 b[16]) .maxntid 32 { ret; }\n";

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
       {".entry k(.param .u64 a, .param .align 8 .b8 b[16]);", ".func k() { ret; }",
        ".entry l(.param .u64 a);", ".section .debug_str { }", ".entry m(.param .u64) { ret; }",
        "@@DWARF .byte 1"})
    EXPECT_EQ(countParameters((entry + other).str(), EntryParameters::WithBodies), (Counts{2, 2}))
        << other.str();
}

/// Lists that can have an error, and what other bodies have to know of.
TEST(ModuleOutlineTest, UnusualListsStayInTheOutline) {
  for (llvm::StringRef list : {".param .b8 a[(2)]", ".param .b8 a[]", ".param .b8 a[1234567890]",
                               ".param .u64 .ptr .const .align 4 a", ".param .align WARP_SZ .u64 a",
                               ".hidden .param .u64 a", ".param .u64 call", ".reg .u32 a"})
    EXPECT_EQ(
        countParameters((".entry k(" + list + ") { ret; }").str(), EntryParameters::WithBodies),
        (Counts{1, 1}))
        << list.str();
}

/// In no list that is left out the parser finds an error.
TEST(ModuleOutlineTest, ListsLeftOutHaveNoSyntaxError) {
  constexpr llvm::StringLiteral words[] = {".param", ".align",  "8",       ".v2",    ".u64",
                                           ".ptr",   ".global", ".shared", "a",      "[",
                                           "]",      "4",       ",",       ".local", "0"};
  std::mt19937 random(14);
  Workers workers(1);
  unsigned leftOut = 0;
  for (unsigned round = 0; round != 3000; ++round) {
    // A right list, most often with a mistake or two.
    std::vector<llvm::StringRef> list;
    for (unsigned i = 1 + random() % 2; i != 0; --i) {
      for (llvm::StringRef part :
           {".param", ".align 4", ".v2", ".u64", ".ptr", ".global", ".align 8", "a", "[2]", "[4]"})
        if (part == ".param" || part == ".u64" || part == "a" || random() % 2)
          list.push_back(part);
      list.push_back(i == 1 ? "" : ",");
    }
    for (unsigned i = random() % 3; i != 0; --i)
      list[random() % list.size()] = words[random() % std::size(words)];
    auto source = SourceBuffer::fromString(
        ".version 8.0\n.target sm_80\n.entry k(" + llvm::join(list, " ") + ") { ret; }\n", "k.ptx");
    DiagnosticList diagnostics;
    ModuleOutline outline(*source, SourceKind::Module, BodyScan::Braces, workers, diagnostics,
                          EntryParameters::WithBodies);
    if (outline.bodyCount() != 1 || !diagnostics.empty() ||
        !outline.module().top().variables().empty())
      continue;
    ++leftOut;
    BodyReader reader(outline, UnitStorage::Lent);
    reader.read(0, diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << source->text().str();
    EXPECT_TRUE(reader.header() && !reader.header()->parameters.empty()) << source->text().str();
  }
  EXPECT_GT(leftOut, 500u);
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
  EXPECT_EQ(source->text(unit.range(last.first, last.last)), ".param .align 8 .b8 b[16]");
  // What is after the list is where it was.
  const Function &function = header.function;
  ASSERT_EQ(function.directives.size(), 1u);
  const Directive &directive = header.unit[function.directives[0]];
  EXPECT_EQ(header.unit.source(header.unit.list(directive.operands).front()), "32");
  EXPECT_TRUE(diagnostics.empty());
}
