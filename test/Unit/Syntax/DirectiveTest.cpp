// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParsedModule.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The directives among the statements of `unit`: kind, keyword, operands.
std::vector<std::string> directives(const SyntaxUnit &unit) {
  std::vector<std::string> shown;
  for (const Stmt &stmt : unit.statements()) {
    if (stmt.kind != StmtKind::Directive)
      continue;
    const Directive &d = unit.directives()[stmt.index];
    shown.push_back(directiveKindName(d.kind).str() + " " + show(unit, d.keyword) + " " +
                    show(unit, d.operands));
  }
  return shown;
}

/// (Manual 11.1) `ptxas` accepts `.target` lines one after the other.
TEST(Directive, Header) {
  ParsedModule module(".version 8.5\n.target sm_90a, debug\n.target sm_90\n.address_size 64\n");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  EXPECT_THAT(directives(module.top()),
              ElementsAre("Version .version 8.5", "Target .target sm_90a debug",
                          "Target .target sm_90", "AddressSize .address_size 64"));
}

TEST(Directive, ModuleScope) {
  ParsedModule module = ParsedModule::items(".file 1 \"a.cu\"\n.file 2 \"b.cu\", 7, 0x10\n"
                                            ".pragma \"x\", \"y\";\n.alias a, b;\n");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  EXPECT_THAT(directives(module.top()),
              ElementsAre("Version .version 9.0", "Target .target sm_90", "File .file 1 \"a.cu\"",
                          "File .file 2 \"b.cu\" 7 0x10", "Pragma .pragma \"x\" \"y\"",
                          "Alias .alias a b"));
}

/// (Manual 11.5.2)
TEST(Directive, Sections) {
  ParsedModule module =
      ParsedModule::items(".section .debug_info {\n"
                          "L: .b8 1, -2\n.b32 L, L+4, L1-L\n.b64 .debug_str+8\n}");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  EXPECT_THAT(llvm::ArrayRef(directives(module.top())).drop_front(2).vec(),
              ElementsAre("Section .section .debug_info", "SectionLabel L L",
                          "SectionData .b8 1 (- 2)",
                          "SectionData .b32 L (Offset L 4) (Difference L1 L)",
                          "SectionData .b64 (Offset .debug_str 8)", "SectionEnd } "));
}

/// (Manual 11.5.1)
TEST(Directive, OldDebugInformation) {
  ParsedModule module = ParsedModule::items("@@DWARF .section .debug_abbrev, \"\", @progbits\n"
                                            "@@DWARF .4byte 1, f, .debug_line+2\n");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  EXPECT_THAT(llvm::ArrayRef(directives(module.top())).drop_front(2).vec(),
              ElementsAre("DwarfSection .section .debug_abbrev \"\" progbits",
                          "Dwarf .4byte 1 f (Offset .debug_line 2)"));
}

/// (Manual 11.5.4)
TEST(Directive, Locations) {
  ParsedModule module = ParsedModule::statements(
      ".loc 1 20 0x3\n.loc 2 5 6, function_name $L+8, inlined_at 1 20 3\nret;");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  const SyntaxUnit &body = module.body();
  ASSERT_EQ(body.locs().size(), 2u);
  EXPECT_EQ(body.locs()[0].file, 1u);
  EXPECT_EQ(body.locs()[0].line, 20u);
  EXPECT_EQ(body.locs()[0].column, 3u);
  EXPECT_FALSE(body.locs()[0].inlined.valid());
  const Loc &second = body.locs()[1];
  ASSERT_TRUE(second.inlined.valid());
  EXPECT_EQ(show(body, body[second.inlined].operands), "(Offset $L 8) 1 20 3");
  EXPECT_EQ(module->source().text(body.range(StmtId{1})),
            ".loc 2 5 6, function_name $L+8, inlined_at 1 20 3");
}

/// (Manual 11.3)
TEST(Directive, Targets) {
  ParsedModule module =
      ParsedModule::statements("t: .branchtargets L0, N<4>; c: .calltargets f, g; brx.idx %r1, t;");
  EXPECT_THAT(module.diagnostics(), IsEmpty());
  const SyntaxUnit &body = module.body();
  EXPECT_THAT(directives(body), ElementsAre("BranchTargets .branchtargets L0 (NameRange N 4)",
                                            "CallTargets .calltargets f g"));
  // The label belongs to the directive: there is no label besides.
  EXPECT_EQ(body.statements().size(), 3u);
  EXPECT_EQ(show(body, body.directives()[0].first), "t");
}

} // namespace
