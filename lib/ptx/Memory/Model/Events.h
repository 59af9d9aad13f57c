// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_EVENTS_H
#define PTX_MEMORY_MODEL_EVENTS_H

#include "ptx/Memory/Model/Unroll.h"
#include "ptx/Memory/Solve/Circuit.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// The kind of an event. (Manual 8.4)
enum class EventKind : uint8_t {
  Init,  ///< the write W0 of a variable's memory (manual 8.2.6)
  Read,  ///< including the read of an atomic operation
  Write, ///< including the write of an atomic operation
  Fence,
  ProxyFence,
  AliasFence,
  Barrier,
  ClusterArrive,
  ClusterWait,
};

/// An operation of a test, in one pass through each loop.
struct MemoryEvent {
  EventKind kind;
  Semantics semantics = Semantics::Weak;
  MemoryScope scope = MemoryScope::Thread;
  Proxy proxy = Proxy::Generic;
  static constexpr uint32_t none = ~0u;
  uint32_t thread = none; ///< none of `Init`
  /// The position among the unrolled steps of the thread. It defines program order, except between
  /// parts of one instruction.
  uint32_t position = 0;
  uint32_t asynchronous = 0;
  uint32_t unordered = 0;
  uint32_t pass = 0;
  const LitmusStep *step = nullptr;
  /// The variable and the bytes of its object, for memory operations and for fences that acquire a
  /// range of memory from the generic proxy.
  uint32_t variable = 0;
  uint32_t object = 0;
  uint64_t offset = 0;
  uint32_t bytes = 0;
  /// The other half of an atomic operation.
  uint32_t partner = none;
  bool isReduction = false;
  /// Whether it happens.
  Lit executed = trueLit;
  /// The value that is read or written.
  Bits value{};
  /// Barriers: whether it waits, its number, and the number of participating threads.
  bool waits = true;
  Bits barrier{};
  std::optional<Bits> quorum = std::nullopt;
  /// Barriers with a result, which is in `value`: the predicate that the thread contributes.
  Lit contribution = falseLit;
  /// Barriers with a thread count: the thread waits forever.
  Lit blocked = falseLit;

  bool isWrite() const { return kind == EventKind::Write || kind == EventKind::Init; }
  bool isRead() const { return kind == EventKind::Read; }
  bool isMemory() const { return isRead() || isWrite(); }
  bool isAtomic() const { return partner != none; }
  /// Whether the event is the completion of an asynchronous operation.
  bool isCompletion() const { return step && step->operation == Operation::MbarrierComplete; }
  /// Whether the event is a fence that orders the generic proxy before another one, but not the
  /// reverse.
  bool isOneWayFence() const {
    return kind == EventKind::ProxyFence && semantics != Semantics::Weak;
  }
  /// Whether the event is a fence that orders only earlier initializations of mbarrier objects.
  bool isInitFence() const {
    return kind == EventKind::Fence && step->fenced == FencedMemory::MbarrierInits;
  }
  /// Whether the event is a fence that forms patterns. (Manual 8.8)
  bool isFence() const { return kind == EventKind::Fence || isOneWayFence(); }
  bool isStrong() const { return isFence() || (isMemory() && semantics != Semantics::Weak); }
  bool isScFence() const { return kind == EventKind::Fence && semantics == Semantics::Sc; }
  bool acquires() const {
    return semantics == Semantics::Acquire || semantics == Semantics::AcquireRelease ||
           semantics == Semantics::Sc;
  }
  bool releases() const {
    return semantics == Semantics::Release || semantics == Semantics::AcquireRelease ||
           semantics == Semantics::Sc;
  }
};

/// A value of the final state, if it exists. A register has none if the thread waits forever at a
/// barrier before it writes the register.
struct FinalValue {
  Bits bits;
  Lit exists = trueLit;
};

/// The events of a test as a circuit. Whether an event happens, and its value, are functions of the
/// values that the reads return.
struct EventGraph {
  const LitmusTest *test = nullptr;
  std::vector<MemoryEvent> events;
  /// A read and an event whose value, address or execution depends on it if `holds`. (Manual
  /// 8.10.4)
  struct Dependency {
    uint32_t read;
    uint32_t event;
    Lit holds;
  };
  std::vector<Dependency> dependencies;
  /// By thread and register.
  std::vector<std::vector<FinalValue>> registers;
  /// The name of each event in messages, such as `P0.2`.
  std::vector<std::string> names;
  /// A branch that would start one more pass through a loop than the bound allows: the positions of
  /// the last pass, whether the branch is taken, and whether the registers then have the same
  /// values as at the start of the pass. Only with `LoopEnds::Open`.
  struct OpenLoop {
    uint32_t thread;
    uint32_t begin, end;
    Lit taken;
    Lit isSame;
    const LitmusStep *branch;
  };
  std::vector<OpenLoop> openLoops;
  bool hasLoops = false;
  unsigned bound = 0;

  /// The bytes of an object before the threads start.
  Bits initialBits(uint32_t object, uint64_t offset, uint32_t bytes) const;
};

/// Whether each loop must terminate within the bound, or can continue.
enum class LoopEnds : uint8_t { Left, Open };

/// The events of `test`, with up to 1 + `bound` passes through each loop. Fails with a message for
/// the user if an address is not known.
llvm::Expected<EventGraph> makeEvents(const LitmusTest &test, Circuit &circuit, unsigned bound,
                                      LoopEnds loops = LoopEnds::Left);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_EVENTS_H
