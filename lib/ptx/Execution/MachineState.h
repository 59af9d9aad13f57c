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

/// Something that threads or engines did to memory.
struct Access {
  uint32_t thread; ///< of lane 0 of the warp
  uint32_t time;
  uint32_t pc;
  uint32_t work;         ///< the asynchronous operation, if it is one
  bool isStrong = false; ///< atomic, or not weak
  bool isNarrow = false; ///< its scope is the CTA
  uint32_t cta = 0;
};

/// An asynchronous operation. It is known to be complete where part `part` of a clock is at least
/// `time`.
struct AsyncWork {
  enum class Kind : uint8_t { Load, Store, ThreadCopy, Wgmma, Mma, TensorLoad, TensorStore };
  Kind kind;
  uint32_t pc;
  uint32_t thread;
  uint32_t cta = 0; ///< whose shared memory it writes or reads
  uint32_t part = 0;
  uint32_t time = unresolved;
  /// Whether each lane has a part of its own.
  bool perLane = false;
  /// Whether how much it reads is a guess.
  bool isGuessed = false;
};

/// Where the lanes that part at a branch meet again.
struct Join {
  uint32_t pc;
  uint32_t depth;       ///< of calls
  uint32_t outstanding; ///< fragments that have not come
};

struct CallFrame {
  uint32_t returnTo;
  uint32_t site;
};

/// Lanes of a warp that execute together.
struct Fragment {
  enum class State : uint8_t {
    Ready,
    Parked, ///< at a join
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
  /// The lanes that it was together with until it parted, and the time of that.
  LaneMask together = 0;
  uint32_t togetherUntil = 0;
  Knowers knewTogether; ///< what they knew then
  // What it waits for.
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
  uint32_t phase = 0;      ///< how many are complete
  uint32_t firstPhase = 0; ///< since it is initialized
  uint32_t part = 0;
  uint32_t initPc = 0, initThread = 0, initTime = 0;
  uint32_t lastPc = 0; ///< of what changed it last
  /// The last copy of known size that completed on it, and its bytes.
  std::pair<uint32_t, uint64_t> lastCopy;
  Knowledge arrived; ///< of the current phase
  /// Copies and products contribute to the current phase, which complete by themselves.
  bool isByAsync = false;
  /// The state when some phases are complete.
  struct Completion {
    std::shared_ptr<Knowledge> known; ///< what waits that see them acquire
    VectorClock contributions;        ///< control, of all to the last of them
    bool isByAsync = true;
  };
  /// Of the first `firstKnown` phases, and of each one more.
  std::deque<Completion> complete{{std::make_shared<Knowledge>(), {}}};
  uint32_t firstKnown = 0;

  /// What comes before a wait that sees `phases` phases complete.
  const Completion &completeAt(uint32_t phases) const {
    size_t place = phases < firstKnown ? 0 : phases - firstKnown;
    return complete[std::min(place, complete.size() - 1)];
  }
  /// Whether who knows `control` knows that so many phases are complete: their last contributions
  /// come before.
  bool isKnownAt(uint32_t phases, const VectorClock &control) const {
    const Completion &completion = completeAt(phases);
    return phases >= firstKnown && !completion.isByAsync &&
           control.covers(completion.contributions);
  }
  struct Waiter {
    uint32_t thread, time, pc;
    LaneMask mask;
  };
  std::vector<Waiter> waiters; ///< who has seen the phase before complete
  /// Copies whose size is not known that are to complete on it.
  uint32_t openCopies = 0;
  uint64_t openMap = 0; ///< that of all of them; `mixedMaps`: they have several
  static constexpr uint64_t mixedMaps = ~uint64_t(0);
};

/// A barrier of a CTA. (Manual 9.7.13.1)
struct NamedBarrier {
  uint32_t count = 0; ///< of threads; 0: nobody waits
  uint32_t uses = 0;  ///< how often it was complete
  uint32_t arrived = 0;
  uint32_t pc = 0;
  bool allThreads = false;
  std::shared_ptr<Knowledge> known;
  VectorClock previous; ///< control, of those that came to it the time before
  struct Waiting {
    Fragment *fragment;
    uint32_t warp;
  };
  std::vector<Waiting> waiting;
  // Of `red`.
  uint32_t truths = 0, total = 0;
  uint64_t unknownTruths = 0;
  /// Fragments whose arrival the exits of others count for.
  uint32_t aligned = 0;
};

/// Columns of tensor memory that are allocated.
struct TensorAllocation {
  uint32_t column, count, pc;
};

struct Cta {
  uint32_t rank = 0;
  Extent id{};
  ByteMemory memory;
  Shadow shadow, tensor;
  std::map<uint64_t, Mbarrier> mbarriers;
  std::array<NamedBarrier, 16> barriers;
  uint32_t threads = 0, live = 0;
  std::vector<TensorAllocation> allocations;
  uint32_t freedAt = Operation::none; ///< the last deallocation
  int64_t freeRegisters = 0;
  /// The last accesses of the threads of other CTAs: time and pc.
  llvm::DenseMap<uint32_t, std::pair<uint32_t, uint32_t>> remote;
  /// What all its threads knew when they ended.
  Knowledge atExit;
};

/// Batches of asynchronous operations that a thread closes one after the other, and waits for.
struct BatchGroups {
  uint32_t part = unresolved; ///< the first of 32, or one for all lanes
  uint32_t batch = 1;         ///< that of the next operation
  bool isOpen = false;        ///< it has operations
  std::array<llvm::SmallVector<uint32_t, 4>, warpLanes> groups;
};

struct Warpgroup {
  uint32_t part = unresolved;
  std::array<uint32_t, 4> issued{};
  VectorClock control;
};

struct Warp {
  uint32_t number = 0; ///< in the CTA
  uint32_t cta = 0;
  uint32_t thread = 0; ///< of lane 0, in the cluster
  uint32_t time = 1;
  LaneMask threads = 0, live = 0; ///< that it has, and that have not ended
  std::vector<Lanes, MeteredAllocator<Lanes>> registers;
  std::vector<ByteMemory> local, params; ///< by lane
  std::vector<std::unique_ptr<Fragment>> fragments;
  std::array<Lanes, 3> tid;
  Lanes lane;
  BatchGroups threadCopies, bulkStores, wgmma;
  uint32_t products = 0;  ///< how many `wgmma.mma_async`
  bool hasFenced = false; ///< a `wgmma.fence`
  uint32_t tensorLoadPart = unresolved, tensorLoads = 1;
  uint32_t tensorStorePart = unresolved, tensorStores = 1;
  /// By lane: the part and number of the products of `tcgen05` that it issued.
  std::array<uint32_t, warpLanes> mmaPart, mmaCount{};
  uint32_t registerCount = 0;
  /// Registers that an asynchronous operation still writes or reads: the operation.
  llvm::DenseMap<uint32_t, uint32_t> pendingRegisters;
  /// Registers that a product only reads.
  llvm::DenseMap<uint32_t, uint32_t> pendingReads;

  Warp() { mmaPart.fill(unresolved); }
};

/// What a kernel writes into a tensor map that it makes itself. (Manual 9.7.9.26)
struct MapFields {
  uint32_t rank = 0;
  std::array<uint64_t, 5> box{};
  unsigned elementBits = 0;

  /// Whether none of them is about the size of boxes.
  bool keepsSize() const {
    return !rank && !elementBits && llvm::all_of(box, [](uint64_t extent) { return !extent; });
  }
  /// The bytes of a box; none if a field is not known.
  std::optional<uint64_t> boxBytes() const {
    uint64_t bits = rank && rank <= box.size() ? elementBits : 0;
    for (uint32_t i = 0; i < rank && i < box.size(); ++i)
      bits *= box[i];
    return bits ? std::optional(bits / 8) : std::nullopt;
  }
};

/// What an engine will do later.
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
  /// A tensor copy whose box is not known: how it goes on when the size is.
  bool isOpen = false;
  uint64_t map = 0;          ///< its tensor map
  uint32_t bar = unresolved; ///< in the timeline, of `tcgen05.commit`
  llvm::SmallVector<std::pair<uint32_t, uint64_t>, 1> destinations;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_MACHINESTATE_H
