// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Strengthen/StrengthLattice.h"
#include "ptx/Memory/Model/MemoryModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>

using namespace ptx;
using llvm::StringRef;
using ChangeKind = LitmusChange::Kind;

namespace {

/// The text of an instruction, split into its parts.
struct MnemonicText {
  std::string before; ///< a guard
  llvm::SmallVector<StringRef, 8> words;
  std::string after; ///< the operands, including the space before them

  explicit MnemonicText(StringRef text) {
    StringRef rest = text;
    if (rest.starts_with("@")) {
      size_t end = rest.find_if(llvm::isSpace);
      rest = rest.drop_front(std::min(end, rest.size())).ltrim();
      before = text.drop_back(rest.size()).str();
    }
    StringRef mnemonic = rest.take_until(llvm::isSpace);
    after = rest.drop_front(mnemonic.size()).str();
    mnemonic.split(words, '.');
  }
};

} // namespace

/// The possible semantics of an opcode, weakest first.
static llvm::ArrayRef<Semantics> semanticsOf(StringRef opcode) {
  using enum Semantics;
  static constexpr Semantics loads[] = {Weak, Relaxed, Acquire};
  static constexpr Semantics stores[] = {Weak, Relaxed, Release};
  static constexpr Semantics atomics[] = {Relaxed, Acquire, Release, AcquireRelease};
  static constexpr Semantics reductions[] = {Relaxed, Release};
  static constexpr Semantics fences[] = {Acquire, Release, AcquireRelease, Sc};
  return opcode == "ld"                            ? llvm::ArrayRef(loads)
         : opcode == "st"                          ? llvm::ArrayRef(stores)
         : opcode == "atom"                        ? llvm::ArrayRef(atomics)
         : opcode == "red"                         ? llvm::ArrayRef(reductions)
         : opcode == "fence" || opcode == "membar" ? llvm::ArrayRef(fences)
                                                   : llvm::ArrayRef<Semantics>();
}

static bool isAtMost(Semantics a, Semantics b) {
  using enum Semantics;
  bool isHalf = b == Acquire || b == Release;
  return a == b || (a < b && !(isHalf && (a == Acquire || a == Release)));
}

bool ptx::isAtMost(const LitmusChange &a, const LitmusChange &b) {
  return a.kind == b.kind && a.thread == b.thread && a.step == b.step && a.proxy == b.proxy &&
         ::isAtMost(a.semantics, b.semantics) && a.scope <= b.scope;
}

std::vector<unsigned> ptx::rankOf(llvm::ArrayRef<LitmusChange> changes) {
  unsigned cost = 0;
  std::vector<unsigned> rank = {static_cast<unsigned>(changes.size()), 0};
  for (const LitmusChange &change : changes) {
    cost += (change.kind == ChangeKind::Order ? 0 : 100) + 10 * unsigned(change.semantics) +
            unsigned(change.scope);
    rank.insert(rank.end(), {change.thread, change.step, unsigned(change.kind)});
  }
  rank[1] = cost;
  return rank;
}

static bool namesClusters(const LitmusTest &test) {
  return llvm::any_of(test.threads, [&](const LitmusThread &thread) {
    return thread.cluster != test.threads[0].cluster ||
           llvm::any_of(thread.steps,
                        [](const LitmusStep &step) { return step.scope == MemoryScope::Cluster; });
  });
}

/// The scopes, from `least` on, that an instruction of `thread` can have and that make a
/// difference.
static std::vector<MemoryScope> scopesOf(const LitmusTest &test, uint32_t thread,
                                         MemoryScope least) {
  auto reach = [&](MemoryScope scope) {
    MemoryEvent event{EventKind::Fence};
    event.thread = thread;
    event.scope = scope;
    unsigned count = 0;
    for (uint32_t other = 0; other != test.threads.size(); ++other)
      count += includes(test, event, other);
    return count;
  };
  bool hasClusters = namesClusters(test);
  std::vector<MemoryScope> scopes;
  unsigned reached = reach(least);
  if (least != MemoryScope::Thread)
    scopes.push_back(least);
  for (MemoryScope scope :
       {MemoryScope::Cta, MemoryScope::Cluster, MemoryScope::Gpu, MemoryScope::Sys}) {
    if (scope <= least || reach(scope) <= reached ||
        (scope == MemoryScope::Cluster && !hasClusters))
      continue;
    scopes.push_back(scope);
    reached = reach(scope);
  }
  return scopes;
}

/// Whether `semantics` at `scope` improves on those of `own`. `membar` cannot be written with other
/// semantics than `.sc`, so that `fence.acq_rel` of a wider scope is a choice as well.
static bool improves(const LitmusStep &own, Semantics semantics, MemoryScope scope) {
  if (own.semantics == semantics)
    return own.scope != scope;
  return isAtMost(own.semantics, semantics) ||
         (MnemonicText(own.text).words[0] == "membar" && semantics == Semantics::AcquireRelease &&
          scope > own.scope);
}

/// The choices of a position: all combinations of `semantics` and `scopes`; only those that improve
/// on `own` if it is given.
static std::vector<LitmusChange> changesTo(LitmusChange change, llvm::ArrayRef<Semantics> semantics,
                                           llvm::ArrayRef<MemoryScope> scopes,
                                           const LitmusStep *own) {
  std::vector<LitmusChange> result;
  for (Semantics one : semantics)
    for (MemoryScope scope : scopes) {
      if (own && !improves(*own, one, scope))
        continue;
      change.semantics = one;
      change.scope = scope;
      result.push_back(change);
    }
  return result;
}

static bool isMemoryStep(const LitmusStep &step) {
  return step.kind == LitmusStep::Kind::Load || step.kind == LitmusStep::Kind::Store ||
         step.kind == LitmusStep::Kind::Atomic;
}

static bool isOneWayFence(const LitmusStep &step) {
  return step.kind == LitmusStep::Kind::ProxyFence && step.semantics != Semantics::Weak;
}

static bool readsMap(const LitmusStep &step) {
  return step.kind == LitmusStep::Kind::Load && step.proxy == Proxy::TensorMap;
}

/// Adds the fences that can be inserted before step `at`: only after an earlier memory operation
/// (except for an acquire of a tensor map), and only without a fence of the same kind in between.
static void addFences(const LitmusTest &test, uint32_t thread, uint32_t at,
                      llvm::ArrayRef<Proxy> proxies, std::vector<std::vector<LitmusChange>> &to) {
  const std::vector<LitmusStep> &steps = test.threads[thread].steps;
  bool hasFence = false, hasMemory = false;
  std::vector<Proxy> fenced;
  std::vector<Semantics> oneWay;
  for (uint32_t i = at; i-- > 0 && !hasMemory;) {
    hasMemory = isMemoryStep(steps[i]);
    hasFence |= steps[i].kind == LitmusStep::Kind::Fence;
    if (isOneWayFence(steps[i]))
      oneWay.push_back(steps[i].semantics);
    else if (steps[i].kind == LitmusStep::Kind::ProxyFence ||
             steps[i].kind == LitmusStep::Kind::AliasFence)
      fenced.push_back(steps[i].proxy);
  }
  std::vector<MemoryScope> scopes = scopesOf(test, thread, MemoryScope::Thread);
  bool hasMaps = llvm::is_contained(proxies, Proxy::TensorMap);
  for (Semantics semantics : {Semantics::Release, Semantics::Acquire}) {
    bool isPlace = semantics == Semantics::Release ? hasMemory : readsMap(steps[at]);
    if (hasMaps && isPlace && !llvm::is_contained(oneWay, semantics))
      to.push_back(changesTo(
          {ChangeKind::ProxyFence, thread, at, semantics, MemoryScope::Cta, Proxy::TensorMap},
          semantics, scopes.empty() ? std::vector{MemoryScope::Cta} : scopes, nullptr));
  }
  if (!hasMemory)
    return;
  if (!hasFence && !scopes.empty())
    to.push_back(changesTo({ChangeKind::Fence, thread, at},
                           {Semantics::AcquireRelease, Semantics::Sc}, scopes, nullptr));
  for (Proxy proxy : proxies)
    if (proxy != Proxy::TensorMap && !llvm::is_contained(fenced, proxy))
      to.push_back(
          {{ChangeKind::ProxyFence, thread, at, Semantics::Weak, MemoryScope::Thread, proxy}});
}

/// The proxies whose fences can have an effect; `Generic` represents alias fences.
static std::vector<Proxy> usedProxies(const LitmusTest &test) {
  std::vector<Proxy> proxies;
  for (auto [index, variable] : llvm::enumerate(test.variables))
    if (variable.object != index && variable.address == index && proxies.empty())
      proxies.push_back(Proxy::Generic);
  for (const LitmusThread &thread : test.threads)
    for (const LitmusStep &step : thread.steps)
      // PTX has no fences for other proxies.
      if (isMemoryStep(step) && step.proxy != Proxy::Generic &&
          (!test.isPtx || step.proxy == Proxy::Async || step.proxy == Proxy::TensorMap) &&
          !llvm::is_contained(proxies, step.proxy))
        proxies.push_back(step.proxy);
  return proxies;
}

static bool canChange(const LitmusStep &step) {
  if (step.asynchronous || step.proxy != Proxy::Generic ||
      !(isMemoryStep(step) || step.kind == LitmusStep::Kind::Fence))
    return false;
  MnemonicText mnemonic(step.text);
  return !semanticsOf(mnemonic.words[0]).empty() &&
         llvm::none_of(mnemonic.words, [](StringRef word) {
           return word == "volatile" || word == "mmio" || word == "nc";
         });
}

std::vector<std::vector<LitmusChange>> ptx::changesOf(const LitmusTest &test) {
  std::vector<std::vector<LitmusChange>> orders, fences;
  std::vector<Proxy> proxies = usedProxies(test);
  for (uint32_t thread = 0; thread != test.threads.size(); ++thread) {
    const std::vector<LitmusStep> &steps = test.threads[thread].steps;
    for (uint32_t at = 0; at != steps.size(); ++at) {
      const LitmusStep &step = steps[at];
      if (at && steps[at - 1].range.begin == step.range.begin)
        continue; // the same instruction
      if (isMemoryStep(step) || step.kind == LitmusStep::Kind::Barrier ||
          step.kind == LitmusStep::Kind::ClusterArrive)
        addFences(test, thread, at, proxies, fences);
      if (!canChange(step))
        continue;
      std::vector<LitmusChange> place =
          changesTo({ChangeKind::Order, thread, at}, semanticsOf(MnemonicText(step.text).words[0]),
                    scopesOf(test, thread, step.scope), &step);
      if (!place.empty())
        orders.push_back(std::move(place));
    }
  }
  llvm::append_range(orders, fences);
  return orders;
}

std::string ptx::changeText(const LitmusTest &test, const LitmusChange &change) {
  const LitmusStep &step = test.threads[change.thread].steps[change.step];
  std::string order = (semanticsName(change.semantics) + "." + scopeName(change.scope)).str();
  if (change.kind == ChangeKind::Fence)
    return "fence." + order;
  if (change.kind == ChangeKind::ProxyFence && change.proxy == Proxy::TensorMap) {
    std::string range = step.address.isRegister()
                            ? test.threads[change.thread].registers[step.address.index]
                            : test.variables[step.address.index].name;
    return "fence.proxy.tensormap::generic." + order +
           (change.semantics == Semantics::Acquire
                ? " [" + range + "], " + std::to_string(tensorMapBytes)
                : "");
  }
  if (change.kind == ChangeKind::ProxyFence)
    return ("fence.proxy." +
            (change.proxy == Proxy::Generic ? StringRef("alias") : proxyName(change.proxy)))
        .str();
  MnemonicText mnemonic(step.text);
  bool isFence = step.kind == LitmusStep::Kind::Fence;
  std::string text = mnemonic.before + (isFence ? "fence" : mnemonic.words[0].str()) + "." + order;
  for (StringRef word : llvm::ArrayRef(mnemonic.words).drop_front())
    if (!isFence && !findSemantics(word) && !findScope(word))
      text += "." + word.str();
  return text + mnemonic.after;
}

LitmusTest ptx::withChanges(const LitmusTest &test, LitmusChanges changes) {
  LitmusTest result = test;
  // Apply changes from the end, so that the numbers of earlier steps do not change.
  llvm::sort(changes, [](const LitmusChange &a, const LitmusChange &b) {
    return std::tuple(b.step, a.kind, a.proxy, a.semantics) <
           std::tuple(a.step, b.kind, b.proxy, b.semantics);
  });
  for (const LitmusChange &change : changes) {
    std::vector<LitmusStep> &steps = result.threads[change.thread].steps;
    std::string text = changeText(test, change);
    SourceRange range = steps[change.step].range;
    if (change.kind == ChangeKind::Order) {
      for (uint32_t i = change.step; i != steps.size() && steps[i].range.begin == range.begin; ++i)
        if (isMemoryStep(steps[i]) || steps[i].kind == LitmusStep::Kind::Fence) {
          steps[i].semantics = change.semantics;
          steps[i].scope = change.scope;
          steps[i].text = text;
        }
      continue;
    }
    LitmusStep fence;
    fence.kind = change.kind == ChangeKind::Fence ? LitmusStep::Kind::Fence
                 : change.proxy == Proxy::Generic ? LitmusStep::Kind::AliasFence
                                                  : LitmusStep::Kind::ProxyFence;
    fence.semantics = change.semantics;
    fence.scope = change.scope;
    fence.proxy = change.proxy;
    fence.address = steps[change.step].address;
    fence.text = text;
    fence.line = steps[change.step].line;
    fence.range = {range.begin, range.begin};
    for (LitmusStep &step : steps)
      step.target += step.target > change.step;
    steps.insert(steps.begin() + change.step, std::move(fence));
  }
  return result;
}
