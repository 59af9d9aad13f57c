// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Expected values are arithmetic: the threads of a CTA, 32 to a warp. (Manual 9.7.12, 10.1)

#include "CheckedModule.h"

#include "ptx/Analysis/Values/ThreadSets.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// What is known of a body that is run by `threads` threads in a row.
class Threads {
public:
  explicit Threads(const std::string &statements, unsigned threads = 128)
      : module(statements), registers(module.body().scope), accesses(module.body(), registers),
        flow(module.body()), reaching(module.body(), registers, accesses, flow),
        values(module.body(), registers, reaching, {{threads, 1, 1}, true}),
        sets(module.body(), flow, values) {}

  /// The threads that run the only `membar`: their number, the first and the last.
  std::vector<int> atMembar() {
    llvm::BitVector set = sets.run(membar());
    return {static_cast<int>(set.count()), set.find_first(), set.find_last()};
  }
  bool isExact() { return sets.isExactlyRun(membar()); }
  bool isCertainlyRun() { return sets.isCertainlyRun(membar()); }
  bool othersLeave() { return sets.othersLeave(membar()); }

private:
  InstId membar() {
    for (uint32_t i = 0; i != module.unit().instructions().size(); ++i)
      if (module.unit().text(module.unit()[InstId{i}].opcode) == "membar")
        return {i};
    ADD_FAILURE() << "no membar";
    return {0};
  }

  CheckedModule module;
  Registers registers;
  RegisterAccesses accesses;
  ControlFlow flow;
  ReachingDefinitions reaching;
  ThreadValues values;
  ThreadSets sets;
};

using testing::ElementsAre;

TEST(ThreadSetsTest, Conditions) {
  std::string tid = "mov.u32 %r1, %tid.x;\n";
  EXPECT_THAT(Threads(tid + "setp.lt.u32 %p1, %r1, 32;\n@%p1 membar.cta;").atMembar(),
              ElementsAre(32, 0, 31));
  EXPECT_THAT(Threads(tid + "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra E;\nmembar.cta;\nE:").atMembar(),
              ElementsAre(1, 0, 0));
  EXPECT_THAT(Threads(tid + "shr.u32 %r2, %r1, 5;\nsetp.eq.s32 %p1, %r2, 2;\n@!%p1 bra E;\n"
                            "membar.cta;\nE:")
                  .atMembar(),
              ElementsAre(32, 64, 95));
  EXPECT_THAT(
      Threads("mov.u32 %r1, %laneid;\nsetp.gt.u32 %p1, %r1, 30;\n@%p1 membar.cta;").atMembar(),
      ElementsAre(4, 31, 127));
}

/// A shuffle from lane 0 gives each warp one number; `elect.sync` each warp one thread.
TEST(ThreadSetsTest, WarpsTogether) {
  EXPECT_THAT(Threads("mov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 5;\n"
                      "shfl.sync.idx.b32 %r3, %r2, 0, 31, -1;\nsetp.eq.u32 %p1, %r3, 1;\n"
                      "@%p1 membar.cta;")
                  .atMembar(),
              ElementsAre(32, 32, 63));
  EXPECT_THAT(Threads("elect.sync _|%p1, -1;\n@%p1 membar.cta;").atMembar(), ElementsAre(4, 0, 96));
}

/// What is the same in all threads parts none of them; what is not known can be anything.
TEST(ThreadSetsTest, UnknownConditions) {
  Threads uniform("mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra E;\nmembar.cta;\nE:");
  EXPECT_THAT(uniform.atMembar(), ElementsAre(128, 0, 127));
  EXPECT_TRUE(uniform.isExact());
  Threads unknown("mov.u32 %r1, %tid.x;\nld.global.u32 %r2, [%rd1];\nadd.u32 %r2, %r2, %r1;\n"
                  "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra E;\nmembar.cta;\nE:");
  EXPECT_THAT(unknown.atMembar(), ElementsAre(128, 0, 127));
  EXPECT_FALSE(unknown.isExact());
}

/// Where both ways come together, all threads do.
TEST(ThreadSetsTest, Joins) {
  EXPECT_THAT(Threads("mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra E;\n"
                      "mov.u32 %r2, 1;\nE:\nmembar.cta;")
                  .atMembar(),
              ElementsAre(128, 0, 127));
}

/// A register that was written twice before a branch has one value after it.
TEST(ThreadSetsTest, WrittenBeforeBranch) {
  EXPECT_THAT(Threads("mov.u32 %r1, %tid.x;\nadd.u32 %r1, %r1, 1;\n@%p3 bra A;\nmov.b32 %r5, 0;\n"
                      "A:\nsetp.le.u32 %p1, %r1, 32;\n@%p1 membar.cta;")
                  .atMembar(),
              ElementsAre(32, 0, 31));
}

/// One thread that has no path around it is enough.
TEST(ThreadSetsTest, CertainlyRun) {
  std::string tid = "mov.u32 %r1, %tid.x;\nsetp.ne.u32 %p1, %r1, 5;\n";
  std::string rank = "mov.u32 %r1, %cluster_ctarank;\nsetp.ne.u32 %p1, %r1, 0;\n";
  EXPECT_TRUE(Threads("membar.cta;").isCertainlyRun());
  EXPECT_TRUE(Threads(tid + "@%p1 bra E;\nmembar.cta;\nE:").isCertainlyRun());
  EXPECT_TRUE(Threads(tid + "@!%p1 membar.cta;").isCertainlyRun());
  EXPECT_FALSE(Threads(rank + "@%p1 bra E;\nmembar.cta;\nE:").isCertainlyRun());
  EXPECT_FALSE(Threads(rank + "@%p1 membar.cta;").isCertainlyRun());
  EXPECT_FALSE(Threads(rank + "@%p1 ret;\nmembar.cta;").isCertainlyRun());
  EXPECT_TRUE(Threads(rank + "@%p1 bra E;\nmov.u32 %r2, 1;\nE:\nmembar.cta;").isCertainlyRun());
  EXPECT_TRUE(Threads(rank + "L:\n@%p1 bra L;\nmembar.cta;").isCertainlyRun());
  // Threads 5 to 127 exit first.
  EXPECT_TRUE(Threads("mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 5;\n@%p1 ret;\nmembar.cta;")
                  .isCertainlyRun());
}

TEST(ThreadSetsTest, OthersLeave) {
  std::string part = "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 16;\n";
  EXPECT_TRUE(Threads(part + "@%p1 ret;\nmembar.cta;\nret;").othersLeave());
  EXPECT_FALSE(Threads(part + "@%p1 bra E;\nmembar.cta;\nE:\nmov.u32 %r2, 1;\nmov.u32 %r2, 2;\n"
                              "mov.u32 %r2, 3;\nret;")
                   .othersLeave());
}

} // namespace
