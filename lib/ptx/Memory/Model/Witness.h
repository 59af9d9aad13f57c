// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_WITNESS_H
#define PTX_MEMORY_MODEL_WITNESS_H

#include "ptx/Memory/Checker.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The reason why an operation precedes another.
enum class EdgeKind : uint8_t {
  ProgramOrder,
  Issue,
  Asynchronous,
  ReadsFrom,
  Coherence,
  FromRead,
  Atomic, ///< from the read of an atomic operation to its write
  Synchronizes,
  FenceSc,
  Barrier,
  Dependency,
};
/// The name in pictures and JSON, such as `rf`.
llvm::StringRef edgeName(EdgeKind kind);
/// The phrase in text, such as "is read by", and the section of the manual.
llvm::StringRef edgeWords(EdgeKind kind);
llvm::StringRef edgeSection(EdgeKind kind);

/// An arrow between two events of an execution.
struct WitnessEdge {
  uint32_t from;
  uint32_t to;
  EdgeKind kind;

  friend bool operator==(const WitnessEdge &, const WitnessEdge &) = default;
};

/// An execution prepared for output.
struct Witness {
  const Execution *execution;
  /// The events that happen, in the order of the threads. Initial writes are included only if they
  /// are read.
  std::vector<uint32_t> events;
  /// The arrows between neighbours in program order, and all other arrows that are not implied.
  std::vector<WitnessEdge> edges;
  /// The cycle that an axiom forbids: each arrow starts where the previous one ends. Empty if the
  /// execution is allowed.
  std::vector<WitnessEdge> cycle;
  /// An arrow that the axiom requires and the execution lacks. The arrows of `cycle` are then the
  /// reason.
  std::optional<WitnessEdge> required = std::nullopt;
};

/// The orders of an allowed execution, without the pairs of coherence order that are not required.
/// A solver can order writes that are in a data race.
RuntimeOrders neededOrders(const Execution &execution);

/// `violated`: the axiom that the execution violates, if any.
Witness makeWitness(const Execution &execution, std::optional<Axiom> violated);

/// An event and its value: `st.weak x, 1 -> x = 1`.
std::string eventText(const EventGraph &graph, uint32_t event);
/// The part of its instruction that an event is, such as `its write by the async proxy`, if the
/// instruction is asynchronous and the event is not its first. Otherwise the same as `eventText`.
std::string partText(const EventGraph &graph, uint32_t event);
std::string eventValue(const EventGraph &graph, uint32_t event);

struct Explanation;

/// Prints the result of a test as text, as JSON, and as a picture.
void printLitmusText(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result);
void printLitmusJson(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result,
                     llvm::ArrayRef<Explanation> explanation = {});
void printLitmusSvg(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result);
/// Prints the data races of a test. (Manual 8.7.1)
void printRaces(llvm::raw_ostream &os, const LitmusTest &test, llvm::ArrayRef<DataRace> races);
void printRacesJson(llvm::raw_ostream &os, const LitmusTest &test, llvm::ArrayRef<DataRace> races);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_WITNESS_H
