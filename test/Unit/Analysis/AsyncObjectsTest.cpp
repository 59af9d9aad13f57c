// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Tensor/AsyncObjects.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// The objects of a body, as messages say them.
class Objects {
public:
  explicit Objects(const std::string &statements)
      : module(statements,
               ".shared .align 8 .b64 full[4], empty[4];\n"
               ".extern .shared .align 8 .b8 a[];\n.extern .shared .align 8 .b8 b[];\n"),
        registers(module.body().scope), accesses(module.body(), registers), flow(module.body()),
        values(module.body(), registers, accesses, flow),
        uses(findObjectUses(module.body(), AsyncOps(module.body(), ActionIndex(module.body())),
                            [this]() -> ValueAnalysis & { return values; })) {}

  std::string text() const {
    std::string result;
    for (const ObjectUse &use : uses)
      result += (use.isRemote ? "remote " : "") + describe(use) + "; ";
    return result;
  }
  const ObjectUse &operator[](size_t i) const { return uses[i]; }

private:
  CheckedModule module;
  Registers registers;
  RegisterAccesses accesses;
  ControlFlow flow;
  ValueAnalysis values;
  std::vector<ObjectUse> uses;
};

TEST(AsyncObjectsTest, Names) {
  EXPECT_EQ(Objects("mbarrier.init.shared.b64 [full], 1;\nmbarrier.inval.shared.b64 [full+8];\n"
                    "mov.u32 %r1, full;\nmad.lo.u32 %r2, %r3, 8, %r1;\n"
                    "mbarrier.arrive.shared.b64 _, [%r2];\nmbarrier.arrive.shared.b64 _, [%r3];")
                .text(),
            "`full`; the mbarrier at `full` + 8; an mbarrier in `full`; an mbarrier; ");
  EXPECT_EQ(Objects("mov.u32 %r1, full;\nmapa.shared::cluster.u32 %r2, %r1, 1;\n"
                    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r2];")
                .text(),
            "remote `full`; ");
}

TEST(AsyncObjectsTest, WhatCanBeSame) {
  Objects objects("mbarrier.init.shared.b64 [full], 1;\nmbarrier.init.shared.b64 [full+8], 1;\n"
                  "mbarrier.init.shared.b64 [empty], 1;\nmbarrier.arrive.shared.b64 _, [%r3];\n"
                  "mov.u32 %r1, full;\nadd.u32 %r1, %r1, 8;\nmbarrier.arrive.shared.b64 _, [%r1];\n"
                  "mbarrier.init.shared.b64 [a], 1;\nmbarrier.init.shared.b64 [b], 1;");
  EXPECT_FALSE(canBeSame(objects[0], objects[1]));
  EXPECT_FALSE(canBeSame(objects[0], objects[2]));
  EXPECT_TRUE(canBeSame(objects[2], objects[3])) << "nothing is known of the register";
  EXPECT_TRUE(areSame(objects[1], objects[4]));
  EXPECT_FALSE(areSame(objects[2], objects[3]));
  EXPECT_TRUE(canBeSame(objects[5], objects[6])) << "external arrays are one memory";
}

} // namespace
