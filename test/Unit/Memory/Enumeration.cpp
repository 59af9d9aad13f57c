// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Enumeration.h"

#include <array>
#include <cassert>
#include <functional>
#include <optional>

using namespace ptx;

namespace {

constexpr unsigned most = 16;
constexpr unsigned none = ~0u;

/// A relation on at most 16 events.
class Pairs {
public:
  bool operator()(unsigned a, unsigned b) const { return rows[a] >> b & 1; }
  void add(unsigned a, unsigned b) { rows[a] |= 1u << b; }
  Pairs operator|(const Pairs &other) const {
    Pairs result = *this;
    for (unsigned a = 0; a != most; ++a)
      result.rows[a] |= other.rows[a];
    return result;
  }
  /// This one, then `other`.
  Pairs then(const Pairs &other) const {
    Pairs result;
    for (unsigned a = 0; a != most; ++a)
      for (unsigned m = 0; m != most; ++m)
        if ((*this)(a, m))
          result.rows[a] |= other.rows[m];
    return result;
  }
  Pairs closure() const {
    Pairs result = *this;
    for (unsigned m = 0; m != most; ++m)
      for (unsigned a = 0; a != most; ++a)
        if (result(a, m))
          result.rows[a] |= result.rows[m];
    return result;
  }
  bool hasCycle() const {
    Pairs closed = closure();
    for (unsigned a = 0; a != most; ++a)
      if (closed(a, a))
        return true;
    return false;
  }

private:
  std::array<uint16_t, most> rows{};
};

enum class Kind { Init, Read, Write, Fence, MapFence };

struct Event {
  Kind kind;
  unsigned thread = none;
  unsigned position = 0;
  unsigned variable = none;
  Semantics semantics = Semantics::Weak;
  MemoryScope scope = MemoryScope::Thread;
  Proxy proxy = Proxy::Generic;
  unsigned partner = none; ///< the other half of an atomic operation
  const LitmusStep *step = nullptr;

  bool isWrite() const { return kind == Kind::Write || kind == Kind::Init; }
  bool isMemory() const { return kind != Kind::Fence && kind != Kind::MapFence; }
};

class Enumeration {
public:
  explicit Enumeration(const LitmusTest &test);
  Outcomes run();

private:
  bool includes(const Event &event, unsigned thread) const;
  bool morallyStrong(unsigned a, unsigned b) const;
  bool overlap(unsigned a, unsigned b) const {
    return events[a].isMemory() && events[b].isMemory() && events[a].variable == events[b].variable;
  }
  bool isInitFence(unsigned e) const {
    return events[e].kind == Kind::Fence && events[e].step->fenced == FencedMemory::MbarrierInits;
  }
  bool isMapRead(unsigned e) const {
    return events[e].kind == Kind::Read && events[e].proxy == Proxy::TensorMap;
  }
  bool areMapFencesPaired(unsigned release, unsigned acquire) const;
  bool passesMapFences(unsigned before, unsigned read, const Pairs &base) const;
  bool acquires(unsigned e) const;
  bool releases(unsigned e) const;

  void chooseReadsFrom(unsigned next);
  std::optional<uint64_t> valueOf(unsigned write, unsigned depth) const;
  std::optional<uint64_t> valueRead(unsigned read, unsigned depth) const {
    return valueOf(source[read], depth);
  }
  void checkReadsFrom();
  bool someFenceOrder(unsigned next, Pairs &order);
  bool isAllowedWith(const Pairs &fenceSc);
  bool someCoherence(unsigned next, Pairs &order);
  bool isCoherent(const Pairs &order) const;

  const LitmusTest &test;
  std::vector<Event> events;
  std::vector<unsigned> reads;
  /// Pairs of writes that coherence order may relate, and pairs of fences that Fence-SC order does.
  std::vector<std::pair<unsigned, unsigned>> writes, fences;
  Pairs programOrder;
  std::array<unsigned, most> source{}; ///< which write a read reads from
  // Of the reads and the Fence-SC order that are tried:
  Pairs readsFrom, observation, causality;
  Outcomes outcomes;
};

} // namespace

Enumeration::Enumeration(const LitmusTest &test) : test(test) {
  for (unsigned v = 0; v != test.variables.size(); ++v)
    events.push_back({Kind::Init, none, 0, v});
  for (unsigned t = 0; t != test.threads.size(); ++t)
    for (unsigned p = 0; p != test.threads[t].steps.size(); ++p) {
      const LitmusStep &step = test.threads[t].steps[p];
      auto add = [&](Kind kind) {
        unsigned variable = kind == Kind::Fence ? none : step.address.index;
        events.push_back(
            {kind, t, p, variable, step.semantics, step.scope, step.proxy, none, &step});
      };
      unsigned first = events.size();
      switch (step.kind) {
      case LitmusStep::Kind::Load:
        add(Kind::Read);
        break;
      case LitmusStep::Kind::Store:
        add(Kind::Write);
        break;
      case LitmusStep::Kind::Atomic:
        add(Kind::Read);
        add(Kind::Write);
        events[first].partner = first + 1;
        events[first + 1].partner = first;
        break;
      case LitmusStep::Kind::ProxyFence:
        assert(step.proxy == Proxy::TensorMap && step.semantics != Semantics::Weak);
        add(Kind::MapFence);
        break;
      default:
        assert(step.kind == LitmusStep::Kind::Fence);
        add(Kind::Fence);
      }
    }
  assert(events.size() <= most);
  for (unsigned a = 0; a != events.size(); ++a) {
    if (events[a].kind == Kind::Read)
      reads.push_back(a);
    for (unsigned b = a + 1; b != events.size(); ++b)
      if (events[a].thread != none && events[a].thread == events[b].thread)
        programOrder.add(a, b); // events of a thread are numbered in its order
  }
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = a + 1; b != events.size(); ++b) {
      if (events[a].kind == Kind::Write && events[b].kind == Kind::Write && overlap(a, b))
        writes.emplace_back(a, b);
      bool areSc = events[a].kind == Kind::Fence && events[a].semantics == Semantics::Sc &&
                   events[b].kind == Kind::Fence && events[b].semantics == Semantics::Sc;
      if (areSc && morallyStrong(a, b))
        fences.emplace_back(a, b);
    }
}

/// Manual 8.5
bool Enumeration::includes(const Event &event, unsigned thread) const {
  const LitmusThread &from = test.threads[event.thread], &to = test.threads[thread];
  bool sameGpu = from.gpu == to.gpu;
  bool sameCluster = sameGpu && from.cluster == to.cluster;
  switch (event.scope) {
  case MemoryScope::Cta:
    return sameCluster && from.cta == to.cta;
  case MemoryScope::Cluster:
    return sameCluster;
  case MemoryScope::Gpu:
    return sameGpu;
  case MemoryScope::Sys:
    return true;
  case MemoryScope::Thread:
    break;
  }
  return event.thread == thread;
}

/// Manual 8.7
bool Enumeration::morallyStrong(unsigned a, unsigned b) const {
  const Event &x = events[a], &y = events[b];
  if (x.kind == Kind::Init || y.kind == Kind::Init)
    return false;
  auto isStrong = [](const Event &event) {
    return !event.isMemory() || event.semantics != Semantics::Weak;
  };
  if (x.proxy != y.proxy)
    return false;
  bool inOneThread = x.thread == y.thread;
  bool bothStrong = isStrong(x) && isStrong(y) && includes(x, y.thread) && includes(y, x.thread);
  return (inOneThread || bothStrong) && (!x.isMemory() || !y.isMemory() || overlap(a, b));
}

bool Enumeration::acquires(unsigned e) const {
  Semantics s = events[e].semantics;
  return events[e].kind != Kind::Write && events[e].kind != Kind::MapFence &&
         (s == Semantics::Acquire || s == Semantics::AcquireRelease || s == Semantics::Sc);
}

bool Enumeration::releases(unsigned e) const {
  Semantics s = events[e].semantics;
  return events[e].kind != Kind::Read && events[e].kind != Kind::MapFence &&
         (s == Semantics::Release || s == Semantics::AcquireRelease || s == Semantics::Sc);
}

/// The value of a write; none if it depends on itself, which No Thin Air forbids. (Manual 8.10.4)
std::optional<uint64_t> Enumeration::valueOf(unsigned write, unsigned depth) const {
  const Event &event = events[write];
  if (event.kind == Kind::Init)
    return test.variables[event.variable].value;
  if (depth > events.size())
    return std::nullopt;
  const LitmusValue &operand = event.step->operands[0];
  std::optional<uint64_t> given = operand.number;
  if (operand.isRegister())
    for (unsigned e = 0; e != write; ++e)
      if (events[e].kind == Kind::Read && events[e].thread == event.thread &&
          events[e].step->result == operand.index)
        given = valueRead(e, depth + 1);
  if (event.partner == none || event.step->operation == Operation::Exchange || !given)
    return given;
  std::optional<uint64_t> old = valueRead(event.partner, depth + 1);
  return old ? std::optional((*old + *given) & 0xFFFF'FFFF) : std::nullopt;
}

void Enumeration::chooseReadsFrom(unsigned next) {
  if (next == reads.size())
    return checkReadsFrom();
  unsigned read = reads[next];
  for (unsigned write = 0; write != events.size(); ++write)
    if (events[write].isWrite() && overlap(write, read) && events[read].partner != write) {
      source[read] = write;
      chooseReadsFrom(next + 1);
    }
}

void Enumeration::checkReadsFrom() {
  Outcome outcome;
  for (unsigned read : reads) {
    std::optional<uint64_t> value = valueRead(read, 0);
    if (!value)
      return;
    outcome.push_back(*value);
  }
  outcomes.thinkable.insert(outcome);
  if (outcomes.allowed.count(outcome))
    return;
  readsFrom = {};
  for (unsigned read : reads)
    readsFrom.add(source[read], read);
  // Manual 8.9.2: directly, or through an atomic operation.
  observation = {};
  for (unsigned read : reads)
    if (morallyStrong(source[read], read))
      observation.add(source[read], read);
  Pairs halves;
  for (unsigned read : reads)
    if (events[read].partner != none)
      halves.add(read, events[read].partner);
  observation = observation | observation.then(halves.then(observation).closure());
  Pairs fenceSc;
  if (someFenceOrder(0, fenceSc))
    outcomes.allowed.insert(outcome);
}

/// Manual 8.9.3: it relates every pair of morally strong fences.
bool Enumeration::someFenceOrder(unsigned next, Pairs &order) {
  if (next == fences.size())
    return !order.hasCycle() && isAllowedWith(order);
  auto [a, b] = fences[next];
  for (bool forward : {true, false}) {
    Pairs longer = order;
    longer.add(forward ? a : b, forward ? b : a);
    if (someFenceOrder(next + 1, longer))
      return true;
  }
  return false;
}

/// Manual 8.8 and 9.7.13.4: a fence that releases to the tensormap proxy, a strong write that a
/// strong read observes, and a fence that acquires; each fence includes the thread of the other.
bool Enumeration::areMapFencesPaired(unsigned release, unsigned acquire) const {
  for (unsigned w = 0; w != events.size(); ++w)
    for (unsigned r = 0; r != events.size(); ++r)
      if (programOrder(release, w) && events[w].kind == Kind::Write &&
          events[w].semantics != Semantics::Weak && observation(w, r) && programOrder(r, acquire))
        return true;
  return false;
}

/// Whether what the generic proxy did before a release to the tensormap proxy is acquired, of the
/// variable and in the CTA, by a fence before `read`. Two reads of a CTA need none.
bool Enumeration::passesMapFences(unsigned before, unsigned read, const Pairs &base) const {
  auto isInCtaOfRead = [&](unsigned e) {
    const LitmusThread &x = test.threads[events[e].thread];
    const LitmusThread &y = test.threads[events[read].thread];
    return x.gpu == y.gpu && x.cluster == y.cluster && x.cta == y.cta;
  };
  if (isMapRead(before))
    return base(before, read) && isInCtaOfRead(before);
  for (unsigned f = 0; f != events.size(); ++f)
    for (unsigned g = 0; g != events.size(); ++g) {
      if (events[f].kind != Kind::MapFence || events[f].semantics != Semantics::Release ||
          events[g].kind != Kind::MapFence || events[g].semantics != Semantics::Acquire ||
          events[g].variable != events[read].variable || !isInCtaOfRead(g) || !base(before, f) ||
          !base(g, read) || !includes(events[f], events[g].thread) ||
          !includes(events[g], events[f].thread))
        continue;
      bool isPassed = base(f, g) || areMapFencesPaired(f, g);
      for (unsigned h = 0; h != events.size(); ++h)
        isPassed |= events[h].kind == Kind::MapFence && events[h].semantics == Semantics::Acquire &&
                    includes(events[f], events[h].thread) &&
                    includes(events[h], events[f].thread) && areMapFencesPaired(f, h) && base(h, g);
      if (isPassed)
        return true;
    }
  return false;
}

bool Enumeration::isAllowedWith(const Pairs &fenceSc) {
  // Manual 8.8: the first operation of a release pattern and its write, the read of an acquire
  // pattern and its last operation.
  Pairs release, acquire;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b) {
      if (a == b && events[a].kind == Kind::Write && releases(a))
        release.add(a, a);
      if (a == b && events[a].kind == Kind::Read && acquires(a))
        acquire.add(a, a);
      bool strongB = events[b].semantics != Semantics::Weak;
      if (programOrder(a, b) && releases(a) && events[b].kind == Kind::Write && strongB &&
          (events[a].kind == Kind::Fence || overlap(a, b)))
        release.add(a, b);
      if (programOrder(a, b) && acquires(b) && events[a].kind == Kind::Read &&
          events[a].semantics != Semantics::Weak &&
          (events[b].kind == Kind::Fence || overlap(a, b)))
        acquire.add(a, b);
    }
  // Manual 8.9.4
  Pairs patterns = release.then(observation).then(acquire), synchronizes = fenceSc, initSync;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b)
      if (patterns(a, b) && morallyStrong(a, b))
        (isInitFence(a) ? initSync : synchronizes).add(a, b);
  // Manual 8.9.5, with one address a variable.
  Pairs base = (programOrder | synchronizes).closure();
  Pairs preserved;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b)
      if (overlap(a, b) &&
          (isMapRead(b) ? passesMapFences(a, b, base) : base(a, b) && !isMapRead(a)))
        preserved.add(a, b);
  // Manual 9.7.13.4: a fence of initializations of mbarrier objects.
  Pairs initialized;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b)
      if (programOrder(a, b) && isInitFence(b) && events[a].kind == Kind::Write &&
          events[a].step->isMbarrierInit)
        initialized.add(a, b);
  initialized = initialized.then(initSync);
  initialized = initialized | initialized.then(base);
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b)
      if (initialized(a, b) && overlap(a, b) && !isMapRead(b))
        preserved.add(a, b);
  causality = preserved | observation.then(preserved);
  // Fence-SC (manual 8.10.2), and the half of Causality that is about reading (8.10.6).
  for (auto [a, b] : fences)
    if ((base(a, b) && !fenceSc(a, b)) || (base(b, a) && !fenceSc(b, a)))
      return false;
  for (unsigned read : reads)
    if (causality(read, source[read]))
      return false;
  Pairs coherence;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b)
      if (events[a].kind == Kind::Init && events[b].kind == Kind::Write && overlap(a, b))
        coherence.add(a, b);
  return someCoherence(0, coherence);
}

/// Manual 8.9.6: a partial order that relates writes that are morally strong; others it can leave
/// unrelated.
bool Enumeration::someCoherence(unsigned next, Pairs &order) {
  if (next == writes.size())
    return isCoherent(order);
  auto [a, b] = writes[next];
  Pairs forward = order, backward = order;
  forward.add(a, b);
  backward.add(b, a);
  return someCoherence(next + 1, forward) || someCoherence(next + 1, backward) ||
         (!morallyStrong(a, b) && someCoherence(next + 1, order));
}

bool Enumeration::isCoherent(const Pairs &order) const {
  Pairs fromRead;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b) {
      for (unsigned c = 0; c != events.size(); ++c)
        if (order(a, b) && order(b, c) && !order(a, c)) // it is transitive
          return false;
      // Coherence (manual 8.10.1)
      if (events[a].kind == Kind::Write && events[b].kind == Kind::Write && causality(a, b) &&
          !order(a, b))
        return false;
      if (events[a].kind == Kind::Read && order(source[a], b))
        fromRead.add(a, b);
    }
  Pairs communication = readsFrom | order | fromRead, location;
  for (unsigned a = 0; a != events.size(); ++a)
    for (unsigned b = 0; b != events.size(); ++b) {
      // The other half of Causality (manual 8.10.6)
      if (fromRead(a, b) && causality(b, a))
        return false;
      // Atomicity (manual 8.10.3)
      unsigned own = events[a].partner;
      if (fromRead(a, b) && own != none && b != own && order(b, own) && morallyStrong(a, b))
        return false;
      if (overlap(a, b) && morallyStrong(a, b) && (programOrder(a, b) || communication(a, b)))
        location.add(a, b);
    }
  return !location.hasCycle(); // Sequential Consistency Per Location (manual 8.10.5)
}

Outcomes Enumeration::run() {
  chooseReadsFrom(0);
  return std::move(outcomes);
}

Outcomes ptx::enumerateOutcomes(const LitmusTest &test) { return Enumeration(test).run(); }
