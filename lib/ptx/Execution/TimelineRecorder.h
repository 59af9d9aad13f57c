// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_TIMELINERECORDER_H
#define PTX_EXECUTION_TIMELINERECORDER_H

#include "ptx/Execution/Findings.h"
#include "ptx/Execution/MachineState.h"

#include <compare>

namespace ptx::execution {

/// What a bar of a timeline belongs to, or is about.
struct TimelineRow {
  enum class Kind : uint8_t { None, Warp, Engine, Object, Barrier, Cluster };
  Kind kind = Kind::None;
  uint32_t cta = 0;
  /// The warp in its CTA, the `AsyncWork::Kind` of an engine, the shared address of an mbarrier
  /// object, or the number of a barrier.
  uint64_t number = 0;

  auto operator<=>(const TimelineRow &) const = default;
};

/// Something that takes place between two moments.
struct TimelineBar {
  enum class Kind : uint8_t { Wait, Phase, Work, Arrival, Issue, Fence, Init, Witness };
  static constexpr uint32_t open = ~0u;

  TimelineRow row;
  Kind kind = Kind::Wait;
  uint32_t pc = Operation::none;
  LaneMask lanes = 0;
  uint32_t begin = 0, end = 0; ///< the first and last moment; `open`: it never ends
  TimelineRow about;           ///< what a wait or an arrival is for
  uint32_t number = 0;         ///< the phase, or the use of a barrier
  bool isMarked = false;       ///< it takes part in the finding
  /// The bars whose ends come before its end.
  llvm::SmallVector<uint32_t, 2> after;
};

/// Records what the synchronizing instructions and engines of an execution do. A moment is as late
/// as causality order requires, whatever the schedule: warps that do the same have the same bars.
class TimelineRecorder {
public:
  using Kind = TimelineBar::Kind;
  static constexpr uint32_t none = ~0u;

  /// `fault` and `pc` are those of the finding to mark.
  TimelineRecorder(uint32_t ctas, uint32_t warpsOfCta, std::optional<Fault> fault, uint32_t pc)
      : warpsOfCta(warpsOfCta), fault(fault), pcOfFault(pc), warps(size_t(ctas) * warpsOfCta) {}

  /// Lanes of a warp execute an instruction, the `step`th of the execution; what follows is about
  /// them. `time` is that of the warp.
  void execute(const Warp &warp, LaneMask lanes, uint32_t pc, uint64_t step);
  /// The lanes do something at a moment of its own.
  uint32_t note(Kind kind, TimelineRow about = {}, uint32_t number = 0);
  void initialize(const TimelineRow &object);
  void arrive(const TimelineRow &object, uint32_t number);
  /// The lanes begin to wait, or try again.
  void block(const TimelineRow &about, uint32_t number);
  /// The lanes have waited for phase `number`.
  void pass(const TimelineRow &about, uint32_t number);
  /// The same of a barrier, whose lanes go on when others arrive.
  void pass(const Warp &warp, LaneMask lanes, const TimelineRow &barrier, uint32_t number);
  /// All arrivals and copies have come.
  void complete(const TimelineRow &object, uint32_t number);

  /// The lanes start an asynchronous operation.
  void begin(uint32_t work, AsyncWork::Kind kind);
  /// It completes on an mbarrier object.
  void contribute(uint32_t work, const TimelineRow &object);
  /// What a bar represents arrives at an mbarrier object.
  void contributeBar(uint32_t bar, const TimelineRow &object) {
    objects[object].contributions.push_back(bar);
  }
  /// Those that have not completed.
  const std::vector<uint32_t> &openWorks() const { return pending; }
  /// The lanes have waited for it.
  void cover(uint32_t work);

  bool wants(Fault found, uint32_t pc) const {
    return !isShown && fault == found && pc == pcOfFault;
  }
  /// The finding shows itself: by lanes that execute its instruction, or by the last bar of it, of
  /// `by` if it is given.
  void showFinding(const Warp *by = nullptr);
  /// What the finding is about was done by a warp at a time of its own, or by an operation.
  void showOther(const Warp &warp, LaneMask lanes, uint32_t time, uint32_t work, uint32_t pc);
  /// The lanes wait forever.
  void showStuck(const Warp &warp, LaneMask lanes, uint32_t pc);
  /// The phases that somebody waits for forever.
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
    std::vector<uint32_t> waits; ///< open ones
    uint32_t last = none;        ///< bar, of step `lastStep`
    uint64_t lastStep = 0;
    /// The moments at which its own time was so late.
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
  // What executes now.
  const Warp *warp = nullptr;
  LaneMask lanes = 0;
  uint32_t pc = 0;
  uint64_t step = 0;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_TIMELINERECORDER_H
