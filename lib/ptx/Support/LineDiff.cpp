// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/LineDiff.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <array>

using namespace ptx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// A path through the grid of Myers: at (x, y), x old and y new lines have been consumed. The
/// search runs in rounds. A round computes how far 0, 1, 2, ... changed lines lead, until they
/// reach the end or exceed `maxChanges`, and then takes the path that leads furthest.
class Walk {
public:
  Walk(ArrayRef<uint32_t> oldLines, ArrayRef<uint32_t> newLines) : a(oldLines), b(newLines) {}

  uint64_t steps = 0;

  std::vector<DiffChange> run() {
    while (x != a.size() || y != b.size())
      round();
    return std::move(changes);
  }

private:
  static constexpr int maxChanges = 256;
  static constexpr int64_t unreachable = -1;

  /// By diagonal, the number of old lines that the round can consume. On diagonal k, that number
  /// minus the number of new lines is k.
  struct Front {
    std::array<int64_t, 2 * maxChanges + 3> furthest;

    int64_t &operator[](int k) { return furthest[k + maxChanges + 1]; }
  };
  struct Step {
    int64_t dx;
    bool takesNewLine; // otherwise an old one
  };

  void round();
  Step bestStep(Front &before, int k) const;
  void take(int k, int count);
  void addChange(uint32_t oldLines, uint32_t newLines);

  ArrayRef<uint32_t> a, b;
  size_t x = 0, y = 0;
  std::vector<Front> fronts; // of this round, by number of changes
  std::vector<DiffChange> changes;
};

} // namespace

/// The best path to diagonal k with one change more than `before`.
Walk::Step Walk::bestStep(Front &before, int k) const {
  int64_t width = a.size() - x, height = b.size() - y;
  int64_t withOld = before[k - 1], withNew = before[k + 1];
  withOld = withOld == unreachable || withOld == width ? unreachable : withOld + 1;
  if (withNew != unreachable && withNew - k > height)
    withNew = unreachable;
  return {std::max(withOld, withNew), withNew > withOld};
}

void Walk::round() {
  int64_t width = a.size() - x, height = b.size() - y;
  fronts.clear();
  int64_t best = -1;
  int bestK = 0, bestCount = 0;
  for (int count = 0; count <= maxChanges && best != width + height; ++count) {
    Front &front = fronts.emplace_back();
    front.furthest.fill(unreachable);
    for (int k = -count; k <= count; k += 2) {
      int64_t dx = count == 0 ? 0 : bestStep(fronts[count - 1], k).dx;
      if (dx == unreachable)
        continue;
      int64_t from = dx;
      while (dx < width && dx - k < height && a[x + dx] == b[y + dx - k])
        ++dx;
      steps += static_cast<uint64_t>(dx - from) + 1;
      front[k] = dx;
      if (dx + dx - k > best) {
        best = dx + dx - k;
        bestK = k;
        bestCount = count;
      }
    }
  }
  take(bestK, bestCount);
}

/// Takes the path of this round that ends on diagonal k with `count` changes.
void Walk::take(int k, int count) {
  int64_t end = fronts[count][k];
  std::vector<Step> steps; // in reverse order; dx is the end of the step
  for (; count != 0; --count) {
    steps.push_back(bestStep(fronts[count - 1], k));
    k += steps.back().takesNewLine ? 1 : -1;
  }
  size_t startX = x;
  for (; !steps.empty(); steps.pop_back()) {
    Step step = steps.back();
    size_t common = startX + step.dx - (step.takesNewLine ? 0 : 1) - x;
    x += common;
    y += common;
    addChange(step.takesNewLine ? 0 : 1, step.takesNewLine ? 1 : 0);
  }
  size_t common = startX + end - x;
  x += common;
  y += common;
}

/// Records that the next lines are changed, and consumes them.
void Walk::addChange(uint32_t oldLines, uint32_t newLines) {
  if (changes.empty() || changes.back().oldEnd != x || changes.back().newEnd != y)
    changes.push_back({uint32_t(x), uint32_t(x), uint32_t(y), uint32_t(y)});
  changes.back().oldEnd = x += oldLines;
  changes.back().newEnd = y += newLines;
}

std::vector<DiffChange> ptx::diffLines(const std::vector<uint32_t> &oldLines,
                                       const std::vector<uint32_t> &newLines, uint64_t *steps) {
  Walk walk(oldLines, newLines);
  std::vector<DiffChange> changes = walk.run();
  if (steps)
    *steps += walk.steps;
  return changes;
}

std::vector<StringRef> ptx::splitLines(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.take_front(end == StringRef::npos ? end : end + 1));
    text = text.drop_front(lines.back().size());
  }
  return lines;
}

std::vector<DiffChange> ptx::diffTexts(ArrayRef<StringRef> oldLines, ArrayRef<StringRef> newLines) {
  llvm::DenseMap<StringRef, uint32_t> numbers;
  auto numbered = [&](ArrayRef<StringRef> lines) {
    std::vector<uint32_t> result;
    result.reserve(lines.size());
    for (StringRef line : lines)
      result.push_back(numbers.try_emplace(line, numbers.size()).first->second);
    return result;
  };
  return diffLines(numbered(oldLines), numbered(newLines));
}
