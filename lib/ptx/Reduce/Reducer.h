// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_REDUCER_H
#define PTX_REDUCE_REDUCER_H

#include "ptx/Reduce/InterestTest.h"
#include "ptx/Reduce/Pass.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/DenseSet.h"

#include <atomic>
#include <chrono>
#include <mutex>

namespace ptx {

/// Why a reduction ended.
enum class ReductionEnd : uint8_t {
  Smallest, ///< no pass makes the text smaller
  Time,     ///< the time limit
  Stopped,  ///< `ReductionOptions::stop`
};

/// The options of a reduction.
struct ReductionOptions {
  /// The passes to run, in order.
  std::vector<const ReductionPass *> passes;
  /// Whether texts with errors are tried.
  bool any = false;
  /// The time at which it ends with the smallest text so far. Running tests should end, too.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  /// Ends it with the smallest text so far when it becomes true.
  const std::atomic<bool> *stop = nullptr;
  /// Is called after each pass that made the text smaller.
  std::function<void(const ReductionPass &pass, llvm::StringRef text)> report = {};
};

/// Delta debugging: makes a text smaller by the changes of its passes, as long as a test calls the
/// result interesting. A pass first tries all its changes at once, then halves of them, and so on
/// to single ones, unless the changes exclude each other. The passes run again until the number of
/// tokens no longer decreases.
///
/// Several workers try the next candidates at the same time. The first interesting one in their
/// order counts, so that the result does not depend on the number of workers.
class Reducer {
public:
  /// All arguments must outlive the reducer.
  Reducer(const InterestTest &test, const ReductionOptions &options, Workers &workers)
      : test(test), options(options), workers(workers) {}

  /// The smallest text found. `text` must be interesting.
  std::string reduce(std::string text);

  ReductionEnd end() const { return ended; }
  /// The number of times that the test was run.
  uint64_t tests() const { return asked; }

private:
  void runRepeatedly(const ReductionPass &pass, std::string &text);
  bool runPass(const ReductionPass &pass, std::string &text);
  std::optional<size_t> firstInteresting(llvm::StringRef text, llvm::ArrayRef<const Change *> taken,
                                         llvm::ArrayRef<const Change *> left, size_t chunk,
                                         size_t begin);
  bool tryLayout(std::string &text);
  bool isKept(llvm::StringRef candidate, unsigned worker);
  ReductionEnd reasonToEnd() const;
  bool hasEnded();

  const InterestTest &test;
  const ReductionOptions &options;
  Workers &workers;
  ReductionEnd ended = ReductionEnd::Smallest;
  std::atomic<uint64_t> asked = 0;
  std::mutex mutex;
  /// Hashes of texts that are not interesting. With two texts of one hash, one is not tried.
  llvm::DenseSet<uint64_t> refused;
};

} // namespace ptx

#endif // PTX_REDUCE_REDUCER_H
