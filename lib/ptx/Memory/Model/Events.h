// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_EVENTS_H
#define PTX_MEMORY_MODEL_EVENTS_H

#include "ptx/Memory/Model/Unroll.h"
#include "ptx/Memory/Solve/Circuit.h"

#include "llvm/Support/Error.h"

namespace ptx {

/// What an event does. (Manual 8.4)
enum class EventKind : uint8_t {
  Init,  ///< the write W0 of a variable's memory (manual 8.2.6)
  Read,  ///< also that of an atomic operation
  Write, ///< also that of an atomic operation
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
  /// Among the unrolled steps of the thread; program order is that of these, but for parts of one
  /// instruction.
  uint32_t position = 0;
  uint32_t asynchronous = 0;
  uint32_t unordered = 0;
  uint32_t pass = 0;
  const LitmusStep *step = nullptr;
  /// Of memory operations, and of fences that acquire one range of memory from the generic proxy:
  /// the name, and the bytes of its object.
  uint32_t variable = 0;
  uint32_t object = 0;
  uint64_t offset = 0;
  uint32_t bytes = 0;
  /// Of an atomic operation: its other half.
  uint32_t partner = none;
  bool isReduction = false;
  /// Whether it happens.
  Lit executed = trueLit;
  /// What is read or written.
  Bits value{};
  /// Of a barrier: it waits; its number, and how many threads it takes.
  bool waits = true;
  Bits barrier{};
  std::optional<Bits> quorum = std::nullopt;
  /// Of a barrier with a result, which is `value`: what the thread contributes.
  Lit contribution = falseLit;
  /// Of a barrier that takes a number of threads: it waits for ever.
  Lit blocked = falseLit;

  bool isWrite() const { return kind == EventKind::Write || kind == EventKind::Init; }
  bool isRead() const { return kind == EventKind::Read; }
  bool isMemory() const { return isRead() || isWrite(); }
  bool isAtomic() const { return partner != none; }
  /// The completion of an asynchronous operation.
  bool isCompletion() const { return step && step->operation == Operation::MbarrierComplete; }
  /// A fence that orders the generic proxy before another one, and not the other way round.
  bool isOneWayFence() const {
    return kind == EventKind::ProxyFence && semantics != Semantics::Weak;
  }
  /// A fence of initializations of mbarrier objects before it, and of nothing else.
  bool isInitFence() const {
    return kind == EventKind::Fence && step->fenced == FencedMemory::MbarrierInits;
  }
  /// A fence that forms patterns. (Manual 8.8)
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

/// A value of the final state, and whether there is one: of a register that a thread would write
/// after a barrier at which it waits for ever there is none.
struct FinalValue {
  Bits bits;
  Lit exists = trueLit;
};

/// The events of a test, in a circuit: whether each happens, and what it reads or writes, as
/// functions of what the reads read.
struct EventGraph {
  const LitmusTest *test = nullptr;
  std::vector<MemoryEvent> events;
  /// Pairs of a read and an event that depends on it, and whether it does: the value, the address
  /// or whether it happens. (Manual 8.10.4)
  struct Dependency {
    uint32_t read;
    uint32_t event;
    Lit holds;
  };
  std::vector<Dependency> dependencies;
  /// By thread and register.
  std::vector<std::vector<FinalValue>> registers;
  /// By event: what it is called in texts, such as `P0.2`.
  std::vector<std::string> names;
  /// A branch that would begin one more pass through a loop than the bound allows: the positions of
  /// the last pass, whether the branch is taken, and whether registers are then as they were when
  /// the pass began. Only with `LoopEnds::Open`.
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

/// Whether each loop is left before there are too many passes, or can go on.
enum class LoopEnds : uint8_t { Left, Open };

/// The events of `test`; loops have `bound` passes more than one. Fails with a text for the user if
/// an address is not known.
llvm::Expected<EventGraph> makeEvents(const LitmusTest &test, Circuit &circuit, unsigned bound,
                                      LoopEnds loops = LoopEnds::Left);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_EVENTS_H
