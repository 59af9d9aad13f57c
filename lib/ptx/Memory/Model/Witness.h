// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_WITNESS_H
#define PTX_MEMORY_MODEL_WITNESS_H

#include "ptx/Memory/Checker.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Why an operation precedes another.
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
/// As pictures and JSON call it: `rf`.
llvm::StringRef edgeName(EdgeKind kind);
/// In words, such as "is read by", and the section of the manual.
llvm::StringRef edgeWords(EdgeKind kind);
llvm::StringRef edgeSection(EdgeKind kind);

/// An arrow between two events of an execution.
struct WitnessEdge {
  uint32_t from;
  uint32_t to;
  EdgeKind kind;

  friend bool operator==(const WitnessEdge &, const WitnessEdge &) = default;
};

/// An execution as it is shown.
struct Witness {
  const Execution *execution;
  /// What happens, in the order of the threads; initial writes only if something reads them.
  std::vector<uint32_t> events;
  /// The arrows between neighbours in program order, and all of the others that are not implied.
  std::vector<WitnessEdge> edges;
  /// What an axiom forbids: each arrow begins where the one before ends. Empty if the execution is
  /// allowed.
  std::vector<WitnessEdge> cycle;
  /// An arrow that the axiom requires and the execution lacks; the arrows of `cycle` are then why.
  std::optional<WitnessEdge> required = std::nullopt;
};

/// The orders of an allowed execution without what nothing requires of coherence order, since a
/// solver can order writes that are in a data-race.
RuntimeOrders neededOrders(const Execution &execution);

/// `violated`: the axiom that the execution violates, if any.
Witness makeWitness(const Execution &execution, std::optional<Axiom> violated);

/// The value of an event, and what it does: `st.weak x, 1 -> x = 1`.
std::string eventText(const EventGraph &graph, uint32_t event);
/// What part of its instruction an event is, if that is asynchronous and the event is not the first
/// of it: `its write by the async proxy`. Otherwise as `eventText`.
std::string partText(const EventGraph &graph, uint32_t event);
std::string eventValue(const EventGraph &graph, uint32_t event);

struct Explanation;

/// The result of a test, in words, as JSON, and as a picture.
void printLitmusText(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result);
void printLitmusJson(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result,
                     llvm::ArrayRef<Explanation> explanation = {});
void printLitmusSvg(llvm::raw_ostream &os, const LitmusTest &test, const LitmusResult &result);
/// The data-races of a test, in words. (Manual 8.7.1)
void printRaces(llvm::raw_ostream &os, const LitmusTest &test, llvm::ArrayRef<DataRace> races);
void printRacesJson(llvm::raw_ostream &os, const LitmusTest &test, llvm::ArrayRef<DataRace> races);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_WITNESS_H
