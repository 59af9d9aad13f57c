// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_FINDINGS_H
#define PTX_EXECUTION_FINDINGS_H

#include "ptx/Execution/Program.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace ptx::execution {

/// What can be wrong with a launch; each is a rule of the catalogue.
enum class Fault : uint8_t {
  Hang,
  Race,
  MissingProxyFence,
  ReadDuringCopy,
  OverwriteDuringUse,
  PendingAtExit,
  OvertakenPhase,
  ExcessArrivals,
  LeftoverTransactions,
  UnorderedMbarrier,
  MbarrierFence,
  MisplacedArrival,
  UninitializedShared,
  GlobalRace,
  BarrierCounts,
  DivergentInstruction,
  UnorderedPeer,
  RegisterPool,
  TensorMemory,
  TensorLanes,
  SharedBounds,
  PendingRegisters,
};

/// A fault that an execution showed.
struct Finding {
  Fault fault;
  uint32_t pc;
  std::string text;
  /// Other places that take part, and what happens there.
  std::vector<std::pair<uint32_t, std::string>> notes;
  /// What was assumed of unknown values before.
  bool isPossible = false;
  /// The manual forbids it, and hardware is known to bear it.
  bool isTolerated = false;
};

/// The findings of all executions of a launch, each place once.
class Findings {
public:
  /// A finding that is certain replaces the same one that is possible.
  void add(Finding finding) {
    uint32_t other = placeOfOther(finding);
    if (finding.isPossible && seen.contains({finding.fault, finding.pc, other, false}))
      return;
    if (!seen.insert({finding.fault, finding.pc, other, finding.isPossible}).second)
      return;
    if (!finding.isPossible && seen.erase({finding.fault, finding.pc, other, true}))
      llvm::erase_if(list, [&](const Finding &known) {
        return known.isPossible && known.fault == finding.fault && known.pc == finding.pc &&
               placeOfOther(known) == other;
      });
    list.push_back(std::move(finding));
  }
  bool has(Fault fault) const {
    return llvm::any_of(list, [&](const Finding &finding) { return finding.fault == fault; });
  }
  bool has(Fault fault, uint32_t pc) const {
    auto first = seen.lower_bound({fault, pc, 0, false});
    return first != seen.end() && std::get<0>(*first) == fault && std::get<1>(*first) == pc;
  }
  const std::vector<Finding> &all() const { return list; }
  /// Whether there is any of which nothing was assumed.
  bool anyCertain() const {
    return llvm::any_of(
        list, [](const Finding &finding) { return !finding.isPossible && !finding.isTolerated; });
  }
  /// Adds what other assumptions show.
  void addPossible(const Findings &others) {
    for (Finding finding : others.list)
      if (!has(finding.fault, finding.pc)) {
        finding.isPossible = true;
        add(std::move(finding));
      }
  }
  /// What other assumptions do not show is only possible. Who waits forever is told at one place.
  void compare(const Findings &others) {
    for (Finding &finding : list)
      finding.isPossible |= finding.fault == Fault::Hang ? !others.has(Fault::Hang)
                                                         : !others.has(finding.fault, finding.pc);
  }

private:
  static uint32_t placeOfOther(const Finding &finding) {
    return finding.notes.empty() ? Operation::none : finding.notes.front().first;
  }

  std::set<std::tuple<Fault, uint32_t, uint32_t, bool>> seen;
  std::vector<Finding> list;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_FINDINGS_H
