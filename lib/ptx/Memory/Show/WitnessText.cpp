// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Witness.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;

StringRef ptx::edgeName(EdgeKind kind) {
  constexpr llvm::StringLiteral names[] = {"po",  "issue", "async", "rf",  "co", "fr",
                                           "rmw", "sync",  "sc",    "bar", "dep"};
  return names[static_cast<unsigned>(kind)];
}

StringRef ptx::edgeWords(EdgeKind kind) {
  constexpr llvm::StringLiteral words[] = {"precedes in program order",
                                           "precedes what is asynchronous",
                                           "precedes, as part of the same asynchronous operation,",
                                           "is read by",
                                           "precedes in coherence order",
                                           "reads a write that precedes in coherence order",
                                           "is the read of the same atomic operation as",
                                           "synchronizes with",
                                           "precedes in Fence-SC order",
                                           "synchronizes, at a barrier, with",
                                           "is what a dependency leads from to"};
  return words[static_cast<unsigned>(kind)];
}

StringRef ptx::edgeSection(EdgeKind kind) {
  constexpr llvm::StringLiteral sections[] = {"8.9.1", "8.9.1.1", "8.9.1.1", "8.9.7",
                                              "8.9.6", "8.9.7",   "8.10.3",  "8.9.4",
                                              "8.9.3", "8.9.4",   "8.10.4"};
  return sections[static_cast<unsigned>(kind)];
}

/// Whether operations on mbarrier objects access the memory of `event`.
static bool isMbarrier(const EventGraph &graph, const MemoryEvent &event) {
  return llvm::any_of(graph.events, [&](const MemoryEvent &other) {
    bool isOperation = other.step && (other.step->isMbarrierInit ||
                                      (other.step->kind == LitmusStep::Kind::Atomic &&
                                       other.step->operation >= Operation::MbarrierArrive));
    return isOperation && other.object == event.object && other.offset == event.offset;
  });
}

static std::string mbarrierText(uint64_t state) {
  auto part = [&](unsigned first, unsigned width) {
    return std::to_string(state >> first & ((uint64_t(1) << width) - 1));
  };
  // Bytes can be complete before they are expected.
  constexpr unsigned width = MbarrierState::bytesWidth;
  int64_t bytes = llvm::SignExtend64<width>(state >> MbarrierState::bytes);
  std::string text = "phase " + part(MbarrierState::phase, 1) + ", " +
                     part(MbarrierState::pending, MbarrierState::countWidth) + " pending";
  return bytes ? text + ", " + std::to_string(bytes) + " bytes" : text;
}

std::string ptx::eventValue(const EventGraph &graph, uint32_t event) {
  const MemoryEvent &memory = graph.events[event];
  if (!memory.isMemory())
    return "";
  const LitmusVariable &variable = graph.test->variables[memory.variable];
  std::string place = variable.name;
  if (variable.bytes > variable.elementBytes)
    place += "+" + std::to_string(memory.offset);
  Bits bits = memory.kind == EventKind::Init
                  ? graph.initialBits(memory.object, 0, std::min(memory.bytes, 8u))
                  : memory.value;
  uint64_t value = 0;
  for (unsigned i = 0; i < 64; ++i)
    value |= uint64_t(bits[i].isTrue()) << i;
  return (memory.isRead() ? "R " : "W ") + place + " = " +
         (isMbarrier(graph, memory) ? mbarrierText(value) : std::to_string(value));
}

std::string ptx::eventText(const EventGraph &graph, uint32_t event) {
  const MemoryEvent &memory = graph.events[event];
  if (memory.step)
    return memory.step->text;
  return graph.test->variables[memory.object].isUninitialized
             ? "initial value, which is unknown and taken as 0 (manual 8.2.6)"
             : "initial value";
}

std::string ptx::partText(const EventGraph &graph, uint32_t event) {
  const MemoryEvent &memory = graph.events[event];
  const MemoryEvent &before = graph.events[event ? event - 1 : 0];
  bool isFirst = !memory.asynchronous || before.thread != memory.thread ||
                 before.asynchronous != memory.asynchronous || before.pass != memory.pass;
  if (isFirst)
    return eventText(graph, event);
  if (memory.isCompletion())
    return "its completion of " + std::to_string(memory.step->operands[0].number) + " bytes";
  StringRef what = memory.kind == EventKind::ProxyFence ? "its fence of the "
                   : memory.isRead()                    ? "its read by the "
                                                        : "its write by the ";
  return (what + proxyName(memory.proxy) + " proxy").str();
}
