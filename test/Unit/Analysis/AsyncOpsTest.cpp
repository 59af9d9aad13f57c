// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Analysis/Tensor/AsyncOps.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// What the one instruction is; `None` also for one with an error.
AsyncOp opOf(const std::string &statement) {
  CheckedModule module(statement, ".shared .b64 m;\n.shared .b32 s;\n", "sm_100a");
  AsyncOps ops(module.body(), ActionIndex(module.body()));
  AsyncOp op = ops[InstId{0}];
  EXPECT_TRUE(op == AsyncOp::None || ops.has(op));
  EXPECT_NE(module.body().signatures[0], nullptr) << statement;
  return op;
}

/// Words that mean one thing after one mnemonic and another after another.
TEST(AsyncOpsTest, Kinds) {
  EXPECT_EQ(opOf("mov.b32 %r1, 1;"), AsyncOp::None);
  EXPECT_EQ(opOf("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32;"),
            AsyncOp::TensorAlloc);
  EXPECT_EQ(opOf("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];"), AsyncOp::TensorLoad);
  EXPECT_EQ(opOf("tcgen05.wait::ld.sync.aligned;"), AsyncOp::TensorWaitLoad);
  EXPECT_EQ(opOf("tcgen05.cp.cta_group::1.128x256b [%r1], %rd1;"), AsyncOp::TensorCopy);
  EXPECT_EQ(opOf("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [m];"),
            AsyncOp::TensorCommit);
  EXPECT_EQ(opOf("tcgen05.mma.ws.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r2, %p1;"),
            AsyncOp::TensorMma);
  EXPECT_EQ(opOf("cp.async.wait_group 0;"), AsyncOp::CopyWait) << "no bulk copy";
  EXPECT_EQ(opOf("cp.async.bulk.wait_group.read 0;"), AsyncOp::BulkWait);
  EXPECT_EQ(opOf("cp.async.bulk.commit_group;"), AsyncOp::BulkCommit);
  EXPECT_EQ(opOf("cp.async.bulk.prefetch.L2.global [%rd1], 16;"), AsyncOp::BulkPrefetch);
  EXPECT_EQ(opOf("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 16;"),
            AsyncOp::BulkStore);
  EXPECT_EQ(opOf("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [s], 16;"),
            AsyncOp::BulkStore);
  EXPECT_EQ(opOf("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd1], "
                 "16, [m];"),
            AsyncOp::BulkLoad);
  EXPECT_EQ(opOf("fence.proxy.async;"), AsyncOp::AsyncFence);
  EXPECT_EQ(opOf("fence.proxy.tensormap::generic.release.gpu;"), AsyncOp::MapFence);
  EXPECT_EQ(opOf("fence.acq_rel.gpu;"), AsyncOp::OtherFence);
  EXPECT_EQ(opOf("fence.mbarrier_init.release.cluster;"), AsyncOp::OtherFence);
  EXPECT_EQ(opOf("membar.gl;"), AsyncOp::OtherFence);
  EXPECT_EQ(opOf("mbarrier.init.shared.b64 [m], 1;"), AsyncOp::MbarrierInit);
  EXPECT_EQ(opOf("barrier.cluster.arrive;"), AsyncOp::ClusterArrive);
  EXPECT_EQ(opOf("bar.sync 0;"), AsyncOp::Barrier);
  EXPECT_EQ(opOf("bar.warp.sync -1;"), AsyncOp::WarpBarrier);
  EXPECT_EQ(opOf("st.shared.u32 [s], 1;"), AsyncOp::None);
  EXPECT_EQ(opOf("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], 1, [%r2];"),
            AsyncOp::RemoteStore);
}

/// A class of operations has a group, and what is none has none.
TEST(AsyncOpsTest, Groups) {
  EXPECT_EQ(groupOf(AsyncOp::None), AsyncGroup::None);
  EXPECT_EQ(groupOf(AsyncOp::WgmmaWait), AsyncGroup::Wgmma);
  EXPECT_EQ(groupOf(AsyncOp::TensorMma), AsyncGroup::TensorMemoryOps);
  EXPECT_EQ(groupOf(AsyncOp::BulkPrefetch), AsyncGroup::BulkCopies);
  EXPECT_EQ(groupOf(AsyncOp::MbarrierOther), AsyncGroup::Mbarriers);
  CheckedModule module("fence.proxy.async;");
  AsyncOps ops(module.body(), ActionIndex(module.body()));
  EXPECT_TRUE(ops.has(AsyncGroup::Fences));
  EXPECT_FALSE(ops.has(AsyncGroup::BulkCopies));
}

/// Operands are found by the manual's names, in brackets or not. (Manual 9.7.9.25.5.2)
TEST(AsyncOpsTest, Operands) {
  CheckedModule module(
      "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [s+4], "
      "[%rd1, {%r1}], [m];",
      ".shared .b64 m;\n.shared .align 16 .b32 s[9];\n");
  std::optional<view::BulkLoad> copy = view::BulkLoad::of(module.body(), {0});
  ASSERT_TRUE(copy);
  auto source = [&](ExprId id) { return id ? module.unit().source(id).str() : ""; };
  EXPECT_EQ(source(copy->dstMem()), "s+4");
  EXPECT_EQ(source(copy->tensorMap()), "%rd1");
  EXPECT_EQ(source(copy->tensorCoords()), "{%r1}");
  EXPECT_EQ(source(copy->mbar()), "m");
  EXPECT_EQ(source(copy->ctaMask()), "") << "is not there";
  EXPECT_EQ(source(copy->srcMem()), "") << "is of another form";
  EXPECT_EQ(source(findAddress(module.body(), {0})), "s+4");
}

template <class View>
concept HasCount = requires(const View &view) { view.count(); };
// What no line of the instruction has cannot be asked for.
static_assert(HasCount<view::MbarrierInit> && !HasCount<view::MbarrierWait>);

/// There is no view of another instruction, nor of one with an error.
TEST(AsyncOpsTest, ViewsOfOneKind) {
  CheckedModule module("mbarrier.init.shared.b64 [m], 4; ld.shared.u32 %r1, [m]; "
                       "mbarrier.init.shared.b64 [m];",
                       ".shared .b64 m;\n");
  EXPECT_EQ(integerOf(module.body(), view::MbarrierInit::of(module.body(), {0})->count()), 4);
  EXPECT_FALSE(view::MbarrierInit::of(module.body(), {1}));
  EXPECT_TRUE(view::Load::of(module.body(), {1}));
  EXPECT_FALSE(view::MbarrierInit::of(module.body(), {2}));
}

} // namespace
