// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Check/CheckedText.h"

#include "ptx/Sema/Platform/Requirements.h"
#include "ptx/Sema/Sema.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::string moduleWith(const std::string &statements, const std::string &header = "") {
  return ".version 1.0\n.target sm_11" + header +
         "\n.entry k()\n{\n.reg .b16 %h<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n"
         ".reg .f64 %d<4>;\n.reg .pred %p<4>;\n" +
         statements + "\n}\n";
}

Requirements requirementsOf(const std::string &text, bool ptxasCompat = false) {
  SemaOptions options;
  options.recordsUses = true;
  CheckedText checked(text, options);
  EXPECT_TRUE(checked.diagnostics().empty());
  return ptx::requirementsOf(checked.sema().uses, ptxasCompat);
}

/// The versions of `target`: "6.0-6.3"; empty if it cannot have the module.
std::string versionsOf(const Requirements &requirements, TargetId target) {
  std::string text;
  for (const TargetVersions &of : requirements.targets)
    if (of.target == target)
      for (const VersionRange &range : of.versions)
        text += range.first.str() + "-" + range.last.str() + " ";
  return text;
}

/// (Manual 11.1.2: the version that knows a target)
TEST(RequirementsTest, NothingSpecial) {
  Requirements of = requirementsOf(moduleWith("add.u32 %r1, %r2, %r3;"));
  EXPECT_EQ(of.minimum(), (PtxVersion{1, 0}));
  EXPECT_EQ(versionsOf(of, TargetId::sm_10), "1.0-9.5 ");
  EXPECT_EQ(versionsOf(of, TargetId::sm_110), "9.0-9.5 ");
  EXPECT_EQ(versionsOf(of, TargetId::sm_107), "9.4-9.5 ");
  EXPECT_THAT(of.reasons, IsEmpty());
}

/// (Manual 9.7.9.6: `shfl` without `.sync` from PTX 3.0 on, on sm_70 and up not from 6.4 on)
TEST(RequirementsTest, RetiredFeature) {
  Requirements of = requirementsOf(moduleWith("shfl.up.b32 %r1, %r2, 1, 0;"));
  EXPECT_EQ(of.minimum(), (PtxVersion{3, 0}));
  EXPECT_EQ(versionsOf(of, TargetId::sm_60), "5.0-9.5 ");
  EXPECT_EQ(versionsOf(of, TargetId::sm_70), "6.0-6.3 ");
  EXPECT_EQ(versionsOf(of, TargetId::sm_80), "");
  EXPECT_THAT(of.reasons, ElementsAre(0));
}

/// (Manual 9.7.16: tcgen05 from PTX 8.6 on for sm_100a, from 8.8 on for the family)
TEST(RequirementsTest, Families) {
  Requirements of = requirementsOf(moduleWith("tcgen05.wait::ld.sync.aligned;"));
  EXPECT_EQ(of.minimum(), (PtxVersion{8, 6}));
  EXPECT_EQ(versionsOf(of, TargetId::sm_100a), "8.6-9.5 ");
  EXPECT_EQ(versionsOf(of, TargetId::sm_100f), "8.8-9.5 ");
  EXPECT_EQ(versionsOf(of, TargetId::sm_100), "");
}

/// Those that exclude nothing that another does not are no reasons: bar.warp.sync is from PTX 6.0
/// on for sm_30 and up, bmsk 7.6 and sm_70, cp.async 7.0 and sm_80.
/// (Manual 9.7.13.2, 9.7.1, 9.7.9.25.3)
TEST(RequirementsTest, ReasonsAreFew) {
  Requirements of = requirementsOf(
      moduleWith("bar.warp.sync -1;\nbmsk.clamp.b32 %r1, %r2, %r3;\ncp.async.wait_all;"));
  EXPECT_THAT(of.reasons, ElementsAre(1, 2));
}

/// `ptxas` lets PTX 5.1 have what came with PTX 6.0.
TEST(RequirementsTest, WhatPtxasDoesNotCheck) {
  std::string text = moduleWith("bar.warp.sync -1;");
  EXPECT_EQ(requirementsOf(text).minimum(), (PtxVersion{6, 0}));
  EXPECT_EQ(requirementsOf(text, true).minimum(), (PtxVersion{5, 1}));
}

/// `ptxas` before CUDA 13.1 accepts sm_88 from PTX 7.3 on, later ones as the manual has it.
/// (11.1.2)
TEST(RequirementsTest, TargetsThatPtxasHadEarlier) {
  std::string text = moduleWith("add.u32 %r1, %r2, %r3;");
  EXPECT_EQ(versionsOf(requirementsOf(text), TargetId::sm_88), "9.0-9.5 ");
  EXPECT_EQ(versionsOf(requirementsOf(text, true), TargetId::sm_88), "9.0-9.5 ");
  EXPECT_EQ(firstTaken(TargetId::sm_88, numberOf(*findRelease("13.0"))), (PtxVersion{7, 3}));
  EXPECT_EQ(firstTaken(TargetId::sm_88, numberOf(*findRelease("13.1"))), (PtxVersion{9, 0}));
}

/// (Manual 11.1.2: no target lacks double precision that is demoted)
TEST(RequirementsTest, DemotedDoublePrecision) {
  std::string add = "add.f64 %d1, %d2, %d3;";
  EXPECT_EQ(versionsOf(requirementsOf(moduleWith(add)), TargetId::sm_11), "");
  EXPECT_EQ(versionsOf(requirementsOf(moduleWith(add, ", map_f64_to_f32")), TargetId::sm_11),
            "1.0-9.5 ");
}

/// What is said of each target and version is what checking for them says.
TEST(RequirementsTest, AgreesWithTheChecks) {
  for (const std::string statement :
       {"shfl.up.b32 %r1, %r2, 1, 0;", "bar.warp.sync -1;", "mov.u32 %r1, %envreg3;",
        "cvt.rn.bf16x2.e4m3x2 %r1, %h1;", "wgmma.fence.sync.aligned;", "vote.all.pred %p1, %p2;",
        "tcgen05.wait::ld.sync.aligned;", "mov.u64 %rd1, %clock64;", "div.f64 %d1, %d2, %d3;"}) {
    std::string module = moduleWith(statement);
    for (bool ptxasCompat : {false, true}) {
      Requirements of = requirementsOf(module, ptxasCompat);
      for (const TargetInfo &target : allTargets())
        for (PtxVersion version : allVersions()) {
          SemaOptions options;
          options.version = version;
          options.targets = {target.id};
          CheckedText checked(module, options);
          const DiagnosticList &list = checked.diagnostics();
          bool isAccepted = ptxasCompat ? !list.hasErrors() : list.empty();
          bool isListed = llvm::any_of(of.targets, [&](const TargetVersions &versions) {
            return versions.target == target.id &&
                   llvm::any_of(versions.versions, [&](const VersionRange &range) {
                     return range.first <= version && version <= range.last;
                   });
          });
          EXPECT_EQ(isListed, isAccepted)
              << statement << " " << target.name.str() << " PTX " << version.str();
        }
    }
  }
}

} // namespace
