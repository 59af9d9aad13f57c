// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ptx;
using llvm::StringRef;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

static std::vector<std::string> words(DirectivePlace place) {
  std::vector<std::string> found;
  for (const DirectiveInfo &directive : allDirectives())
    if (directive.canBe(place))
      found.push_back(directive.word.str());
  return found;
}

/// The numbers of a section of the manual.
static std::vector<int> numbersOf(StringRef section) {
  std::vector<int> numbers;
  for (StringRef number : llvm::split(section, '.'))
    numbers.push_back(std::stoi(number.str()));
  return numbers;
}

TEST(DirectivesTest, HeaderOfAnEntryInTheOrderOfTheSections) {
  std::vector<std::vector<int>> sections;
  for (const DirectiveInfo &directive : allDirectives())
    if (directive.canBe(DirectivePlace::EntryHeader))
      sections.push_back(numbersOf(directive.section));
  EXPECT_TRUE(llvm::is_sorted(sections));
  EXPECT_THAT(words(DirectivePlace::EntryHeader),
              IsSupersetOf({".maxnreg", ".maxntid", ".pragma"}));
}

// Manual 11.4.7.
TEST(DirectivesTest, Repeated) {
  EXPECT_TRUE(info(DirectiveWord::Pragma).repeats);
  EXPECT_FALSE(info(DirectiveWord::MaxNReg).repeats);
}

// Manual 11.6: `.common` is for variables.
TEST(DirectivesTest, Linkage) {
  EXPECT_THAT(words(DirectivePlace::BeforeFunction), ElementsAre(".extern", ".visible", ".weak"));
  EXPECT_THAT(words(DirectivePlace::BeforeVariable),
              ElementsAre(".extern", ".visible", ".weak", ".common"));
}

// Manual 11.4.3, 11.7.3: one record says it, both have it.
TEST(DirectivesTest, Exclusion) {
  const DirectiveInfo &most = info(DirectiveWord::MaxNTid), &exact = info(DirectiveWord::ReqNTid);
  EXPECT_EQ(most.excludes, directiveBit(exact.id));
  EXPECT_EQ(exact.excludes, directiveBit(most.id));
}

// Manual 11.4.5: deprecated in PTX 2.0; `ptxas` 13.0 rejects it from PTX 2.1 on.
TEST(DirectivesTest, Deprecation) {
  const DirectiveInfo &old = info(DirectiveWord::MaxNCtaPerSm);
  EXPECT_FALSE(old.isDeprecated({1, 5}));
  EXPECT_TRUE(old.isDeprecated({2, 0}));
  EXPECT_FALSE(old.isRemoved({2, 0}));
  EXPECT_TRUE(old.isRemoved({2, 1}));
  EXPECT_EQ(info(old.replacement).word, ".minnctapersm");
  EXPECT_FALSE(info(DirectiveWord::MaxNTid).isDeprecated({9, 2}));
}

// Manual 11.8.1, "PTX ISA Notes", "Target ISA Notes".
TEST(DirectivesTest, Feature) {
  const FeatureInfo &feature = info(info(DirectiveWord::BlocksAreClusters).feature);
  EXPECT_EQ(feature.name, ".blocksareclusters");
  EXPECT_EQ(feature.since, (PtxVersion{9, 0}));
  EXPECT_TRUE(satisfies(TargetId::sm_90, {9, 0}, feature.targets));
  EXPECT_FALSE(satisfies(TargetId::sm_80, {9, 0}, feature.targets));
}

// Manual 5.1, table 6; 5.4.4.
TEST(StateSpacesTest, Declarations) {
  std::string initialized, module;
  for (const StateSpaceInfo &space : allStateSpaces()) {
    initialized += space.isInitialized ? space.word.str() : "";
    module += space.atModuleScope ? space.word.str() : "";
  }
  EXPECT_EQ(initialized, ".const.global");
  EXPECT_EQ(module, ".reg.const.global.local.shared.tex");
  EXPECT_EQ(info(StateSpace::Shared).word, ".shared");
}

TEST(StateSpacesTest, Modifiers) {
  EXPECT_EQ(spaceOf(Modifier::shared_cluster), StateSpace::Shared);
  EXPECT_EQ(spaceOf(Modifier::param_entry), StateSpace::Param);
  EXPECT_EQ(spaceOf(Modifier::cta), std::nullopt);
}

TEST(DirectivesTest, Reference) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printDirectives(os);
  EXPECT_THAT(os.str(),
              HasSubstr("| 11.7.3 | `.maxclusterrank` | 7.8 | `sm_90` or higher | between "
                        "the parameters and the body of an `.entry` | not with "
                        "`.reqnctapercluster` | most CTAs of a cluster |\n"));
}
