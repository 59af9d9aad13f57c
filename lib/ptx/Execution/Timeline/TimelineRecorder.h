// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_TIMELINE_TIMELINERECORDER_H
#define PTX_EXECUTION_TIMELINE_TIMELINERECORDER_H

#include "ptx/Execution/Findings.h"
#include "ptx/Execution/MachineState.h"

#include <compare>

namespace ptx::execution {

/// The owner of a bar of a timeline, or the object that the bar is about.
struct TimelineRow {
  enum class Kind : uint8_t { None, Warp, Engine, Object, Barrier, Cluster };
  Kind kind = Kind::None;
  uint32_t cta = 0;
  /// The warp in its CTA, the `AsyncWork::Kind` of an engine, the shared address of an mbarrier
  /// object, or the number of a barrier.
  uint64_t number = 0;

  auto operator<=>(const TimelineRow &) const = default;
};

/// An interval of a timeline.
struct TimelineBar {
  enum class Kind : uint8_t { Wait, Phase, Work, Arrival, Issue, Fence, Init, Witness };
  static constexpr uint32_t open = ~0u;

  TimelineRow row;
  Kind kind = Kind::Wait;
  uint32_t pc = Operation::none;
  LaneMask lanes = 0;
  uint32_t begin = 0, end = 0; ///< the first and last moment; `open`: it never ends
  TimelineRow about;           ///< the object of a wait or an arrival
  uint32_t number = 0;         ///< the phase, or the use of a barrier
  bool isMarked = false;       ///< it is involved in the finding
  /// The bars that end before this one, by causality order.
  llvm::SmallVector<uint32_t, 2> after;
};

/// Records the actions of synchronizing instructions and engines in an execution. A moment is as
/// late as causality order requires, regardless of the schedule: warps with the same actions have
/// the same bars.
class TimelineRecorder {
public:
  using Kind = TimelineBar::Kind;
  static constexpr uint32_t none = ~0u;

  /// `fault` and `pc` are those of the finding to mark.
  TimelineRecorder(uint32_t ctas, uint32_t warpsOfCta, std::optional<Fault> fault, uint32_t pc)
      : warpsOfCta(warpsOfCta), fault(fault), pcOfFault(pc), warps(size_t(ctas) * warpsOfCta) {}

  /// Lanes of a warp execute an instruction, the `step`th of the execution. The next calls are
  /// about these lanes.
  void execute(const Warp &warp, LaneMask lanes, uint32_t pc, uint64_t step);
  /// The lanes perform an action at a separate moment.
  uint32_t note(Kind kind, TimelineRow about = {}, uint32_t number = 0);
  void initialize(const TimelineRow &object);
  void arrive(const TimelineRow &object, uint32_t number);
  /// The lanes begin to wait, or try again.
  void block(const TimelineRow &about, uint32_t number);
  /// The lanes have waited for phase `number`.
  void pass(const TimelineRow &about, uint32_t number);
  /// The same for a barrier, whose lanes continue when others arrive.
  void pass(const Warp &warp, LaneMask lanes, const TimelineRow &barrier, uint32_t number);
  /// All arrivals and copies of a phase are complete.
  void complete(const TimelineRow &object, uint32_t number);

  /// The lanes start an asynchronous operation.
  void begin(uint32_t work, AsyncWork::Kind kind);
  /// It completes on an mbarrier object.
  void contribute(uint32_t work, const TimelineRow &object);
  /// The operation of a bar arrives at an mbarrier object.
  void contributeBar(uint32_t bar, const TimelineRow &object) {
    objects[object].contributions.push_back(bar);
  }
  /// The operations that have not completed.
  const std::vector<uint32_t> &openWorks() const { return pending; }
  /// The lanes have waited for it.
  void cover(uint32_t work);

  bool wants(Fault found, uint32_t pc) const {
    return !isShown && fault == found && pc == pcOfFault;
  }
  /// Marks the finding at the lanes that execute its instruction, or at the last bar of the
  /// instruction, of the warp `by` if given.
  void showFinding(const Warp *by = nullptr);
  /// Marks the earlier part of the finding: an action of a warp at its own time, or an operation.
  void showOther(const Warp &warp, LaneMask lanes, uint32_t time, uint32_t work, uint32_t pc);
  /// The lanes wait forever.
  void showStuck(const Warp &warp, LaneMask lanes, uint32_t pc);
  /// Shows the phases that never complete although a thread waits for them.
  void showOpenPhases();

  /// The bars that are kept: the first ones, and those before the end or the finding.
  const std::vector<TimelineBar> &firstBars() const { return head; }
  const std::deque<TimelineBar> &lastBars() const { return tail; }
  /// By the numbers of `TimelineBar::after`; null if it is not kept.
  const TimelineBar *find(uint32_t id) const;

private:
  static constexpr size_t mostFirst = 2000, mostLast = 6000, mostAfterFinding = 2000;

  struct WarpState {
    std::array<uint32_t, warpLanes> now{};
    std::vector<uint32_t> waits; ///< the open ones
    uint32_t last = none;        ///< the last bar, of step `lastStep`
    uint64_t lastStep = 0;
    /// Times of the warp, each with its moment.
    std::deque<std::pair<uint32_t, uint32_t>> times;
  };
  struct ObjectState {
    uint32_t since = 0;
    std::vector<uint32_t> contributions;
    struct Completion {
      uint32_t number, bar, end;
    };
    std::deque<Completion> completions;
  };

  uint32_t add(TimelineBar bar);
  TimelineBar *edit(uint32_t id) { return const_cast<TimelineBar *>(find(id)); }
  static TimelineRow rowOf(const Warp &warp) {
    return {TimelineRow::Kind::Warp, warp.cta, warp.number};
  }
  WarpState &stateOf(const Warp &warp) {
    return warps[size_t(warp.cta) * warpsOfCta + warp.number];
  }
  static uint32_t latest(const WarpState &state, LaneMask lanes);
  static void advance(WarpState &state, LaneMask lanes, uint32_t moment);
  uint32_t openWait(const Warp &warp, LaneMask lanes, uint32_t pc, const TimelineRow &about,
                    uint32_t number);
  void closeWaits(WarpState &state, LaneMask lanes, uint32_t moment);
  bool isFull() const { return isShown && added > shownAt + mostAfterFinding; }

  const uint32_t warpsOfCta;
  const std::optional<Fault> fault;
  const uint32_t pcOfFault;
  std::vector<WarpState> warps;
  std::map<TimelineRow, ObjectState> objects;
  llvm::DenseMap<uint32_t, uint32_t> barOfWork;
  std::vector<uint32_t> pending;
  std::vector<TimelineBar> head;
  std::deque<TimelineBar> tail;
  size_t added = 0, shownAt = 0;
  bool isShown = false;
  // The lanes of the current instruction.
  const Warp *warp = nullptr;
  LaneMask lanes = 0;
  uint32_t pc = 0;
  uint64_t step = 0;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_TIMELINE_TIMELINERECORDER_H
