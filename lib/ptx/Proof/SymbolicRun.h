// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_PROOF_SYMBOLICRUN_H
#define PTX_PROOF_SYMBOLICRUN_H

#include "ptx/Execution/StateImage.h"
#include "ptx/Proof/LinearValues.h"

namespace ptx::proof {

/// A parameter on which the length of a loop depends: `first + step * t` with t from 1 to `most`.
struct Family {
  uint64_t offset;
  unsigned bytes;
  uint64_t first, step;
  int64_t most;
};

/// Registers that a proof does not use, by warp and register: they do not change by the same amount
/// in each period.
using Widened = std::set<std::pair<uint32_t, uint32_t>>;

/// The effect of one period of the repetitions.
struct Period {
  uint64_t rounds = 0;
  /// For each warp that repeats: its first program point, and how its registers change.
  struct Role {
    uint32_t warp, pc;
    std::vector<std::pair<uint32_t, int64_t>> counters;
  };
  std::vector<Role> roles;
  struct Object {
    uint32_t cta;
    uint64_t at;
    uint32_t phases; ///< that a period completes
    uint32_t parity;
    int64_t pending, transactions;
  };
  std::vector<Object> objects;
};

/// An execution for a family of launches. Where the state repeats, it skips an arbitrary number of
/// periods at once. The execution of one more period is the step of an induction that justifies
/// this.
class SymbolicRun : public execution::Observer {
public:
  /// Without a family, the launch is executed as it is.
  SymbolicRun(const execution::Program &program, const execution::LiveRegisters &live,
              const std::optional<Family> &family, Widened &widened)
      : program(program), live(live), family(family), widened(widened),
        values(family ? family->most : 1) {}

  std::optional<execution::Value> argument(uint64_t offset, unsigned bytes) override;
  std::optional<execution::Value> compute(const execution::Operation &op,
                                          llvm::ArrayRef<execution::Value> operands) override {
    return values.compute(op, operands);
  }
  std::optional<execution::Value> compare(const execution::Operation &op, execution::Value a,
                                          execution::Value b) override {
    return values.compare(op, a, b);
  }
  std::optional<execution::Value> pack(llvm::ArrayRef<execution::Value> parts,
                                       unsigned width) override {
    return values.pack(parts, width);
  }
  std::optional<execution::Value> unpack(execution::Value whole, unsigned part,
                                         unsigned width) override {
    return values.unpack(whole, part, width);
  }
  bool beginRound(execution::Machine &machine) override;

  /// Ends the execution after the first period.
  void stopAfterPeriod() { stopsAfterPeriod = true; }

  /// A period is this many times as long as that of the outline, or a multiple of it: outlines
  /// contain no values, and so do not tell the passes of an inner loop apart.
  void setFactor(uint64_t number) { factor = leastFactor = number; }

  uint64_t rounds() const { return round; }
  const std::vector<Period> &periods() const { return found; }
  /// Whether to execute the launch again, with one more register that does not change by the same
  /// amount in each period.
  bool wantsRetry() const { return hasWidened; }
  /// The number of values of the parameter that a period takes, by the ends of loops; 0 if no loop
  /// depends on it.
  uint64_t valuesOfPeriod() const;
  /// The round in which the last induction was complete.
  uint64_t lastRound() const { return lastComplete; }
  /// Whether it took some number of repetitions at once, whether or not this is right.
  bool hasGeneralized() const { return hasBegun; }
  /// Whether the execution ended before it showed that the next period is like the last one.
  bool isIncomplete() const { return stage == Stage::Check; }

private:
  enum class Stage : uint8_t { Search, Compare, Check };
  /// A register whose value is the same in each period, changes by the same amount, or is free.
  struct Expected {
    uint32_t warp, reg;
    bool isUniform;
    std::array<execution::Value, execution::warpLanes> values;
    execution::LaneMask free = 0; ///< lanes with any value
  };
  struct Capture {
    execution::Digest image;
    size_t registerChanges = 0;
    std::vector<std::vector<execution::Lanes>> registers; ///< by warp
    std::vector<execution::ByteMemory> shared;            ///< by CTA
    std::vector<std::vector<execution::ByteMemory>> own;  ///< local memory and parameters, by warp
    std::map<std::pair<uint32_t, uint64_t>, uint32_t> phases;
  };

  static Capture capture(const execution::Machine &machine);
  /// Replaces the memory of `capture` with that of `machine`.
  static void captureMemory(const execution::Machine &machine, Capture &capture);
  bool isLive(const execution::Warp &warp, uint32_t reg) const;
  execution::Value generalize(execution::Value before, execution::Value now, unsigned width,
                              execution::Machine &machine, bool &isFree);
  void generalizeMemory(const execution::ByteMemory &before, execution::ByteMemory &now,
                        execution::Machine &machine);
  void beginInduction(execution::Machine &machine);
  bool completeInduction(execution::Machine &machine);
  bool isAsExpected(const execution::Machine &machine);
  bool isMemoryAsExpected(const execution::Machine &machine) const;
  void notePeriod(const execution::Machine &machine, const Capture &before, const Capture &now);

  const execution::Program &program;
  const execution::LiveRegisters &live;
  const std::optional<Family> family;
  Widened &widened;
  LinearValues values;
  Stage stage = Stage::Search;
  uint64_t round = 0, due = 0, length = 0, lastComplete = 0;
  uint64_t leastFactor = 1;
  uint64_t factor = 1;   ///< how many times the outline repeats in a period
  unsigned failures = 0; ///< of comparisons of images since the last period
  uint64_t lastDecided = 0;
  /// By outline: the last round with it in which a loop went on.
  std::map<execution::Digest, uint64_t> seen;
  Capture reference, start;
  std::vector<Expected> expected;
  std::vector<Period> found;
  bool hasWidened = false, hasBegun = false, stopsAfterPeriod = false;
};

} // namespace ptx::proof

#endif // PTX_PROOF_SYMBOLICRUN_H
