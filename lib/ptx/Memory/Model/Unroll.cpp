// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Unroll.h"
#include "ptx/Memory/Limits.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// A branch whose target has no position yet.
struct OpenBranch {
  uint32_t at;     ///< in the unrolled steps
  uint32_t target; ///< in the steps
};
using OpenBranches = std::vector<OpenBranch>;

class Unroller {
public:
  Unroller(llvm::ArrayRef<LitmusStep> steps, unsigned bound) : steps(steps), bound(bound) {}

  std::vector<UnrolledStep> run() {
    OpenBranches open = copy(0, steps.size(), /*isBody=*/false, 0);
    for (OpenBranch branch : open)
      result[branch.at].target = result.size();
    return std::move(result);
  }

private:
  /// Sizes of nested loops multiply.
  bool isTooLarge() const { return result.size() > litmus::mostSteps; }
  /// One past the last step of the loops that start at `at` and end before `end`, including
  /// overlapping loops; `at` if there is none.
  uint32_t loopEnd(uint32_t at, uint32_t end) const;
  /// Copies [begin, end). `isBody`: this is a pass through a loop, and branches to `begin` start
  /// the next pass.
  OpenBranches copy(uint32_t begin, uint32_t end, bool isBody, uint32_t pass);
  OpenBranches copyLoop(uint32_t begin, uint32_t end, uint32_t pass);

  llvm::ArrayRef<LitmusStep> steps;
  unsigned bound;
  std::vector<UnrolledStep> result;
};

} // namespace

static bool isBranch(const LitmusStep &step) { return step.kind == LitmusStep::Kind::Branch; }

uint32_t Unroller::loopEnd(uint32_t at, uint32_t end) const {
  uint32_t last = at;
  for (uint32_t i = at; i < end; ++i)
    if (isBranch(steps[i]) && steps[i].target == at)
      last = i + 1;
  for (uint32_t i = at; i < end && last > at; ++i)
    if (isBranch(steps[i]) && steps[i].target > at && steps[i].target < last &&
        steps[i].target <= i)
      last = std::max(last, i + 1);
  return last;
}

OpenBranches Unroller::copyLoop(uint32_t begin, uint32_t end, uint32_t pass) {
  // Reaching the end of a pass leaves the loop.
  static const LitmusStep leave{.kind = LitmusStep::Kind::Branch};
  OpenBranches open, again;
  std::vector<uint32_t> exits;
  uint32_t last = 0;
  for (unsigned i = 0; i <= bound && !isTooLarge(); ++i) {
    last = result.size();
    for (OpenBranch branch : again)
      result[branch.at].target = last;
    again.clear();
    for (OpenBranch branch : copy(begin, end, /*isBody=*/true, pass + i))
      (branch.target == begin ? again : open).push_back(branch);
    if (i == bound)
      break;
    exits.push_back(result.size());
    result.push_back({&leave, 0, false, pass + i});
  }
  for (uint32_t exit : exits)
    result[exit].target = result.size();
  for (OpenBranch branch : again)
    result[branch.at].isCut = true, result[branch.at].target = last;
  return open;
}

OpenBranches Unroller::copy(uint32_t begin, uint32_t end, bool isBody, uint32_t pass) {
  OpenBranches open;
  if (isTooLarge())
    return open;
  llvm::DenseMap<uint32_t, uint32_t> places;
  auto add = [&](uint32_t i) {
    places.try_emplace(i, result.size());
    if (isBranch(steps[i]))
      open.push_back({static_cast<uint32_t>(result.size()), steps[i].target});
    result.push_back({&steps[i], 0, false, pass});
  };
  for (uint32_t i = begin; i < end;) {
    uint32_t last = isBody && i == begin ? i : loopEnd(i, end);
    if (last == i) {
      add(i++);
      continue;
    }
    // A branch into a loop enters its first pass.
    uint32_t start = result.size();
    llvm::append_range(open, copyLoop(i, last, pass));
    for (uint32_t j = start; j < result.size(); ++j)
      if (result[j].step >= steps.begin() && result[j].step < steps.end())
        places.try_emplace(result[j].step - steps.data(), j);
    i = last;
  }
  OpenBranches left;
  for (OpenBranch branch : open) {
    auto place = places.find(branch.target);
    if (place != places.end() && place->second > branch.at)
      result[branch.at].target = place->second;
    else
      left.push_back(branch);
  }
  return left;
}

std::vector<UnrolledStep> ptx::unroll(llvm::ArrayRef<LitmusStep> steps, unsigned bound) {
  return Unroller(steps, bound).run();
}
