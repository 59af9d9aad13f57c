// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Encoding.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static Lit valueBit(const EventGraph &graph, uint32_t event, uint64_t byte, unsigned bit) {
  const MemoryEvent &memory = graph.events[event];
  if (memory.kind == EventKind::Init)
    return graph.initialBits(memory.object, byte, 1)[bit];
  return memory.value[8 * (byte - memory.offset) + bit];
}

static void requireExactlyOne(Circuit &circuit, Lit condition, llvm::ArrayRef<Lit> choices) {
  llvm::SmallVector<Lit, 8> some(choices);
  some.push_back(!condition);
  circuit.require(some);
  for (size_t i = 0; i < choices.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      circuit.require({!choices[i], !choices[j]});
}

/// The offsets within `event` at which an access to the object starts or ends.
static std::vector<uint64_t> cutsOf(const EventGraph &graph, const MemoryEvent &event) {
  std::vector<uint64_t> cuts = {event.offset, event.offset + event.bytes};
  for (const MemoryEvent &other : graph.events)
    if (other.kind == EventKind::Write && sharesBytes(event, other))
      for (uint64_t cut : {other.offset, other.offset + other.bytes})
        if (cut > event.offset && cut < event.offset + event.bytes)
          cuts.push_back(cut);
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}

static void encodeReadsFrom(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders) {
  const std::vector<MemoryEvent> &events = graph.events;
  for (uint32_t read = 0; read < events.size(); ++read) {
    if (!events[read].isRead())
      continue;
    std::vector<uint64_t> cuts = cutsOf(graph, events[read]);
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      llvm::SmallVector<Lit, 8> choices;
      for (uint32_t write = 0; write < events.size(); ++write) {
        const MemoryEvent &from = events[write];
        if (!from.isWrite() || from.object != events[read].object || from.offset > cuts[i] ||
            from.offset + from.bytes < cuts[i + 1] || write == events[read].partner)
          continue;
        Lit holds = circuit.fresh();
        choices.push_back(holds);
        circuit.require({!holds, from.executed});
        circuit.require({!holds, events[read].executed});
        for (uint64_t byte = cuts[i]; byte < cuts[i + 1]; ++byte)
          for (unsigned bit = 0; bit < 8; ++bit) {
            Lit written = valueBit(graph, write, byte, bit);
            Lit got = valueBit(graph, read, byte, bit);
            circuit.require({!holds, !written, got});
            circuit.require({!holds, written, !got});
          }
        orders.readsFrom.push_back({write, read, cuts[i], cuts[i + 1], holds});
      }
      requireExactlyOne(circuit, events[read].executed, choices);
    }
  }
}

static void encodeCoherence(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders) {
  const std::vector<MemoryEvent> &events = graph.events;
  const LitmusTest &test = *graph.test;
  Relation &order = orders.coherence;
  for (uint32_t a = 0; a < events.size(); ++a)
    for (uint32_t b = 0; b < events.size(); ++b) {
      if (a == b || !events[a].isWrite() || !events[b].isWrite() ||
          !sharesBytes(events[a], events[b]) || events[b].kind == EventKind::Init)
        continue;
      Lit both = circuit.both(events[a].executed, events[b].executed);
      if (events[a].kind == EventKind::Init) {
        order.set(a, b, both);
      } else if (!isInProgramOrder(events[b], events[a]) || !overlaps(test, events[a], events[b]) ||
                 events[a].proxy != events[b].proxy) {
        Lit holds = circuit.fresh();
        circuit.require({!holds, both});
        order.set(a, b, holds);
      }
    }
  for (uint32_t a = 0; a < events.size(); ++a)
    for (uint32_t b = 0; b < events.size(); ++b) {
      if (!order.may(a, b) && !order.may(b, a))
        continue;
      circuit.require({!order(a, b), !order(b, a)});
      if (a < b && (areMorallyStrong(test, events[a], events[b]) ||
                    areMutuallyAtomic(test, events[a], events[b])))
        circuit.require({!events[a].executed, !events[b].executed, order(a, b), order(b, a)});
      for (uint32_t c = 0; c < events.size(); ++c)
        if (c != a && order.may(a, b) && order.may(b, c) && sharesBytes(events[a], events[c]))
          circuit.require({!order(a, b), !order(b, c), order(a, c)});
    }
}

static void encodeFenceSc(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders) {
  const std::vector<MemoryEvent> &events = graph.events;
  for (uint32_t a = 0; a < events.size(); ++a)
    for (uint32_t b = a + 1; b < events.size(); ++b) {
      if (!events[a].isScFence() || !events[b].isScFence() ||
          !areMorallyStrong(*graph.test, events[a], events[b]))
        continue;
      Lit both = circuit.both(events[a].executed, events[b].executed);
      Lit isFirst = isInProgramOrder(events[a], events[b]) ? trueLit : circuit.fresh();
      orders.fenceSc.set(a, b, circuit.both(both, isFirst));
      orders.fenceSc.set(b, a, circuit.both(both, !isFirst));
    }
  RelationAlgebra(circuit).requireAcyclic(orders.fenceSc, trueLit);
}

void ptx::encodeOrders(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders) {
  encodeReadsFrom(graph, circuit, orders);
  encodeCoherence(graph, circuit, orders);
  encodeFenceSc(graph, circuit, orders);
}

namespace {

class ConditionEncoder {
public:
  ConditionEncoder(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                   FinalMemory &memory, Lit &known)
      : graph(graph), circuit(circuit), orders(orders), memory(memory), known(known) {}

  Lit encode(const LitmusCondition &condition);

private:
  Bits value(const LitmusCondition::Term &term);
  Bits finalMemory(const LitmusCondition::Term &term);

  const EventGraph &graph;
  Circuit &circuit;
  const RuntimeOrders &orders;
  FinalMemory &memory;
  Lit &known;
};

} // namespace

Bits ConditionEncoder::finalMemory(const LitmusCondition::Term &term) {
  const LitmusVariable &variable = graph.test->variables[term.index];
  MemoryEvent read{EventKind::Read};
  read.object = variable.object;
  read.offset = term.number;
  read.bytes = term.bytes;
  std::vector<uint64_t> cuts = cutsOf(graph, read);
  auto [entry, isNew] = memory.try_emplace({read.object, read.offset, read.bytes});
  Bits &result = entry->second;
  if (!isNew)
    return result;
  for (unsigned i = 0; i < 8u * term.bytes; ++i)
    result[i] = circuit.fresh();
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    llvm::SmallVector<Lit, 8> choices;
    for (uint32_t write = 0; write < graph.events.size(); ++write) {
      const MemoryEvent &from = graph.events[write];
      if (!from.isWrite() || from.object != read.object || from.offset > cuts[i] ||
          from.offset + from.bytes < cuts[i + 1])
        continue;
      Lit isLast = circuit.fresh();
      choices.push_back(isLast);
      circuit.require({!isLast, from.executed});
      for (uint32_t later = 0; later < graph.events.size(); ++later)
        if (orders.coherence.may(write, later) && graph.events[later].offset < cuts[i + 1] &&
            cuts[i] < graph.events[later].offset + graph.events[later].bytes)
          circuit.require({!isLast, !orders.coherence(write, later)});
      for (uint64_t byte = cuts[i]; byte < cuts[i + 1]; ++byte)
        for (unsigned bit = 0; bit < 8; ++bit) {
          Lit got = result[8 * (byte - term.number) + bit];
          Lit written = valueBit(graph, write, byte, bit);
          circuit.require({!isLast, !written, got});
          circuit.require({!isLast, written, !got});
        }
    }
    requireExactlyOne(circuit, trueLit, choices);
  }
  return result;
}

Bits ConditionEncoder::value(const LitmusCondition::Term &term) {
  switch (term.kind) {
  case LitmusCondition::Term::Kind::Number:
    return Circuit::number(term.number);
  case LitmusCondition::Term::Kind::Register: {
    const FinalValue &value = graph.registers[term.thread][term.index];
    known = circuit.both(known, value.exists);
    return value.bits;
  }
  case LitmusCondition::Term::Kind::Memory:
    break;
  }
  return finalMemory(term);
}

Lit ConditionEncoder::encode(const LitmusCondition &condition) {
  switch (condition.kind) {
  case LitmusCondition::Kind::True:
    return trueLit;
  case LitmusCondition::Kind::Compare: {
    unsigned width = 8u * std::min(condition.left.bytes, condition.right.bytes);
    return circuit.compute(condition.comparison, width,
                           {value(condition.left), value(condition.right)})[0];
  }
  case LitmusCondition::Kind::Not:
    return !encode(condition.parts.front());
  case LitmusCondition::Kind::And:
  case LitmusCondition::Kind::Or:
    break;
  }
  llvm::SmallVector<Lit, 4> parts;
  for (const LitmusCondition &part : condition.parts)
    parts.push_back(encode(part));
  return condition.kind == LitmusCondition::Kind::And ? circuit.all(parts) : circuit.any(parts);
}

Lit ptx::encodeCondition(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                         const LitmusCondition &condition, FinalMemory &memory, Lit &known) {
  return ConditionEncoder(graph, circuit, orders, memory, known).encode(condition);
}
