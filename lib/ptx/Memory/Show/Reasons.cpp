// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Show/Reasons.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

std::string Reasons::name(uint32_t event) const {
  if (graph.events[event].kind == EventKind::Init)
    return "the " + eventText(graph, event) + " of " +
           graph.test->variables[graph.events[event].variable].name;
  return graph.names[event] + " `" + eventText(graph, event) + "`";
}

std::string Reasons::value(uint32_t event) const {
  return llvm::StringRef(eventValue(graph, event)).drop_front(2).str();
}

std::string Reasons::notMorallyStrong(uint32_t a, uint32_t b) const {
  const MemoryEvent &x = graph.events[a], &y = graph.events[b];
  if (areMorallyStrong(*graph.test, x, y))
    return "";
  for (uint32_t event : {a, b})
    if (graph.events[event].thread == MemoryEvent::none)
      return "initial values are not of a thread";
  for (uint32_t event : {a, b})
    if (!graph.events[event].isStrong())
      return graph.names[event] + " is weak";
  auto isOutside = [&](uint32_t event, uint32_t other) {
    return !includes(*graph.test, graph.events[event], graph.events[other].thread);
  };
  for (auto [event, other] : {std::pair(a, b), std::pair(b, a)})
    if (isOutside(event, other))
      return "the scope ." + scopeName(graph.events[event].scope).str() + " of " +
             graph.names[event] + " does not include " + thread(other);
  if (x.proxy != y.proxy)
    return graph.names[a] + " uses the " + proxyName(x.proxy).str() + " proxy, " + graph.names[b] +
           " the " + proxyName(y.proxy).str() + " one";
  return sharesBytes(x, y) && !overlaps(*graph.test, x, y) ? "they use different virtual addresses"
                                                           : "they do not access the same bytes";
}

Explanation Reasons::coherence(uint32_t write, uint32_t later) const {
  std::string order = name(write) + " precedes " + name(later) + " in coherence order: ";
  if (graph.events[write].kind == EventKind::Init)
    return {order + "what memory holds at the start is written before anything else", "8.2.6"};
  if (model.causality.may(write, later))
    return {order + "it precedes it in causality order", "8.9.6"};
  if (model.morallyStrong.may(write, later))
    return {order + "they are morally strong, so that one of them does, here this one", "8.9.6"};
  return {order + "nothing forbids that", "8.9.6"};
}

std::vector<uint32_t> Reasons::releases(uint32_t write) const {
  std::vector<uint32_t> result;
  for (uint32_t first = 0; first != graph.events.size(); ++first)
    if (model.releasePattern.may(first, write))
      result.push_back(first);
  return result;
}

std::vector<uint32_t> Reasons::acquires(uint32_t read) const {
  std::vector<uint32_t> result;
  for (uint32_t last = 0; last != graph.events.size(); ++last)
    if (model.acquirePattern.may(read, last))
      result.push_back(last);
  return result;
}

void Reasons::synchronization(uint32_t first, uint32_t last, std::vector<Explanation> &to) const {
  for (uint32_t write = 0; write != graph.events.size(); ++write)
    for (uint32_t read = 0; read != graph.events.size(); ++read) {
      if (!model.releasePattern.may(first, write) || !model.observation.may(write, read) ||
          !model.acquirePattern.may(read, last))
        continue;
      to.push_back({first == write ? graph.names[write] + " alone is a release pattern"
                                   : graph.names[first] + " and, after it, " + graph.names[write] +
                                         " are a release pattern",
                    "8.8", 1});
      bool isDirect = model.readsFrom.may(write, read);
      to.push_back({graph.names[read] + " observes " + graph.names[write] +
                        (isDirect ? ": it returns what that wrote, and they are morally strong"
                                  : " through atomic operations that are morally strong"),
                    "8.9.2", 1});
      to.push_back({read == last ? graph.names[read] + " alone is an acquire pattern"
                                 : graph.names[read] + " and, after it, " + graph.names[last] +
                                       " are an acquire pattern",
                    "8.8", 1});
      to.push_back({graph.names[first] + " and " + graph.names[last] +
                        " are morally strong: each is strong, and its scope includes the thread "
                        "of the other",
                    "8.7", 1});
      return;
    }
}

void Reasons::missingSynchronization(uint32_t write, uint32_t read,
                                     std::vector<Explanation> &to) const {
  std::string why = notMorallyStrong(write, read);
  std::vector<uint32_t> firsts = releases(write), lasts = acquires(read);
  if (!why.empty())
    to.push_back({"it does not observe it, since " + why, "8.9.2", 1});
  if (firsts.empty())
    to.push_back({"no release pattern ends with " + graph.names[write] +
                      ": it is not a release, and no release or releasing fence precedes it",
                  "8.8", 1});
  if (lasts.empty())
    to.push_back({graph.events[read].isReduction
                      ? "a reduction does not begin an acquire pattern"
                      : "no acquire pattern begins with " + graph.names[read] +
                            ": it is not an acquire, and no acquire or acquiring fence follows it",
                  graph.events[read].isReduction ? "8.11.1" : "8.8", 1});
  for (uint32_t first : firsts)
    for (uint32_t last : lasts)
      if (std::string reason = notMorallyStrong(first, last); !reason.empty())
        to.push_back({"the release pattern of " + graph.names[first] +
                          " does not synchronize with the acquire pattern of " + graph.names[last] +
                          ", since " + reason,
                      "8.9.4", 1});
}

std::string Reasons::notAcquired(uint32_t write, uint32_t read) const {
  std::string text = graph.names[read] + " uses the tensormap proxy";
  std::vector<uint32_t> releases, acquires;
  for (uint32_t event = 0; event != graph.events.size(); ++event) {
    const MemoryEvent &fence = graph.events[event];
    if (!fence.isOneWayFence())
      continue;
    if (fence.releases() && model.baseCausality.may(write, event))
      releases.push_back(event);
    if (fence.acquires() && model.baseCausality.may(event, read) &&
        acquiresFor(*graph.test, fence, graph.events[read]))
      acquires.push_back(event);
  }
  if (releases.empty())
    return text + ", and no `fence.proxy.tensormap::generic.release` follows " +
           graph.names[write] + " on the way";
  if (acquires.empty())
    return text + ", and no `fence.proxy.tensormap::generic.acquire` of what it reads precedes it "
                  "in its CTA";
  for (uint32_t release : releases)
    for (uint32_t acquire : acquires)
      if (std::string why = notMorallyStrong(release, acquire); !why.empty())
        return text + ", and " + why;
  return text + ", and the release " + graph.names[releases.back()] +
         " is not before the acquire " + graph.names[acquires.front()];
}

std::string Reasons::notPreserved(uint32_t a, uint32_t b) const {
  const MemoryEvent &x = graph.events[a], &y = graph.events[b];
  bool hasAliasFence = false;
  for (uint32_t fence = 0; fence != graph.events.size(); ++fence)
    hasAliasFence |= graph.events[fence].kind == EventKind::AliasFence &&
                     model.baseCausality.may(a, fence) && model.baseCausality.may(fence, b);
  if (!overlaps(*graph.test, x, y) && !hasAliasFence)
    return "they use different virtual addresses, and no `fence.proxy.alias` is between them";
  if (y.proxy == Proxy::TensorMap && x.proxy != y.proxy)
    return notAcquired(a, b);
  for (uint32_t event : {a, b})
    if (Proxy proxy = graph.events[event].proxy; proxy != Proxy::Generic)
      return graph.names[event] + " uses the " + proxyName(proxy).str() +
             " proxy, and no fence of that proxy in its CTA is between them";
  return "";
}
