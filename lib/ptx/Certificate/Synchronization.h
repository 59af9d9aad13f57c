// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CERTIFICATE_SYNCHRONIZATION_H
#define PTX_CERTIFICATE_SYNCHRONIZATION_H

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ptx::certificate {

/// A set of events by their numbers.
class EventSet {
public:
  bool has(uint32_t event) const {
    return event / 64 < words.size() && words[event / 64] >> event % 64 & 1;
  }
  void add(uint32_t event) {
    if (event / 64 >= words.size())
      words.resize(event / 64 + 1);
    words[event / 64] |= uint64_t(1) << event % 64;
  }
  void remove(uint32_t event) {
    if (event / 64 < words.size())
      words[event / 64] &= ~(uint64_t(1) << event % 64);
  }
  void join(const EventSet &other) {
    if (other.words.size() > words.size())
      words.resize(other.words.size());
    for (size_t i = 0; i != other.words.size(); ++i)
      words[i] |= other.words[i];
  }
  bool operator==(const EventSet &other) const;

private:
  std::vector<uint64_t> words;
};

/// What a thread, or all that arrived at an object, is ordered after: events, and those that
/// precede later operations of the async proxy as well.
struct Known {
  EventSet events, fenced;

  void join(const Known &other) {
    events.join(other.events);
    fenced.join(other.fenced);
  }
  bool operator==(const Known &) const = default;
};

/// The last event of each kind, by what it is.
struct Event {
  enum class Kind : uint8_t {
    Access,
    AsyncAccess,    ///< by the async proxy
    SmallCopy,      ///< by `cp.async`
    Completion,     ///< of a phase of the object `at`, with the parity `bytes`
    Contribution,   ///< to it
    Expectation,    ///< of bytes
    PassedWait,     ///< for it
    BarrierDone,    ///< barrier `at`
    BarrierArrival, ///< at barrier `at`; `bytes`: the parity of the number of its uses
  };
  Kind kind;
  bool writes;
  uint32_t thread, step;
  uint64_t at, bytes;

  auto operator<=>(const Event &) const = default;
};

/// Numbers events. An event that happens again has the same number.
class Events {
public:
  uint32_t numberOf(const Event &event);
  const Event &operator[](uint32_t number) const { return list[number]; }
  size_t size() const { return list.size(); }
  /// The accesses to a granule of memory.
  static constexpr uint64_t granule = 16;
  llvm::ArrayRef<uint32_t> accessesOf(uint64_t granuleNumber) const;

private:
  std::map<Event, uint32_t> numbers;
  std::vector<Event> list;
  std::map<uint64_t, std::vector<uint32_t>> byGranule;
};

/// An mbarrier object as an automaton.
struct Mbarrier {
  int64_t expected = 0, pending = 0, missingBytes = 0;
  bool parity = false; ///< of the phase that is not complete
  Known gathered;      ///< from the arrivals in this phase
  Known complete;      ///< what a wait for the last phase gives
  /// In this phase, the last one and the one before: what contributed, and whether a copy did.
  std::array<std::vector<uint32_t>, 3> contributions;
  std::array<bool, 3> isByCopy{};
  std::vector<uint32_t> copies;       ///< that complete in this phase
  std::vector<uint32_t> expectations; ///< in this phase
  std::vector<uint32_t> passed;       ///< waits for the last phase

  bool operator==(const Mbarrier &) const = default;
};

/// A barrier of the CTA as an automaton.
struct Barrier {
  uint32_t count = 0, arrived = 0;
  bool isForAll = false, parity = false;
  Known gathered;
  std::vector<uint32_t> waiting; ///< threads
  std::vector<uint32_t> arrivals, lastArrivals;

  bool operator==(const Barrier &) const = default;
};

/// The state of synchronization of a CTA, which is finite: it has no times and no counts of
/// phases, but the last event of each kind and who is ordered after it.
struct SyncState {
  std::vector<Known> threads;
  EventSet happened;
  std::map<uint64_t, Mbarrier> mbarriers;
  std::array<Barrier, 16> barriers;
  /// By thread: groups of bulk stores and of small copies; the last is not committed.
  std::vector<std::vector<std::vector<uint32_t>>> stores, copies;

  bool operator==(const SyncState &) const = default;
};

/// Executes operations of synchronization on a state, and says what is wrong.
class Synchronization {
public:
  using Problem = std::optional<std::string>;

  /// `lines`: the line of each step.
  Synchronization(Events &events, uint32_t threads, std::vector<uint32_t> lines)
      : events(events), lines(std::move(lines)) {
    state.threads.resize(threads);
    state.stores.resize(threads, {{}});
    state.copies.resize(threads, {{}});
  }

  Problem access(uint32_t thread, uint32_t step, uint64_t at, uint64_t bytes, bool writes);
  /// Of a copy that `thread` issues, by the async proxy or by `cp.async`.
  Problem copy(Event::Kind kind, uint32_t thread, uint32_t step, uint64_t at, uint64_t bytes,
               bool writes, uint32_t &number);
  void learn(uint32_t thread, uint32_t event) { state.threads[thread].events.add(event); }
  void fenceProxy(uint32_t thread) {
    state.threads[thread].fenced.join(state.threads[thread].events);
  }
  void joinThreads(llvm::ArrayRef<uint32_t> threads);

  Problem initialize(uint32_t thread, uint32_t step, uint64_t at, int64_t count);
  Problem invalidate(uint32_t thread, uint32_t step, uint64_t at);
  Problem arrive(uint32_t thread, uint32_t step, uint64_t at, int64_t arrivals, int64_t expected,
                 int64_t completed, bool drops);
  /// A copy that completes on the object.
  Problem completeCopy(uint32_t thread, uint32_t step, uint64_t at, int64_t bytes, uint32_t event);
  /// Whether a wait for a phase of this parity passes.
  bool passes(uint64_t at, bool parity) const;
  Problem wait(uint32_t thread, uint32_t step, uint64_t at, bool parity);
  Problem arriveAtBarrier(uint32_t thread, uint32_t number, uint32_t count, bool isForAll,
                          bool waits);
  /// Completes barriers that have all arrivals; returns the threads that waited.
  std::vector<uint32_t> completeBarriers(uint32_t liveThreads);
  /// Whether an operation is still under way when all threads have ended.
  Problem end() const;

  SyncState state;

private:
  /// The number of an event that happens now: nobody is ordered after it yet.
  uint32_t happen(const Event &event);
  Problem use(uint32_t thread, uint32_t step, uint64_t at);
  Problem contribute(uint32_t thread, uint32_t step, uint64_t at);
  Problem settle(uint64_t at, Mbarrier &object);
  Problem check(uint32_t thread, uint32_t own);

  Events &events;
  const std::vector<uint32_t> lines;
};

} // namespace ptx::certificate

#endif // PTX_CERTIFICATE_SYNCHRONIZATION_H
