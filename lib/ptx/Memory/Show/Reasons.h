// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SHOW_REASONS_H
#define PTX_MEMORY_SHOW_REASONS_H

#include "ptx/Memory/Show/Explain.h"

namespace ptx {

/// Explains relations between the events of one execution.
class Reasons {
public:
  /// `orders` must outlive the object.
  Reasons(const Execution &execution, const RuntimeOrders &orders)
      : graph(execution.graph), orders(orders), circuit(nullptr), model(graph, circuit, orders) {}

  const EventGraph &graph;
  const RuntimeOrders &orders;
  Circuit circuit;
  MemoryModel model;

  const MemoryEvent &operator[](uint32_t event) const { return graph.events[event]; }
  /// The event in explanations: T1.2 `st.weak x, 1`.
  std::string name(uint32_t event) const;
  /// The value that is read or written: x = 1.
  std::string value(uint32_t event) const;
  const std::string &thread(uint32_t event) const {
    return graph.test->threads[graph.events[event].thread].name;
  }

  /// The reason why two operations of different threads are not morally strong (manual 8.7); empty
  /// if they are.
  std::string notMorallyStrong(uint32_t a, uint32_t b) const;
  /// The reason why `write` precedes `later` in coherence order.
  Explanation coherence(uint32_t write, uint32_t later) const;
  /// Adds the reasons why the first operation of a release pattern synchronizes with the last
  /// operation of an acquire pattern.
  void synchronization(uint32_t first, uint32_t last, std::vector<Explanation> &to) const;
  /// Adds the reasons why the threads do not synchronize although `read` returns the value of
  /// `write` of another thread; none if they do.
  void missingSynchronization(uint32_t write, uint32_t read, std::vector<Explanation> &to) const;
  /// The reason, their proxies, why two operations are in base causality order but not in causality
  /// order. (Manual 8.9.5)
  std::string notPreserved(uint32_t a, uint32_t b) const;

private:
  /// The reason why a releasing and an acquiring fence of the tensormap proxy do not order a write
  /// before a read through that proxy. (Manual 9.7.13.4)
  std::string notAcquired(uint32_t write, uint32_t read) const;
  /// The first operations of the release patterns that end in `write`, and the last operations of
  /// the acquire patterns that start with `read`.
  std::vector<uint32_t> releases(uint32_t write) const;
  std::vector<uint32_t> acquires(uint32_t read) const;
};

} // namespace ptx

#endif // PTX_MEMORY_SHOW_REASONS_H
