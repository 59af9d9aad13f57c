// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionText.h"

#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;

TEST(SpecialRegistersTest, EveryRowIsThere) {
  unsigned count = 0;
  for (const auto &row : readTable("special-registers.tsv")) {
    if (row[0] == "WARP_SZ") // a constant
      continue;
    ++count;
    std::optional<SpecialRegister> found = findSpecialRegister(row[0]);
    ASSERT_TRUE(found) << row[0];
    const SpecialRegisterInfo &reg = info(*found);
    std::string type = (reg.components == 4 ? ".v4." : ".") + info(reg.type).name.str();
    EXPECT_EQ(type, row[1]) << row[0];
    EXPECT_EQ(reg.since.str(), row[3]) << row[0];
    TargetId lowest = *findTarget(row[4] == "all" ? "sm_10" : row[4]);
    for (const TargetInfo &target : allTargets())
      EXPECT_EQ(satisfies(target.id, {9, 5}, reg.targets), target.number >= info(lowest).number)
          << row[0] << " " << target.name.str();
  }
  EXPECT_EQ(count, allSpecialRegisters().size());
  EXPECT_FALSE(findSpecialRegister("tid"));
  EXPECT_FALSE(findSpecialRegister("%envreg32"));
}

TEST(SpecialRegistersTest, EachSaysWhatItHolds) {
  for (const SpecialRegisterInfo &reg : allSpecialRegisters()) {
    EXPECT_FALSE(reg.summary.empty()) << reg.name.str();
    // No manual of PTX 9.5 was read.
    bool isRead = reg.since <= PtxVersion{9, 4};
    EXPECT_TRUE(isRead ? reg.section >= 1 && reg.section <= 35 : reg.section == 0)
        << reg.name.str();
  }
  EXPECT_EQ(info(SpecialRegister::tid).section, 1);
  EXPECT_EQ(info(SpecialRegister::globaltimer_hi).section, 28);
}

TEST(SpecialRegistersTest, LowBitsOfOldRegistersCanBeReadAlone) {
  EXPECT_EQ(info(SpecialRegister::tid).alsoReadAs, typeBit(TypeId::u16));
  EXPECT_EQ(info(SpecialRegister::gridid).alsoReadAs, typeBit(TypeId::u16) | typeBit(TypeId::u32));
  EXPECT_EQ(info(SpecialRegister::laneid).alsoReadAs, TypeSet(0));
}
