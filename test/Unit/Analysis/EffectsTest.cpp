// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/Effects.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// The effect of the one instruction.
Effect effectIn(const std::string &statement, const std::string &target = "sm_90") {
  CheckedModule module(statement, ".shared .b64 m;\n.shared .b32 s;\n", target);
  EXPECT_NE(module.body().signatures[0], nullptr) << statement;
  return effectOf(module.body(), InstId{0});
}

TEST(EffectsTest, Computations) {
  EXPECT_EQ(effectIn("add.u32 %r1, %r2, 1;"), Effect::None);
  EXPECT_EQ(effectIn("mov.u32 %r1, %laneid;"), Effect::None) << "does not change";
  EXPECT_EQ(effectIn("ld.global.u32 %r1, [%rd1];"), Effect::None) << "weak";
  EXPECT_EQ(effectIn("shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;"), Effect::None);
  EXPECT_EQ(effectIn("ret;"), Effect::None) << "control flow";
}

TEST(EffectsTest, ResultsThatVary) {
  EXPECT_EQ(effectIn("mov.u64 %rd1, %clock64;"), Effect::Varies);
  EXPECT_EQ(effectIn("activemask.b32 %r1;"), Effect::Varies);
  EXPECT_EQ(effectIn("ld.volatile.global.u32 %r1, [%rd1];"), Effect::Varies);
  EXPECT_EQ(effectIn("ld.relaxed.gpu.global.u32 %r1, [%rd1];"), Effect::Varies);
}

/// What C++ can see of memory. (Manual 9.7.9, 9.7.13)
TEST(EffectsTest, Memory) {
  EXPECT_EQ(effectIn("st.global.u32 [%rd1], %r1;"), Effect::Memory);
  EXPECT_EQ(effectIn("atom.global.add.u32 %r1, [%rd1], 1;"), Effect::Memory);
  EXPECT_EQ(effectIn("ld.acquire.gpu.global.u32 %r1, [%rd1];"), Effect::Memory);
  EXPECT_EQ(effectIn("bar.sync 0;"), Effect::Memory);
  EXPECT_EQ(effectIn("fence.proxy.async;"), Effect::Memory);
  EXPECT_EQ(effectIn("cp.async.wait_all;"), Effect::Memory);
  EXPECT_EQ(effectIn("barrier.cluster.arrive.release;"), Effect::Memory);
  EXPECT_EQ(effectIn("mbarrier.init.shared.b64 [m], 1;"), Effect::Memory);
  EXPECT_EQ(effectIn("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32;", "sm_100a"),
            Effect::Memory)
      << "stores the address";
  EXPECT_EQ(effectIn("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [m];", "sm_100a"),
            Effect::Memory);
}

/// What orders nothing that C++ can see.
TEST(EffectsTest, OtherEffects) {
  EXPECT_EQ(effectIn("nanosleep.u32 100;"), Effect::Other);
  EXPECT_EQ(effectIn("cp.async.commit_group;"), Effect::Other) << "matters when it is waited for";
  EXPECT_EQ(effectIn("barrier.cluster.arrive.relaxed;"), Effect::Other);
  EXPECT_EQ(effectIn("fence.mbarrier_init.release.cluster;"), Effect::Other);
  EXPECT_EQ(effectIn("tcgen05.fence::before_thread_sync;", "sm_100a"), Effect::Other);
}

TEST(EffectsTest, Hints) {
  EXPECT_EQ(effectIn("prefetch.global.L2 [%rd1];"), Effect::None);
  EXPECT_EQ(effectIn("cp.async.bulk.prefetch.L2.global [%rd1], 16;"), Effect::None);
}

} // namespace
