// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_MACHINESTATE_H
#define PTX_EXECUTION_MACHINESTATE_H

#include "ptx/Execution/Program.h"
#include "ptx/Execution/Shadow.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>
#include <memory>

namespace ptx::execution {

inline constexpr uint32_t unresolved = ~0u;

/// An access to memory by threads or engines.
struct Access {
  uint32_t thread; ///< of lane 0 of the warp
  uint32_t time;
  uint32_t pc;
  uint32_t work;         ///< the asynchronous operation, if any
  bool isStrong = false; ///< atomic, or not weak
  bool isNarrow = false; ///< its scope is the CTA
  uint32_t cta = 0;
};

/// An asynchronous operation. It is known to be complete if part `part` of a clock is at least
/// `time`.
struct AsyncWork {
  enum class Kind : uint8_t { Load, Store, ThreadCopy, Wgmma, Mma, TensorLoad, TensorStore };
  Kind kind;
  uint32_t pc;
  uint32_t thread;
  uint32_t cta = 0; ///< the one whose shared memory it writes or reads
  uint32_t part = 0;
  uint32_t time = unresolved;
  /// Whether each lane has a separate part.
  bool perLane = false;
  /// Whether the number of bytes that it reads is assumed.
  bool isGuessed = false;
};

/// The point where lanes that diverge at a branch converge again.
struct Join {
  uint32_t pc;
  uint32_t depth;       ///< of calls
  uint32_t outstanding; ///< fragments that have not arrived
};

/// What a function has in registers and parameters when it is called again before it returns.
struct SuspendedFrame {
  std::vector<Lanes, MeteredAllocator<Lanes>> registers;
  std::vector<ByteMemory> parameters; ///< by lane
  std::array<uint64_t, warpLanes> localStarts;
};

struct CallFrame {
  uint32_t returnTo;
  uint32_t site;
  uint32_t routine;
  std::shared_ptr<const SuspendedFrame> suspended{}; ///< of a recursion
  /// `Warp::stackBytes` at the call; null if no function allocates.
  std::shared_ptr<const std::array<uint64_t, warpLanes>> stackBytes{};

  bool operator==(const CallFrame &) const = default;
};

/// Lanes of a warp that execute together.
struct Fragment {
  enum class State : uint8_t {
    Ready,
    Parked, ///< it waits at a join
    AtWarp, ///< at an instruction that other lanes of the warp have to execute as well
    AtBarrier,
    AtCluster,
    AtMbarrier,
    AtRegisters,
    AtWarpgroup,
    Done,
  };

  uint32_t pc = 0;
  LaneMask mask = 0;
  State state = State::Ready;
  llvm::SmallVector<CallFrame, 2> calls;
  llvm::SmallVector<std::shared_ptr<Join>, 4> joins;
  Knowers knowers;
  /// The lanes that executed together with it until it diverged, and the time of the divergence.
  LaneMask together = 0;
  uint32_t togetherUntil = 0;
  Knowers knewTogether; ///< their knowledge at that time
  // The object that it waits for.
  uint32_t cta = 0;    ///< of the mbarrier object
  uint64_t object = 0; ///< mbarrier object, or number of a barrier
  uint64_t parity = 0;
  bool byState = false; ///< `parity` is a phase
  uint64_t polledAt = ~uint64_t(0);
  bool answerFalse = false;
};

/// An mbarrier object. (Manual 9.7.13.15)
struct Mbarrier {
  bool isValid = false;
  bool initIsFenced = false;
  uint32_t expected = 0;
  int64_t pending = 0;
  int64_t transactions = 0;
  uint32_t phase = 0;      ///< the number of complete phases
  uint32_t firstPhase = 0; ///< the phase at its initialization
  uint32_t part = 0;
  uint32_t initPc = 0, initThread = 0, initTime = 0;
  uint32_t lastPc = 0; ///< of the operation that changed it last
  /// The last arrival, and the last operation that expected bytes.
  uint32_t lastArrival = Operation::none, lastExpect = Operation::none;
  /// The last copy of known size that completed on it, and its bytes.
  std::pair<uint32_t, uint64_t> lastCopy;
  Knowledge arrived; ///< of the current phase
  /// Whether copies or products, which complete by themselves, contribute to the current phase.
  bool isByAsync = false;
  /// The state after a number of complete phases.
  struct Completion {
    std::shared_ptr<Knowledge> known; ///< what waits that observe them acquire
    VectorClock contributions; ///< the control clocks of all contributions to the last of them
    bool isByAsync = true;
  };
  /// The first element is for the first `firstKnown` phases, each further one for one more phase.
  std::deque<Completion> complete{{std::make_shared<Knowledge>(), {}}};
  uint32_t firstKnown = 0;

  /// The state that a wait for `phases` complete phases observes.
  const Completion &completeAt(uint32_t phases) const {
    size_t place = phases < firstKnown ? 0 : phases - firstKnown;
    return complete[std::min(place, complete.size() - 1)];
  }
  /// Whether a thread with the clock `control` knows that `phases` phases are complete: their last
  /// contributions precede.
  bool isKnownAt(uint32_t phases, const VectorClock &control) const {
    const Completion &completion = completeAt(phases);
    return phases >= firstKnown && !completion.isByAsync &&
           control.covers(completion.contributions);
  }
  struct Waiter {
    uint32_t thread, time, pc;
    LaneMask mask;
  };
  std::vector<Waiter> waiters; ///< observed the completion of the previous phase
  /// The number of copies of unknown size that will complete on it.
  uint32_t openCopies = 0;
  uint64_t openMap = 0; ///< the map of all of them; `mixedMaps`: several maps
  static constexpr uint64_t mixedMaps = ~uint64_t(0);
};

/// A barrier of a CTA. (Manual 9.7.13.1)
struct NamedBarrier {
  uint32_t count = 0; ///< of threads; 0: no thread waits
  uint32_t uses = 0;  ///< the number of completions
  uint32_t arrived = 0;
  uint32_t pc = 0;
  bool allThreads = false;
  std::shared_ptr<Knowledge> known;
  VectorClock previous; ///< the control clocks of the arrivals for the last use
  struct Waiting {
    Fragment *fragment;
    uint32_t warp;
  };
  std::vector<Waiting> waiting;
  // The predicates of `barrier.red`.
  uint32_t truths = 0, total = 0;
  uint64_t unknownTruths = 0;
  /// The number of fragments for which the exits of other lanes count as arrivals.
  uint32_t aligned = 0;
};

/// An allocation of columns of tensor memory.
struct TensorAllocation {
  uint32_t column, count, pc;
};

struct Cta {
  uint32_t rank = 0;
  Extent id{}; ///< in the grid
  Extent inCluster{};
  ByteMemory memory;
  Shadow shadow, tensor;
  std::map<uint64_t, Mbarrier> mbarriers;
  std::array<NamedBarrier, 16> barriers;
  uint32_t threads = 0, live = 0;
  std::vector<TensorAllocation> allocations;
  ByteMemory tensorData; ///< the cells of tensor memory by lane and column, if there are data
  uint32_t freedAt = Operation::none; ///< the last deallocation
  /// The warp and the time of the last allocation or deallocation of tensor memory.
  uint32_t tensorThread = unresolved, tensorTime = 0;
  bool hasRelinquished = false; ///< the permit to allocate tensor memory
  /// The allocations of `.cta_group::2` that the peer has not performed yet, in their order.
  std::vector<TensorAllocation> withoutPeer;
  /// Those of another size than the peer's, with the peer's.
  std::vector<std::pair<TensorAllocation, TensorAllocation>> unequalToPeer;
  /// Whether the order of these allocations is the same in each schedule.
  bool isPairOrderKnown = true;
  int64_t freeRegisters = 0;
  /// The last accesses of the threads of other CTAs: time and pc.
  llvm::DenseMap<uint32_t, std::pair<uint32_t, uint32_t>> remote;
  /// The knowledge of all its threads when they ended.
  Knowledge atExit;
};

/// Batches of asynchronous operations that a thread closes in order and waits for.
struct BatchGroups {
  uint32_t part = unresolved; ///< the first of 32, or one for all lanes
  uint32_t batch = 1;         ///< the batch of the next operation
  bool isOpen = false;        ///< the batch has operations
  std::array<llvm::SmallVector<uint32_t, 4>, warpLanes> groups;
  /// For each lane, the waits that completed more batches than those before: the last batch, and
  /// the time of the warp.
  std::array<llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2>, warpLanes> waits;

  void noteWait(unsigned lane, uint32_t batch, uint32_t time) {
    auto &list = waits[lane];
    if (list.empty() || list.back().first < batch)
      list.emplace_back(batch, time);
  }
  /// The time at which a lane had waited for a batch; none if it has not.
  std::optional<uint32_t> waitedAt(unsigned lane, uint32_t batch) const {
    const auto &list = waits[lane];
    auto found = llvm::lower_bound(
        list, batch, [](const auto &wait, uint32_t batch) { return wait.first < batch; });
    return found == list.end() ? std::nullopt : std::optional(found->second);
  }
};

struct Warpgroup {
  uint32_t part = unresolved;
  std::array<uint32_t, 4> issued{};
  VectorClock control;
};

/// The lanes of a register whose values depend on what a shuffle read from a lane that did not
/// execute it, or on what a load read while another thread could write it.
struct UndefinedLanes {
  LaneMask lanes = 0;
  uint32_t shuffle = 0;            ///< the first such shuffle
  unsigned reader = 0, source = 0; ///< its lanes
  /// The number of the first race in `Warp::races`, plus 1; 0 if the values are of shuffles alone.
  unsigned race = 0;

  void add(const UndefinedLanes &other) {
    LaneMask all = lanes | other.lanes;
    unsigned first = lanes && race ? race : other.lanes ? other.race : race;
    if (!lanes)
      *this = other;
    lanes = all;
    race = first;
  }
  UndefinedLanes with(LaneMask mask) const { return {mask, shuffle, reader, source, race}; }
};

/// A read that races with a write, not reported yet: its value has had no effect.
struct RacingRead {
  uint32_t pc, other;
  std::string text, otherText;
};

struct Warp {
  uint32_t number = 0; ///< in the CTA
  uint32_t cta = 0;
  uint32_t thread = 0; ///< of lane 0, in the cluster
  uint32_t time = 1;
  LaneMask threads = 0, live = 0; ///< the existing lanes, and those that have not ended
  std::vector<Lanes, MeteredAllocator<Lanes>> registers;
  std::vector<ByteMemory> local, params; ///< by lane
  /// Where the local variables of the executing functions begin, by lane; above 0 in recursions.
  std::array<uint64_t, warpLanes> localStarts{};
  uint64_t localEnd = 0; ///< of the greatest of them
  /// By lane: the last bytes before `window::stackEnd`, and how many of them are allocated.
  std::vector<ByteMemory> stack;
  std::array<uint64_t, warpLanes> stackBytes{};
  std::vector<std::unique_ptr<Fragment>> fragments;
  std::array<Lanes, 3> tid;
  Lanes lane;
  BatchGroups threadCopies, bulkStores, wgmma;
  uint32_t products = 0;  ///< the number of `wgmma.mma_async`
  bool hasFenced = false; ///< it has executed a `wgmma.fence`
  uint32_t tensorLoadPart = unresolved, tensorLoads = 1;
  uint32_t tensorStorePart = unresolved, tensorStores = 1;
  /// By lane: the part and number of the products of `tcgen05` that it issued.
  std::array<uint32_t, warpLanes> mmaPart, mmaCount{};
  uint32_t registerCount = 0;
  uint32_t grownAt = 0; ///< the time of its first `setmaxnreg.inc`
  /// The registers that an asynchronous operation still writes or reads, each with the operation.
  llvm::DenseMap<uint32_t, uint32_t> pendingRegisters;
  /// The registers that a product only reads, each with the operation.
  llvm::DenseMap<uint32_t, uint32_t> pendingReads;
  /// The registers with undefined values, as far as they are followed: not through memory.
  llvm::DenseMap<uint32_t, UndefinedLanes> undefined;
  /// One for each pair of instructions.
  std::vector<RacingRead> races;
  /// The number of a race plus 1, by the two instructions.
  llvm::DenseMap<uint64_t, unsigned> raceNumbers;

  Warp() { mmaPart.fill(unresolved); }

  /// The local memory of a lane with the byte at `offset`, which becomes the place in it; null if
  /// nothing is stored yet.
  const ByteMemory *localMemory(unsigned lane, uint64_t &offset) const;
};

/// A `setmaxnreg` of a warp that changes its number of registers.
struct RegisterChange {
  uint32_t warp; ///< among all warps of the cluster
  uint32_t thread, time, pc;
  int64_t before, after;
  VectorClock control; ///< of all lanes

  bool grows() const { return after > before; }
  /// Whether it has to wait for an earlier change, in each order of the threads.
  bool isAfter(const RegisterChange &other) const {
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      if (control[other.thread + lane] >= other.time)
        return true;
    return false;
  }
};

/// The fields of a tensor map that a kernel writes. (Manual 9.7.9.26)
struct MapFields {
  uint32_t rank = 0;
  std::array<uint64_t, 5> box{};
  unsigned elementBits = 0;

  /// Whether no field is about the size of boxes.
  bool keepsSize() const {
    return !rank && !elementBits && llvm::all_of(box, [](uint64_t extent) { return !extent; });
  }
  /// The size of a box in bytes; none if a field is unknown.
  std::optional<uint64_t> boxBytes() const {
    uint64_t bits = rank && rank <= box.size() ? elementBits : 0;
    for (uint32_t i = 0; i < rank && i < box.size(); ++i)
      bits *= box[i];
    return bits ? std::optional(bits / 8) : std::nullopt;
  }
};

/// A later action of an engine.
struct Event {
  struct Target {
    uint32_t cta;
    uint64_t object;
    uint64_t bytes;
  };
  enum class Kind : uint8_t { Complete, Arrive };
  Kind kind = Kind::Complete;
  uint32_t pc = 0;
  uint32_t thread = 0;
  llvm::SmallVector<Target, 1> targets;
  llvm::SmallVector<uint32_t, 1> work; ///< by target
  std::shared_ptr<Knowledge> known;
  /// Whether it is a tensor copy with an unknown box, which is completed when the size is known.
  bool isOpen = false;
  uint64_t map = 0;          ///< its tensor map
  uint32_t bar = unresolved; ///< in the timeline, of `tcgen05.commit`
  llvm::SmallVector<std::pair<uint32_t, uint64_t>, 1> destinations;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_MACHINESTATE_H
