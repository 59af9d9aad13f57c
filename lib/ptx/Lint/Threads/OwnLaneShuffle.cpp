// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// The lane that `lane` reads from, as the manual's program computes it. (Manual 9.7.9.6)
static uint32_t laneRead(const InstrView &view, uint32_t lane, uint64_t b, uint64_t c) {
  auto by = static_cast<uint32_t>(b & 31), clamp = static_cast<uint32_t>(c & 31);
  auto segments = static_cast<uint32_t>(c >> 8 & 31);
  uint32_t most = (lane & segments) | (clamp & ~segments);
  if (view.has(Modifier::up))
    return static_cast<int32_t>(lane - by) >= static_cast<int32_t>(most) ? lane - by : lane;
  uint32_t from = view.has(Modifier::down) ? lane + by : lane ^ by;
  return from <= most ? from : lane;
}

/// A shuffle with constant operands by which each lane reads its own value. A distance of 0 is the
/// result of generic code.
void ptx::checkOwnLaneShuffle(BodyLintContext &context) {
  constexpr uint32_t lanes = 32;
  for (InstId inst : context.instructions(Action::ShuffleInWarp)) {
    const InstrView &view = context.view(inst);
    if (view.has(Modifier::idx))
      continue;
    view::ShuffleInWarp shuffle = *view::ShuffleInWarp::of(context.checked, inst);
    std::optional<int64_t> b = integerOf(context.checked, shuffle.b());
    std::optional<int64_t> c = integerOf(context.checked, shuffle.c());
    if (!b || !c || *b == 0)
      continue;
    uint32_t lane = 0;
    while (lane != lanes &&
           laneRead(view, lane, static_cast<uint64_t>(*b), static_cast<uint64_t>(*c)) == lane)
      ++lane;
    if (lane != lanes)
      continue;
    uint32_t others = ~static_cast<uint32_t>(*c >> 8) & (lanes - 1); // of a segment
    bool leavesSegment = *b < lanes && llvm::isPowerOf2_32(others + 1) && *b > others;
    std::string why =
        *b >= lanes
            ? "a distance of " + std::to_string(*b) + " counts as " + std::to_string(*b % lanes)
        : leavesSegment ? "a distance of " + std::to_string(*b) + " leads out of each segment of " +
                              std::to_string(others + 1) + (others == 0 ? " lane" : " lanes")
        : view.has(Modifier::up)
            ? "with `.up` the low bits of the last operand are the first lane that "
              "can be read, most often 0"
            : "the last operand lets no lane above " + std::to_string(*c & (lanes - 1)) +
                  " be read";
    ExprId operand = *b >= lanes || leavesSegment ? shuffle.b() : shuffle.c();
    context.diagnostics.emit(
        diag::OwnLaneShuffle{.range = context.unit.range(operand), .why = why});
  }
}
