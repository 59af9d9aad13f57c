// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_FINDINGS_H
#define PTX_EXECUTION_FINDINGS_H

#include "ptx/Execution/Program.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace ptx::execution {

/// The faults of a launch; each is a rule of the catalogue.
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
  GlobalBounds,
  Trap,
};

/// A fault that an execution showed.
struct Finding {
  Fault fault;
  uint32_t pc;
  std::string text;
  /// Other locations that are involved, each with a description.
  std::vector<std::pair<uint32_t, std::string>> notes;
  /// Whether it depends on assumptions about unknown values.
  bool isPossible = false;
  /// Whether the manual forbids it although it is known to work on hardware.
  bool isTolerated = false;
};

/// The findings of all executions of a launch, each location once.
class Findings {
public:
  /// Adds a finding. A certain finding replaces the same possible one.
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
  /// Whether there is a finding that depends on no assumption.
  bool anyCertain() const {
    return llvm::any_of(
        list, [](const Finding &finding) { return !finding.isPossible && !finding.isTolerated; });
  }
  /// Adds the findings under other assumptions, as possible ones.
  void addPossible(const Findings &others) {
    for (Finding finding : others.list)
      if (!has(finding.fault, finding.pc)) {
        finding.isPossible = true;
        add(std::move(finding));
      }
  }
  /// Marks the findings that do not occur under other assumptions as possible. Hangs are compared
  /// regardless of their location, since only one is reported.
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
