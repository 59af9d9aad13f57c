// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Show/ExplainParts.h"

using namespace ptx;
using llvm::StringRef;

/// Adds the reason for an arrow between two events.
static void explainEdge(const Reasons &reasons, const WitnessEdge &edge,
                        std::vector<Explanation> &to) {
  std::string first = reasons.name(edge.from), other = reasons.name(edge.to);
  StringRef section = edgeSection(edge.kind);
  switch (edge.kind) {
  case EdgeKind::ReadsFrom:
    to.push_back(
        {other + " returns " + reasons.value(edge.to) + ", which " + first + " wrote", section});
    return;
  case EdgeKind::FromRead:
    for (const ReadFrom &from : reasons.orders.readsFrom)
      if (from.read == edge.from && reasons.orders.coherence.may(from.write, edge.to)) {
        to.push_back({first + " returns " + reasons.value(edge.from) + ", which precedes " + other,
                      section});
        to.push_back(reasons.coherence(from.write, edge.to));
        to.back().depth = 1;
        return;
      }
    return;
  case EdgeKind::Coherence:
    to.push_back(reasons.coherence(edge.from, edge.to));
    return;
  case EdgeKind::Synchronizes:
    to.push_back({first + " synchronizes with " + other, section});
    reasons.synchronization(edge.from, edge.to, to);
    return;
  case EdgeKind::FenceSc:
    to.push_back(
        {first + " precedes " + other +
             " in Fence-SC order, which relates `fence.sc` that are morally strong, here in "
             "this direction",
         section});
    return;
  case EdgeKind::Barrier:
    to.push_back({first + " synchronizes with " + other + ": they are of one phase of the barrier",
                  section});
    return;
  case EdgeKind::Dependency:
    to.push_back({other + " depends on what " + first +
                      " returns: its value, its address, or whether it happens",
                  section});
    return;
  case EdgeKind::ProgramOrder:
    to.push_back({first + " precedes " + other + " in program order", section});
    return;
  case EdgeKind::Issue:
    to.push_back({first + " precedes " + other + ", which is asynchronous", section});
    return;
  case EdgeKind::Asynchronous:
    to.push_back({first + " precedes " + other + " in the same asynchronous operation", section});
    return;
  case EdgeKind::Atomic:
    to.push_back({first + " and " + other + " are the same atomic operation", section});
    return;
  }
}

/// The contradiction between an axiom and `closing`, the arrow that closes the cycle.
static std::string contradiction(const Reasons &reasons, Axiom axiom, const WitnessEdge &closing) {
  const std::string &from = reasons.graph.names[closing.from];
  const std::string &to = reasons.graph.names[closing.to];
  switch (axiom) {
  case Axiom::Coherence:
    return to + " precedes " + from + " in causality order, so that it has to in coherence order";
  case Axiom::FenceSc:
    return to + " precedes " + from + " in causality order, so that it has to in Fence-SC order";
  case Axiom::SingleCopyAtomicity:
    return from + " and " + to +
           " are morally strong, so that it cannot return some bytes from that and others from a "
           "write before it";
  case Axiom::RmwAtomicity:
    return to + " cannot be between the read and the write of an atomic operation that is morally "
                "strong with it";
  case Axiom::NoThinAir:
    return "a value cannot be the reason of itself";
  case Axiom::ScPerLocation:
    return "communication between morally strong operations cannot contradict program order";
  case Axiom::Causality:
    break;
  }
  return closing.kind == EdgeKind::ReadsFrom
             ? to + " precedes " + from + " in causality order, so that it cannot read from it"
             : to + " precedes " + from +
                   " in causality order, so that this cannot return what precedes that in "
                   "coherence order";
}

void ptx::explainCycle(const Reasons &reasons, Axiom axiom, const Witness &witness,
                       std::vector<Explanation> &to) {
  llvm::ArrayRef<WitnessEdge> path = witness.cycle;
  // The first arrow of a cycle contradicts the path of the others.
  if (!witness.required)
    path = path.drop_front();
  for (const WitnessEdge &edge : path)
    explainEdge(reasons, edge, to);
  uint32_t begin = path.front().from, end = path.back().to;
  const MemoryEvent &first = reasons[begin], &last = reasons[end];
  bool isCausal = axiom == Axiom::Causality || axiom == Axiom::Coherence;
  if (isCausal && last.proxy == Proxy::TensorMap && first.proxy != last.proxy)
    to.push_back({"what precedes the release to the tensormap proxy on this path precedes what "
                  "that proxy reads after the acquire",
                  "9.7.13.4"});
  else if (isCausal && first.isMemory() && last.isMemory() &&
           (first.proxy != Proxy::Generic || last.proxy != Proxy::Generic ||
            !overlaps(*reasons.graph.test, first, last)))
    to.push_back({"the proxies on this path are joined by proxy fences, or are the same in one CTA",
                  "8.9.5"});
  if (witness.required) {
    to.push_back({"the axiom " + axiomName(axiom).str() + " requires that " + reasons.name(begin) +
                      " precedes " + reasons.name(end) +
                      " in coherence order as well; the condition holds only where it does not",
                  axiomSection(axiom)});
    return;
  }
  explainEdge(reasons, witness.cycle.front(), to);
  to.push_back({"the axiom " + axiomName(axiom).str() +
                    " forbids this: " + contradiction(reasons, axiom, witness.cycle.front()),
                axiomSection(axiom)});
}
