// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Check/CheckedText.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Sema/Platform/Gates.h"
#include "ptx/Sema/Sema.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

using Messages = std::vector<std::string>;

/// What checking `statements` in an entry of a module with this header says: severities as letters,
/// messages, notes indented but for those that show the directive; see `ADirectiveIsShown`.
Messages check(const std::string &version, const std::string &target, const std::string &statements,
               const SemaOptions &options = {}) {
  CheckedText module(".version " + version + "\n.target " + target +
                         "\n.entry k()\n{\n.reg .b16 %h<4>;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n"
                         ".reg .f64 %d<4>;\n.reg .b64 %rd<4>;\n.reg .pred %p<4>;\n" +
                         statements + "\n}\n",
                     options);
  EXPECT_TRUE(module.module().isComplete());
  Messages messages;
  for (const Diagnostic &d : module.diagnostics().items()) {
    messages.push_back((info(d.id).severity == Severity::Error ? "E: " : "W: ") + d.message);
    for (const Note &note : d.notes)
      if (!llvm::StringRef(note.message).ends_with("is declared here"))
        messages.push_back("  " + note.message);
  }
  return messages;
}

/// A note at the directive that is not enough: the version, or the target.
TEST(GatesTest, ADirectiveIsShown) {
  CheckedText module(".version 7.8\n.target sm_80\n.entry k() { griddepcontrol.wait; }\n"
                     ".entry l() { fence.proxy.async; }\n");
  Messages shown;
  for (const Diagnostic &d : module.diagnostics().items())
    for (const Note &note : d.notes)
      shown.push_back(module.module().source().text(note.range).str() + ": " + note.message);
  EXPECT_THAT(shown, testing::UnorderedElementsAre("7.8: the version is declared here",
                                                   "sm_80: the target is declared here",
                                                   "sm_80: the target is declared here"));
}

/// (Manual 9.7.15: wgmma from PTX 8.0 on, only for sm_90a)
TEST(GatesTest, AnArchitectureSpecificTarget) {
  const std::string fence = "wgmma.fence.sync.aligned;";
  EXPECT_THAT(check("8.0", "sm_90a", fence), IsEmpty());
  EXPECT_THAT(check("9.0", "sm_90", fence),
              ElementsAre("E: `wgmma.fence` requires `sm_90a`; the module targets `sm_90`"));
  EXPECT_THAT(check("9.0", "sm_100a", fence),
              ElementsAre("E: `wgmma.fence` requires `sm_90a`; the module targets `sm_100a`"));
}

/// (Manual 9.7.16: tcgen05 from PTX 8.6 on for sm_100a, from 8.8 on for the family of sm_100f)
TEST(GatesTest, Families) {
  const std::string wait = "tcgen05.wait::ld.sync.aligned;";
  EXPECT_THAT(check("8.6", "sm_100a", wait), IsEmpty());
  EXPECT_THAT(check("8.8", "sm_100f", wait), IsEmpty());
  EXPECT_THAT(check("8.8", "sm_103a", wait), IsEmpty());
  EXPECT_THAT(check("9.0", "sm_110f", wait), IsEmpty());
  EXPECT_THAT(check("9.0", "sm_100", wait), ElementsAre(HasSubstr("the module targets `sm_100`")));
  EXPECT_THAT(check("9.0", "sm_120f", wait),
              ElementsAre(HasSubstr("the module targets `sm_120f`")));
}

TEST(GatesTest, AVersionThatIsTooLow) {
  EXPECT_THAT(check("7.8", "sm_90", "mov.u32 %r1, %aggr_smem_size;"),
              ElementsAre("E: `%aggr_smem_size` requires PTX 8.1; the module declares PTX 7.8"));
  // The target knows it, but only from a later version on: both are said at once.
  SemaOptions options;
  options.targets = {TargetId::sm_100f, TargetId::sm_120f};
  EXPECT_THAT(check("8.8", "sm_100f", "cvt.rn.bf16x2.e4m3x2 %r1, %h1;", options),
              ElementsAre(HasSubstr("requires PTX 9.2")));
}

TEST(GatesTest, AMatrixOfTargets) {
  SemaOptions options;
  options.version = PtxVersion{9, 0};
  options.targets = {TargetId::sm_80, TargetId::sm_90a, TargetId::sm_100f};
  EXPECT_THAT(check("7.0", "sm_70", "wgmma.fence.sync.aligned;", options),
              ElementsAre("E: `wgmma.fence` requires `sm_90a`; the check is for `sm_80` and "
                          "`sm_100f`, and `sm_90a` has it"));
  options.targets = {TargetId::sm_80};
  EXPECT_THAT(check("9.0", "sm_90a", "wgmma.fence.sync.aligned;", options),
              ElementsAre("E: `wgmma.fence` requires `sm_90a`; the check is for `sm_80`"));
  options.targets = {TargetId::sm_90a};
  EXPECT_THAT(check("7.0", "sm_70", "wgmma.fence.sync.aligned;", options), IsEmpty());
}

TEST(GatesTest, RepeatsAreOneDiagnostic) {
  const std::string fence = "wgmma.fence.sync.aligned;\n";
  EXPECT_THAT(check("9.0", "sm_90", fence + fence),
              ElementsAre(HasSubstr("E: `wgmma.fence` requires"), "  1 more use here"));
  EXPECT_THAT(check("9.0", "sm_90", fence + fence + fence + fence),
              ElementsAre(HasSubstr("E: `wgmma.fence` requires"), "  3 more uses, the next here"));
}

/// (Manual 11.1.2: where double precision is demoted, no target lacks it)
TEST(GatesTest, DemotedDoublePrecision) {
  const std::string add = "add.f64 %d1, %d2, %d3;";
  EXPECT_THAT(check("1.4", "sm_13", add), IsEmpty());
  EXPECT_THAT(check("1.4", "sm_11", add), ElementsAre(HasSubstr("requires `sm_13` or higher")));
  EXPECT_THAT(check("1.4", "sm_11, map_f64_to_f32", add), IsEmpty());
}

/// `ptxas` lets PTX 5.1 have what came with PTX 6.0, and 5.0 not.
TEST(GatesTest, EarlyAccess) {
  const std::string vote = "vote.sync.all.pred %p1, %p2, -1;"; // from PTX 6.0 on, manual 9.7.13.9
  EXPECT_THAT(check("6.0", "sm_60", vote), IsEmpty());
  EXPECT_THAT(check("5.1", "sm_60", vote),
              ElementsAre(HasSubstr("W: `vote.sync` requires PTX 6.0")));
  EXPECT_THAT(check("5.0", "sm_60", vote),
              ElementsAre(HasSubstr("E: `vote.sync` requires PTX 6.0")));
}

/// (Manual 9.7.13.8: not for sm_70 and up from PTX 6.4 on, use vote.sync)
TEST(GatesTest, RetiredInstructions) {
  const std::string vote = "vote.all.pred %p1, %p2;";
  EXPECT_THAT(check("6.3", "sm_70", vote), IsEmpty());
  EXPECT_THAT(check("9.0", "sm_60", vote), IsEmpty());
  EXPECT_THAT(check("6.4", "sm_70", vote),
              ElementsAre("E: `vote.all.pred` does not exist in PTX 6.4 or later for `sm_70` or "
                          "higher; the module declares PTX 6.4 and targets `sm_70`; use "
                          "`vote.sync.all.pred d, {!}a, membermask`"));
}

/// (Manual 11.1.2)
TEST(GatesTest, TargetsOfALaterVersion) {
  EXPECT_THAT(check("7.7", "sm_90", "ret;"),
              ElementsAre("E: target `sm_90` requires PTX 7.8; the module declares PTX 7.7"));
  SemaOptions options;
  options.targets = {TargetId::sm_103a, TargetId::sm_120, TargetId::sm_121};
  EXPECT_THAT(
      check("8.6", "sm_90", "ret;", options),
      ElementsAre(
          "E: target `sm_120` requires PTX 8.7; the module declares PTX 8.6",
          "E: targets `sm_103a` and `sm_121` require PTX 8.8; the module declares PTX 8.6"));
}

/// Where an instruction needs the version too, that is the error.
TEST(GatesTest, TheTargetItselfIsANote) {
  EXPECT_THAT(check("7.8", "sm_90a", "wgmma.fence.sync.aligned;"),
              ElementsAre("E: `wgmma.fence` requires PTX 8.0; the module declares PTX 7.8",
                          "  target `sm_90a` itself requires PTX 8.0"));
}

/// A module without a known target, and a statement list, have no gates.
TEST(GatesTest, WithoutATarget) {
  EXPECT_THAT(check("1.0", "sm_77", "wgmma.fence.sync.aligned;"),
              ElementsAre("E: `sm_77` is neither a target nor an option of `.target`"));
  CheckedText fragment("wgmma.fence.sync.aligned;", {}, SourceKind::Fragment);
  EXPECT_TRUE(fragment.diagnostics().empty());
}

} // namespace
