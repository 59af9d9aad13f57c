// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SHOW_REASONS_H
#define PTX_MEMORY_SHOW_REASONS_H

#include "ptx/Memory/Show/Explain.h"

namespace ptx {

/// Says why things are as they are in one execution.
class Reasons {
public:
  /// `orders` has to outlive it.
  Reasons(const Execution &execution, const RuntimeOrders &orders)
      : graph(execution.graph), orders(orders), circuit(nullptr), model(graph, circuit, orders) {}

  const EventGraph &graph;
  const RuntimeOrders &orders;
  Circuit circuit;
  MemoryModel model;

  const MemoryEvent &operator[](uint32_t event) const { return graph.events[event]; }
  /// The event as texts call it: T1.2 `st.weak x, 1`.
  std::string name(uint32_t event) const;
  /// What a read returns or a write writes: x = 1.
  std::string value(uint32_t event) const;
  const std::string &thread(uint32_t event) const {
    return graph.test->threads[graph.events[event].thread].name;
  }

  /// Why two operations of different threads are not morally strong (manual 8.7); empty if they
  /// are.
  std::string notMorallyStrong(uint32_t a, uint32_t b) const;
  /// Why `write` precedes `later` in coherence order.
  Explanation coherence(uint32_t write, uint32_t later) const;
  /// Why the first operation of a release pattern synchronizes with the last of an acquire pattern.
  void synchronization(uint32_t first, uint32_t last, std::vector<Explanation> &to) const;
  /// Why a read that returns what another thread wrote does not make the threads synchronize;
  /// nothing if it does.
  void missingSynchronization(uint32_t write, uint32_t read, std::vector<Explanation> &to) const;
  /// Of two operations related in base causality order, why causality order does not relate them:
  /// their proxies. (Manual 8.9.5)
  std::string notPreserved(uint32_t a, uint32_t b) const;

private:
  /// Why a fence that releases to the tensormap proxy and one that acquires do not order a write
  /// before a read by that proxy. (Manual 9.7.13.4)
  std::string notAcquired(uint32_t write, uint32_t read) const;
  /// The release patterns that end in `write`, by their first operations, or the acquire patterns
  /// that begin with `read`, by their last ones.
  std::vector<uint32_t> releases(uint32_t write) const;
  std::vector<uint32_t> acquires(uint32_t read) const;
};

} // namespace ptx

#endif // PTX_MEMORY_SHOW_REASONS_H
