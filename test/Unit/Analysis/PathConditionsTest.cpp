// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Values/PathConditions.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// What is known of a body with two `membar`.
class TwoPlaces {
public:
  explicit TwoPlaces(const std::string &statements)
      : module(statements), registers(module.body().scope), accesses(module.body(), registers),
        flow(module.body()), reaching(module.body(), registers, accesses, flow),
        keys(module.body(), registers, reaching), conditions(module.body(), flow, keys) {
    for (uint32_t i = 0; i != module.unit().instructions().size(); ++i)
      if (module.unit().text(module.unit()[InstId{i}].opcode) == "membar")
        places.push_back({i});
  }

  bool contradict() { return conditions.contradict(places[0], places[1]); }
  /// Whether control can come from the first to the end without the second.
  bool canMiss() {
    auto isEnd = [&](InstId inst) {
      return module.unit().text(module.unit()[inst].opcode) == "ret";
    };
    return conditions.reaches(places[0], isEnd, [&](InstId inst) { return inst == places[1]; })
        .has_value();
  }

private:
  CheckedModule module;
  Registers registers;
  RegisterAccesses accesses;
  ControlFlow flow;
  ReachingDefinitions reaching;
  ValueKeys keys;
  PathConditions conditions;
  std::vector<InstId> places;
};

const std::string first = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p1, %r1, "
                          "0;\n@%p1 bra A;\nmembar.cta;\nA:\n";

/// One predicate, and another one that is computed from the same values.
TEST(PathConditionsTest, SameCondition) {
  EXPECT_FALSE(TwoPlaces(first + "@%p1 bra B;\nmembar.gl;\nB:\nret;").canMiss());
  EXPECT_FALSE(
      TwoPlaces(first + "setp.ne.u32 %p2, %r1, 0;\n@%p2 bra B;\nmembar.gl;\nB:\nret;").canMiss());
  EXPECT_FALSE(TwoPlaces(first + "@!%p1 membar.gl;\nret;").canMiss());
}

/// The opposite comparison of the same integers is the negated condition; of floating-point numbers
/// both can be false.
TEST(PathConditionsTest, OppositeComparison) {
  EXPECT_FALSE(TwoPlaces(first + "setp.eq.u32 %p2, %r1, 0;\n@%p2 membar.gl;\nret;").canMiss());
  EXPECT_FALSE(
      TwoPlaces(first + "setp.eq.u32 %p2, %r1, 0;\n@!%p2 bra B;\nmembar.gl;\nB:\nret;").canMiss());
  EXPECT_TRUE(TwoPlaces(first + "setp.eq.u32 %p2, %r1, 1;\n@%p2 membar.gl;\nret;").canMiss());
  const std::string real = "mov.b32 %r1, %tid.x;\ncvt.rn.f32.u32 %r2, %r1;\nsetp.ne.f32 %p1, %r2, "
                           "0f00000000;\n@%p1 bra A;\nmembar.cta;\nA:\n";
  EXPECT_TRUE(
      TwoPlaces(real + "setp.eq.f32 %p2, %r2, 0f00000000;\n@%p2 membar.gl;\nret;").canMiss());
}

TEST(PathConditionsTest, OtherCondition) {
  EXPECT_TRUE(
      TwoPlaces(first + "setp.ne.u32 %p2, %r2, 0;\n@%p2 bra B;\nmembar.gl;\nB:\nret;").canMiss());
  EXPECT_TRUE(TwoPlaces(first + "@!%p1 bra B;\nmembar.gl;\nB:\nret;").canMiss());
  EXPECT_TRUE(TwoPlaces(first + "mov.u32 %r1, 5;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra B;\n"
                                "membar.gl;\nB:\nret;")
                  .canMiss())
      << "the register has another value";
}

TEST(PathConditionsTest, Contradiction) {
  EXPECT_TRUE(
      TwoPlaces("setp.ne.u32 %p1, %r1, 0;\n@%p1 membar.cta;\n@!%p1 membar.gl;\nret;").contradict());
  EXPECT_TRUE(TwoPlaces("setp.ne.u32 %p1, %r1, 0;\n@%p1 bra B;\nmembar.cta;\nret;\nB:\n"
                        "membar.gl;\nret;")
                  .contradict());
  EXPECT_FALSE(TwoPlaces(first + "membar.gl;\nret;").contradict());
}

/// `elect.sync` of one mask elects one thread.
TEST(PathConditionsTest, Elected) {
  EXPECT_FALSE(TwoPlaces("elect.sync _|%p1, -1;\n@%p1 membar.cta;\nelect.sync _|%p2, -1;\n"
                         "@%p2 membar.gl;\nret;")
                   .canMiss());
}

} // namespace
