// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_MEMORYMODEL_H
#define PTX_MEMORY_MODEL_MEMORYMODEL_H

#include "ptx/Memory/Model/Events.h"
#include "ptx/Memory/Model/Relation.h"

// The relations and axioms of the memory consistency model (manual 8), over the events of a test.

namespace ptx {

/// Whether two memory operations access a common byte, through any addresses.
bool sharesBytes(const MemoryEvent &a, const MemoryEvent &b);
/// Whether two memory operations overlap: they access a common byte through the same virtual
/// address. (Manual 8.2.1)
bool overlaps(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b);
/// Whether two memory operations overlap and access the same bytes. (Manual 8.2.1)
bool overlapsCompletely(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b);
/// Whether `fence` acquires all bytes that `access` accesses through the proxy of the fence in the
/// same CTA. (Manual 9.7.13.4)
bool acquiresFor(const LitmusTest &test, const MemoryEvent &fence, const MemoryEvent &access);
/// Whether two threads are in one CTA.
bool isSameCta(const LitmusTest &test, uint32_t a, uint32_t b);
/// Whether the scope of `event` includes the thread. (Manual 8.5)
bool includes(const LitmusTest &test, const MemoryEvent &event, uint32_t thread);
/// Whether `a` precedes `b` in program order, if both happen. (Manual 8.9.1)
bool isInProgramOrder(const MemoryEvent &a, const MemoryEvent &b);
/// Whether `b` belongs to an asynchronous instruction that `a` precedes, if both happen. (Manual
/// 8.9.1.1)
bool precedesIssue(const MemoryEvent &a, const MemoryEvent &b);
/// Whether two operations are morally strong relative to each other. (Manual 8.7)
bool areMorallyStrong(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b);
/// Whether `a` and `b` belong to atomic operations of which one is performed completely before the
/// other, though they need not overlap completely. (Manual 8.7.2)
bool areMutuallyAtomic(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b);
/// Whether two operations conflict. (Manual 8.7.1)
bool conflict(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b);

/// A write from which a read gets some bytes.
struct ReadFrom {
  uint32_t write;
  uint32_t read;
  uint64_t begin, end; ///< the bytes of the object
  Lit holds;
};

/// The relations that are determined at runtime.
struct RuntimeOrders {
  std::vector<ReadFrom> readsFrom;
  Relation coherence;    ///< manual 8.9.6
  Relation fenceSc;      ///< manual 8.9.3
  Relation barrierPairs; ///< arrivals and waits of one phase of a barrier
  explicit RuntimeOrders(unsigned count) : coherence(count), fenceSc(count), barrierPairs(count) {}
};

/// The relations of an execution.
class MemoryModel {
public:
  MemoryModel(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders);

  /// Manual 8.9.1
  Relation programOrder;
  /// From the operations before an asynchronous instruction to the operations that it performs.
  /// (Manual 8.9.1.1)
  Relation issueOrder;
  /// A write and a read that returns one of its bytes.
  Relation readsFrom;
  /// A read and a write that follows, in coherence order, the write that it reads from. (Manual
  /// 8.9.7)
  Relation fromRead;
  /// A symmetric relation of operations. (Manual 8.7)
  Relation morallyStrong;
  /// Manual 8.9.2
  Relation observation;
  /// The first operation of a release pattern and its write; the read of an acquire pattern and its
  /// last operation. (Manual 8.8)
  Relation releasePattern, acquirePattern;
  /// `patternSync`: by release and acquire patterns, including patterns of one-way proxy fences.
  /// `synchronizes`: by patterns and barriers, except such fences and fences of only
  /// initializations. (Manual 8.9.4)
  Relation patternSync, synchronizes;
  /// Manual 8.9.5
  Relation baseCausality;
  Relation proxyPreserved;
  Relation causality;
  /// Manual 8.9.7
  Relation communication;

private:
  Relation makeProgramOrder() const;
  Relation makeIssueOrder() const;
  Relation makeReadsFrom();
  Relation makeFromRead();
  Relation makeMorallyStrong() const;
  Relation makeObservation();
  Relation makeReleasePattern();
  Relation makeAcquirePattern();
  Relation makeSynchronizes();
  Relation makeBaseCausality();
  Relation makeProxyPreserved();
  Relation makeGenericJoin(bool enters);
  Relation makeAcquired(const Relation &enter);
  Relation makeInitialized();
  Relation makeCompletion();
  Relation makeCommunication();
  /// The condition that both events happen.
  Lit pair(unsigned a, unsigned b);

  const LitmusTest &test;
  const std::vector<MemoryEvent> &events;
  Circuit &circuit;
  RelationAlgebra algebra;
  const RuntimeOrders &orders;
};

/// The axioms. (Manual 8.10)
enum class Axiom : uint8_t {
  Coherence,
  FenceSc,
  SingleCopyAtomicity,
  RmwAtomicity,
  NoThinAir,
  ScPerLocation,
  Causality,
};
inline constexpr unsigned numAxioms = 7;
llvm::StringRef axiomName(Axiom axiom);
llvm::StringRef axiomSection(Axiom axiom);

/// The relation that must be acyclic by the axiom No Thin Air. (Manual 8.10.4)
Relation thinAirOrder(const EventGraph &graph, const MemoryModel &model, Circuit &circuit);
/// The relation that must be acyclic by the axiom Sequential Consistency Per Location: program
/// order and communication between morally strong operations. (Manual 8.10.5)
Relation locationOrder(const EventGraph &graph, const MemoryModel &model, Circuit &circuit);

/// Requires the axiom Causality for each read whose literal in `selectors`, indexed by event,
/// holds. (Manual 8.10.6)
void requireCausality(const MemoryModel &model, Circuit &circuit, llvm::ArrayRef<Lit> selectors);

/// Requires `axiom` if `selector` holds.
void requireAxiom(Axiom axiom, const EventGraph &graph, const MemoryModel &model,
                  const RuntimeOrders &orders, Circuit &circuit, Lit selector);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_MEMORYMODEL_H
