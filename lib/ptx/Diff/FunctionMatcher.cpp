// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/FunctionMatcher.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ptx;
using llvm::ArrayRef;

namespace {

/// Pairs functions whose names differ.
class SimilarFunctions {
public:
  SimilarFunctions(ArrayRef<DiffFunction> before, ArrayRef<DiffBody> oldBodies,
                   ArrayRef<DiffFunction> after, ArrayRef<DiffBody> newBodies, uint64_t &steps)
      : before(before), oldBodies(oldBodies), after(after), newBodies(newBodies), steps(steps) {}

  /// Appends pairs of functions for which `isOld` and `isNew` are true.
  void match(std::vector<bool> &isOld, std::vector<bool> &isNew, std::vector<SequencePair> &pairs);

private:
  /// A line in more bodies than this does not identify one.
  static constexpr size_t mostBodies = 16;

  struct Candidate {
    SequencePair pair;
    double similarity;
  };

  using Shapes = llvm::SmallVector<uint64_t, 0>;
  static Shapes shapesOf(const DiffBody &body);
  void findCandidates(const std::vector<bool> &isOld, const std::vector<bool> &isNew);

  ArrayRef<DiffFunction> before;
  ArrayRef<DiffBody> oldBodies;
  ArrayRef<DiffFunction> after;
  ArrayRef<DiffBody> newBodies;
  uint64_t &steps;
  std::vector<Candidate> candidates;
};

} // namespace

/// The shapes of the lines; each occurrence of a repeated line counts as another shape. The lowest
/// bit is cleared, since LLVM's maps reserve keys.
SimilarFunctions::Shapes SimilarFunctions::shapesOf(const DiffBody &body) {
  llvm::DenseMap<uint64_t, uint64_t> repeated;
  Shapes shapes;
  for (const DiffLine &line : body.lines)
    if (uint64_t shape = line.shape >> 1; line.isInstruction())
      shapes.push_back((shape + 0x9E37'79B9'7F4A'7C15 * repeated[shape]++) >> 1);
  return shapes;
}

void SimilarFunctions::findCandidates(const std::vector<bool> &isOld,
                                      const std::vector<bool> &isNew) {
  llvm::DenseMap<uint64_t, llvm::SmallVector<uint32_t, 2>> owners;
  std::vector<size_t> sizes(before.size());
  for (uint32_t i = 0; i != before.size(); ++i) {
    if (!isOld[i])
      continue;
    for (uint64_t shape : shapesOf(oldBodies[i])) {
      ++steps;
      ++sizes[i];
      auto &list = owners[shape];
      if (list.size() <= mostBodies)
        list.push_back(i);
    }
  }
  for (uint32_t i = 0; i != after.size(); ++i) {
    if (!isNew[i])
      continue;
    llvm::DenseMap<uint32_t, size_t> shared;
    Shapes shapes = shapesOf(newBodies[i]);
    for (uint64_t shape : shapes) {
      auto found = owners.find(shape);
      if (found == owners.end() || found->second.size() > mostBodies)
        continue;
      steps += found->second.size();
      for (uint32_t owner : found->second)
        ++shared[owner];
    }
    for (auto [owner, count] : shared)
      if (before[owner].isEntry() == after[i].isEntry())
        candidates.push_back({{owner, i}, 2.0 * count / (sizes[owner] + shapes.size())});
  }
}

void SimilarFunctions::match(std::vector<bool> &isOld, std::vector<bool> &isNew,
                             std::vector<SequencePair> &pairs) {
  findCandidates(isOld, isNew);
  llvm::sort(candidates, [](const Candidate &x, const Candidate &y) {
    return std::tie(y.similarity, x.pair.before, x.pair.after) <
           std::tie(x.similarity, y.pair.before, y.pair.after);
  });
  // If only one pair is possible, a lower similarity is sufficient.
  bool isOnlyPair = llvm::count(isOld, true) == 1 && llvm::count(isNew, true) == 1;
  double least = isOnlyPair ? 0.2 : 0.5;
  for (const Candidate &candidate : candidates) {
    auto [x, y] = candidate.pair;
    if (!isOld[x] || !isNew[y] || candidate.similarity < least)
      continue;
    isOld[x] = isNew[y] = false;
    pairs.push_back(candidate.pair);
  }
}

std::vector<SequencePair> ptx::matchFunctions(ArrayRef<DiffFunction> before,
                                              ArrayRef<DiffBody> oldBodies,
                                              ArrayRef<DiffFunction> after,
                                              ArrayRef<DiffBody> newBodies, uint64_t &steps) {
  llvm::StringMap<uint32_t> names;
  for (auto [i, function] : llvm::enumerate(after))
    names.try_emplace(function.name(), static_cast<uint32_t>(i));
  std::vector<bool> isOld(before.size()), isNew(after.size());
  for (auto [i, function] : llvm::enumerate(after))
    isNew[i] = function.checked != nullptr;
  std::vector<SequencePair> pairs;
  for (auto [i, function] : llvm::enumerate(before)) {
    auto found = names.find(function.name());
    if (found == names.end()) {
      isOld[i] = function.checked != nullptr;
      continue;
    }
    isNew[found->second] = false;
    pairs.push_back({static_cast<uint32_t>(i), found->second});
  }
  SimilarFunctions(before, oldBodies, after, newBodies, steps).match(isOld, isNew, pairs);
  llvm::sort(pairs,
             [](const SequencePair &x, const SequencePair &y) { return x.before < y.before; });
  return pairs;
}
