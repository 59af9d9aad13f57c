// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Syntax/ParsedModule.h"

#include "ptx/Sema/Module/ModuleHeader.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

TEST(ModuleHeaderTest, ReadsVersionAndTarget) {
  ParsedModule module(".version 8.7\n.target sm_120a\n.address_size 64\n");
  ModuleHeader header = readHeader(*module);
  EXPECT_EQ(header.version, (PtxVersion{8, 7}));
  EXPECT_EQ(header.target, TargetId::sm_120a);
  EXPECT_FALSE(header.mapF64ToF32);
  EXPECT_EQ(module->source().text(header.versionRange), "8.7");
  EXPECT_EQ(module->source().text(header.targetRange), "sm_120a");
}

/// (Manual 11.1.2: options of the texturing mode, debugging, and of old targets without doubles)
TEST(ModuleHeaderTest, OptionsAreNoTargets) {
  ParsedModule module(".version 3.0\n.target sm_12, texmode_independent, map_f64_to_f32, debug\n");
  ModuleHeader header = readHeader(*module);
  EXPECT_EQ(header.target, TargetId::sm_12);
  EXPECT_TRUE(header.mapF64ToF32);
}

/// `ptxas` accepts several `.target` lines and goes by the last.
TEST(ModuleHeaderTest, TheLastTargetCounts) {
  ParsedModule module(".version 9.0\n.target sm_80\n.target sm_90a\n.address_size 64\n");
  EXPECT_EQ(readHeader(*module).target, TargetId::sm_90a);
}

TEST(ModuleHeaderTest, AnUnknownTargetIsNone) {
  ParsedModule module(".version 9.0\n.target sm_77\n");
  EXPECT_FALSE(readHeader(*module).target);
  EXPECT_EQ(readHeader(*module).version, (PtxVersion{9, 0}));
}

TEST(ModuleHeaderTest, AFragmentHasNone) {
  ParsedModule module("ret;", SourceKind::Fragment);
  EXPECT_FALSE(readHeader(*module).version);
  EXPECT_FALSE(readHeader(*module).target);
}

TEST(ModuleHeaderTest, OnlyTheHeaderCounts) {
  ParsedModule module(".version 9.0\n.target sm_80\n.global .b32 x;\n.target sm_90\n");
  EXPECT_EQ(readHeader(*module).target, TargetId::sm_80);
}

/// (Manual 11.1.2: "Targets of the form `compute_xx` are also accepted as synonyms")
TEST(ModuleHeaderTest, SynonymsOfTargets) {
  EXPECT_EQ(targetNamed("compute_90a"), TargetId::sm_90a);
  EXPECT_EQ(targetNamed("sm_90a"), TargetId::sm_90a);
  for (const char *word : {"", "90a", "sm_", "compute_sm_90", "compute_77", "debug"})
    EXPECT_FALSE(targetNamed(word)) << word;
}

TEST(ModuleHeaderTest, AnUnknownVersionOrTargetInTheListIsNone) {
  EXPECT_FALSE(readHeader(*ParsedModule(".version 8.9\n.target sm_90\n")).version);
  EXPECT_EQ(readHeader(*ParsedModule(".version 10.1\n.target sm_90\n")).version,
            (PtxVersion{10, 1}));
  EXPECT_FALSE(readHeader(*ParsedModule(".version 9.0\n.target sm_90, sm_77\n")).target);
}

/// (Manual 13, release notes: the last minor version of each major one)
TEST(ModuleHeaderTest, VersionsThereAre) {
  for (PtxVersion version : {PtxVersion{1, 5}, {2, 3}, {3, 2}, {4, 3}, {5, 1}, {6, 5}, {7, 8}})
    EXPECT_TRUE(isVersion(version) && !isVersion({version.major, uint8_t(version.minor + 1)}))
        << version.str();
}

TEST(VersionTest, IsRead) {
  EXPECT_EQ(parseVersion("9.2"), (PtxVersion{9, 2}));
  EXPECT_EQ(parseVersion("1.0"), (PtxVersion{1, 0}));
  EXPECT_EQ(parseVersion("09.00"), (PtxVersion{9, 0})); // as `ptxas` reads it
  for (const char *text : {"", "9", "9.", ".2", "9.2.1", "9,2", "x.y", "9.2a", "-1.0", "300.0"})
    EXPECT_FALSE(parseVersion(text)) << text;
}

/// (The release notes of the manual, section 13)
TEST(VersionTest, AllAreKnown) {
  std::vector<std::string> names;
  for (PtxVersion version : allVersions())
    names.push_back(version.str());
  EXPECT_EQ(names.front(), "1.0");
  EXPECT_EQ(names.back(), "9.5");
  for (const char *last : {"1.5", "2.3", "3.2", "4.3", "5.1", "6.5", "7.8", "8.8", "9.2"})
    EXPECT_THAT(names, testing::Contains(last));
  for (const char *none : {"1.6", "2.4", "3.3", "4.4", "5.2", "6.6", "7.9", "8.9", "9.6"})
    EXPECT_THAT(names, testing::Not(testing::Contains(none)));
  EXPECT_TRUE(llvm::is_sorted(allVersions()));
}

} // namespace
