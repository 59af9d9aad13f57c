// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/LaneFunctions.h"
#include "ptx/Execution/Arithmetic.h"

#include "gtest/gtest.h"

#include <random>

using namespace ptx;
using namespace ptx::execution;

namespace {

/// A module with the instructions of `body`, decoded as for an execution with data.
struct Decoded {
  explicit Decoded(const std::string &body)
      : source(SourceBuffer::fromString(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n"
            ".reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .f32 %f<4>;\n"
            ".reg .f64 %e<4>; .reg .pred %p<4>;\n" +
                body + "}\n",
            "lanes.ptx")) {
    CheckOptions options;
    options.lints = false;
    Workers single(1);
    Stats stats;
    checked.emplace(checkPasses(*source, options, {single, stats}, Trees::Kept));
    EXPECT_FALSE(checked->diagnostics.hasErrors());
    launch = llvm::cantFail(completeLaunch({}, *checked));
    launch.hasData = true;
    program = decode(*checked, launch);
  }

  std::unique_ptr<SourceBuffer> source;
  std::optional<CheckedSource> checked;
  CompleteLaunch launch;
  Program program;
};

/// Operands with bits above their width, since registers can have them, and frequent limits.
uint64_t randomOperand(std::mt19937_64 &random) {
  static constexpr uint64_t limits[] = {0,
                                        1,
                                        2,
                                        31,
                                        32,
                                        63,
                                        64,
                                        0x7FFFFFFF,
                                        0x80000000,
                                        0xFFFFFFFF,
                                        0x7F800000,
                                        0xFF800000,
                                        0x3F800000,
                                        0x00000001,
                                        ~0ull,
                                        1ull << 63,
                                        0x7FF0000000000000,
                                        0x3FF0000000000000};
  uint64_t bits = random();
  switch (random() % 4) {
  case 0:
    return limits[bits % std::size(limits)];
  case 1:
    return bits % 128;
  default:
    return bits;
  }
}

uint64_t one(const Operation &op, llvm::ArrayRef<Value> in) {
  Value result = op.action == Action::Compare ? compare(op, in[0], in[1], 0) : compute(op, in);
  EXPECT_TRUE(result.known);
  return result.bits;
}

} // namespace

// What is computed for all lanes is what is computed for each one.
TEST(LaneFunctions, AreThoseOfOneLane) {
  Decoded decoded(R"(
    add.u16 %h1, %h2, %h3; add.s32 %r1, %r2, %r3; sub.u64 %d1, %d2, %d3;
    mul.lo.s16 %h1, %h2, %h3; mul.lo.u32 %r1, %r2, %r3; mul.lo.s64 %d1, %d2, %d3;
    mul.hi.u32 %r1, %r2, %r3; mul.hi.s32 %r1, %r2, %r3; mul.hi.s16 %h1, %h2, %h3;
    mul.wide.u16 %r1, %h2, %h3; mul.wide.s32 %d1, %r2, %r3; mul.wide.u32 %d1, %r2, %r3;
    mad.lo.u32 %r1, %r2, %r3, %r1; mad.wide.s16 %r1, %h2, %h3, %r1; mad.wide.u32 %d1, %r2, %r3, %d1;
    min.s32 %r1, %r2, %r3; max.u32 %r1, %r2, %r3; min.u64 %d1, %d2, %d3; max.s16 %h1, %h2, %h3;
    and.b32 %r1, %r2, %r3; or.b64 %d1, %d2, %d3; xor.b16 %h1, %h2, %h3; not.b32 %r1, %r2;
    and.pred %p1, %p2, %p3; or.pred %p1, %p2, %p3; xor.pred %p1, %p2, %p3;
    shl.b16 %h1, %h2, %r3; shl.b32 %r1, %r2, %r3; shl.b64 %d1, %d2, %r3;
    shr.u16 %h1, %h2, %r3; shr.s32 %r1, %r2, %r3; shr.u64 %d1, %d2, %r3; shr.s64 %d1, %d2, %r3;
    shr.b32 %r1, %r2, %r3; selp.b32 %r1, %r2, %r3, %p1; selp.f64 %e1, %e2, %e3, %p1;
    cvt.u64.u32 %d1, %r2; cvt.s64.s32 %d1, %r2; cvt.u32.u64 %r1, %d2; cvt.s16.s32 %h1, %r2;
    cvt.u16.s64 %h1, %d2; cvt.s32.s8 %r1, %r2; cvt.u8.u32 %r1, %r2; cvt.s64.u16 %d1, %h2;
    setp.eq.u32 %p1, %r2, %r3; setp.ne.s64 %p1, %d2, %d3; setp.lt.s32 %p1, %r2, %r3;
    setp.le.u16 %p1, %h2, %h3; setp.gt.u32 %p1, %r2, %r3; setp.ge.s16 %p1, %h2, %h3;
    setp.hi.u32 %p1, %r2, %r3; setp.lo.u64 %p1, %d2, %d3; setp.eq.b32 %p1, %r2, %r3;
    add.f32 %f1, %f2, %f3; sub.rn.f32 %f1, %f2, %f3; mul.f32 %f1, %f2, %f3; add.f64 %e1, %e2, %e3;
    mul.rn.f64 %e1, %e2, %e3; fma.rn.f32 %f1, %f2, %f3, %f1; fma.rn.f64 %e1, %e2, %e3, %e1;
    setp.lt.f32 %p1, %f2, %f3; setp.ne.f64 %p1, %e2, %e3; setp.ge.f32 %p1, %f2, %f3;
    setp.eq.f64 %p1, %e2, %e3; setp.gt.f32 %p1, %f2, %f3; setp.le.f64 %p1, %e2, %e3;
  )");
  std::mt19937_64 random(47);
  const Program &program = decoded.program;
  unsigned functions = 0;
  for (uint32_t pc = 0; pc + 1 != program.operations.size(); ++pc) {
    const Operation &op = program.operations[pc];
    ASSERT_NE(op.laneFunction, LaneFunction::None) << op.line << ": " << pc;
    ++functions;
    unsigned width = program.operand(pc, 0)[0].width;
    for (unsigned round = 0; round != 500; ++round) {
      constexpr unsigned count = 32;
      uint64_t in[3][count] = {}, out[count];
      for (unsigned n = 0; n + 1 < program.operandCount(pc); ++n)
        for (unsigned i = 0; i != count; ++i)
          in[n][i] = truncate(randomOperand(random), program.operand(pc, n + 1)[0].width);
      if (!computeLanes(op, {in[0], in[1], in[2], count}, out))
        continue; // a result is not a number
      for (unsigned i = 0; i != count; ++i) {
        Value values[] = {Value::number(in[0][i]), Value::number(in[1][i]),
                          Value::number(in[2][i])};
        EXPECT_EQ(truncate(out[i], width),
                  truncate(one(op, {values, program.operandCount(pc) - 1}), width))
            << info(op.view->form->opcode).name.str() << " " << pc;
      }
    }
  }
  EXPECT_EQ(functions, 66u);
}

// Modifiers that change results have no function for all lanes.
TEST(LaneFunctions, HaveNoOtherModifiers) {
  Decoded decoded(R"(
    add.sat.s32 %r1, %r2, %r3; add.cc.u32 %r1, %r2, %r3; addc.u32 %r1, %r2, %r3;
    add.ftz.f32 %f1, %f2, %f3; add.rz.f32 %f1, %f2, %f3; mul.sat.f32 %f1, %f2, %f3;
    setp.ltu.f32 %p1, %f2, %f3; setp.num.f32 %p1, %f2, %f3; cvt.sat.u8.s32 %r1, %r2;
    cvt.rn.f32.s32 %f1, %r2; cvt.rzi.s32.f32 %r1, %f2; mul.hi.u64 %d1, %d2, %d3;
    setp.lt.and.s32 %p1, %r2, %r3, %p2; add.u16x2 %r1, %r2, %r3; mov.b64 %d1, {%r1, %r2};
  )");
  for (uint32_t pc = 0; pc + 1 != decoded.program.operations.size(); ++pc)
    EXPECT_EQ(decoded.program.operations[pc].laneFunction, LaneFunction::None) << pc;
}
