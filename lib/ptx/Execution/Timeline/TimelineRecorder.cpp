// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Timeline/TimelineRecorder.h"

using namespace ptx;
using namespace ptx::execution;

uint32_t TimelineRecorder::add(TimelineBar bar) {
  if (isFull())
    return none;
  if (head.size() < mostFirst) {
    head.push_back(std::move(bar));
  } else {
    tail.push_back(std::move(bar));
    if (tail.size() > mostLast)
      tail.pop_front();
  }
  return static_cast<uint32_t>(added++);
}

const TimelineBar *TimelineRecorder::find(uint32_t id) const {
  if (id < head.size())
    return &head[id];
  size_t firstLast = added - tail.size();
  return id != none && id >= firstLast && id < added ? &tail[id - firstLast] : nullptr;
}

uint32_t TimelineRecorder::latest(const WarpState &state, LaneMask lanes) {
  uint32_t moment = 0;
  forEachLane(lanes, [&](unsigned lane) { moment = std::max(moment, state.now[lane]); });
  return moment;
}

void TimelineRecorder::advance(WarpState &state, LaneMask lanes, uint32_t moment) {
  forEachLane(lanes, [&](unsigned lane) { state.now[lane] = std::max(state.now[lane], moment); });
}

void TimelineRecorder::execute(const Warp &warp, LaneMask lanes, uint32_t pc, uint64_t step) {
  this->warp = &warp;
  this->lanes = lanes;
  this->pc = pc;
  this->step = step;
}

/// Lanes that execute another instruction have stopped waiting.
void TimelineRecorder::closeWaits(WarpState &state, LaneMask lanes, uint32_t moment) {
  llvm::erase_if(state.waits, [&](uint32_t id) {
    TimelineBar *bar = edit(id);
    if (bar && !(bar->lanes & lanes))
      return false;
    if (bar)
      bar->end = std::max(bar->begin, moment);
    return true;
  });
}

uint32_t TimelineRecorder::note(Kind kind, TimelineRow about, uint32_t number) {
  WarpState &state = stateOf(*warp);
  // Each lane of an instruction performs the same action.
  if (const TimelineBar *last = find(state.last); last && state.lastStep == step &&
                                                  last->kind == kind && last->pc == pc &&
                                                  last->about == about && last->number == number)
    return state.last;
  uint32_t moment = latest(state, lanes) + 1;
  closeWaits(state, lanes, moment - 1);
  TimelineBar bar;
  bar.row = rowOf(*warp);
  bar.kind = kind;
  bar.pc = pc;
  bar.lanes = lanes;
  bar.begin = bar.end = moment;
  bar.about = about;
  bar.number = number;
  advance(state, lanes, moment);
  constexpr size_t mostTimes = 4096;
  state.times.emplace_back(warp->time, moment);
  if (state.times.size() > mostTimes)
    state.times.pop_front();
  state.lastStep = step;
  return state.last = add(std::move(bar));
}

void TimelineRecorder::initialize(const TimelineRow &object) {
  uint32_t id = note(Kind::Init, object);
  objects[object] = ObjectState();
  if (const TimelineBar *bar = find(id))
    objects[object].since = bar->end;
}

void TimelineRecorder::arrive(const TimelineRow &object, uint32_t number) {
  uint32_t id = note(Kind::Arrival, object, number);
  std::vector<uint32_t> &contributions = objects[object].contributions;
  if (contributions.empty() || contributions.back() != id)
    contributions.push_back(id);
}

uint32_t TimelineRecorder::openWait(const Warp &warp, LaneMask lanes, uint32_t pc,
                                    const TimelineRow &about, uint32_t number) {
  WarpState &state = stateOf(warp);
  for (uint32_t id : state.waits)
    if (TimelineBar *bar = edit(id);
        bar && bar->lanes & lanes && bar->about == about && bar->number == number) {
      bar->lanes |= lanes;
      return id;
    }
  uint32_t moment = latest(state, lanes) + 1;
  closeWaits(state, lanes, moment - 1);
  TimelineBar bar;
  bar.row = rowOf(warp);
  bar.kind = Kind::Wait;
  bar.pc = pc;
  bar.lanes = lanes;
  bar.begin = moment;
  bar.end = TimelineBar::open;
  bar.about = about;
  bar.number = number;
  advance(state, lanes, moment);
  uint32_t id = add(std::move(bar));
  if (id != none)
    state.waits.push_back(id);
  return id;
}

void TimelineRecorder::block(const TimelineRow &about, uint32_t number) {
  uint32_t id = openWait(*warp, lanes, pc, about, number);
  // A wait at a barrier is an arrival as well.
  if (about.kind == TimelineRow::Kind::Barrier)
    objects[about].contributions.push_back(id);
}

void TimelineRecorder::pass(const TimelineRow &about, uint32_t number) {
  pass(*warp, lanes, about, number);
}

void TimelineRecorder::pass(const Warp &warp, LaneMask lanes, const TimelineRow &about,
                            uint32_t number) {
  uint32_t id = openWait(warp, lanes, pc, about, number);
  TimelineBar *bar = edit(id);
  if (!bar)
    return;
  uint32_t moment = bar->begin;
  for (const ObjectState::Completion &completion : objects[about].completions)
    if (completion.number == number) {
      moment = std::max(moment, completion.end);
      if (completion.bar != none)
        bar->after.push_back(completion.bar);
    }
  bar->end = moment;
  WarpState &state = stateOf(warp);
  advance(state, lanes, moment);
  llvm::erase_if(state.waits, [&](uint32_t other) { return other == id; });
}

void TimelineRecorder::complete(const TimelineRow &object, uint32_t number) {
  ObjectState &state = objects[object];
  uint32_t moment = state.since;
  for (uint32_t id : state.contributions)
    if (const TimelineBar *bar = find(id))
      moment = std::max(moment, bar->end == TimelineBar::open ? bar->begin : bar->end);
  ++moment;
  uint32_t id = none;
  if (object.kind == TimelineRow::Kind::Object) {
    TimelineBar bar;
    bar.row = object;
    bar.kind = Kind::Phase;
    bar.begin = state.since + 1;
    bar.end = moment;
    bar.number = number;
    for (uint32_t contribution : state.contributions)
      if (TimelineBar *by = edit(contribution)) {
        if (by->kind == Kind::Work)
          by->end = moment;
        bar.after.push_back(contribution);
      }
    id = add(std::move(bar));
  }
  state.completions.push_back({number, id, moment});
  constexpr size_t mostCompletions = 8;
  if (state.completions.size() > mostCompletions)
    state.completions.pop_front();
  state.contributions.clear();
  state.since = moment;
}

void TimelineRecorder::begin(uint32_t work, AsyncWork::Kind kind) {
  uint32_t issue = note(Kind::Issue);
  const TimelineBar *from = find(issue);
  if (!from)
    return;
  TimelineBar bar;
  bar.row = {TimelineRow::Kind::Engine, warp->cta, static_cast<uint64_t>(kind)};
  bar.kind = Kind::Work;
  bar.pc = pc;
  bar.lanes = lanes;
  bar.begin = from->end + 1;
  bar.end = TimelineBar::open;
  bar.after.push_back(issue);
  uint32_t id = add(std::move(bar));
  if (id == none)
    return;
  barOfWork[work] = id;
  pending.push_back(work);
}

void TimelineRecorder::contribute(uint32_t work, const TimelineRow &object) {
  auto found = barOfWork.find(work);
  if (found == barOfWork.end())
    return;
  objects[object].contributions.push_back(found->second);
  llvm::erase_if(pending, [&](uint32_t other) { return other == work; });
}

void TimelineRecorder::cover(uint32_t work) {
  uint32_t wait = note(Kind::Wait);
  if (TimelineBar *bar = edit(wait))
    if (TimelineBar *done = edit(barOfWork.lookup(work))) {
      bar->begin = bar->end = std::max(bar->end, done->begin + 1);
      done->end = bar->end;
      advance(stateOf(*warp), lanes, bar->end);
      bar->after.push_back(barOfWork.lookup(work));
    }
  llvm::erase_if(pending, [&](uint32_t other) { return other == work; });
}

void TimelineRecorder::showFinding(const Warp *by) {
  isShown = true;
  shownAt = added;
  // For a hang, the waiting threads are marked.
  bool isHang =
      fault == Fault::Hang || fault == Fault::RegisterPool || fault == Fault::DivergentInstruction;
  if (isHang && llvm::any_of(warps, [](const WarpState &state) { return !state.waits.empty(); }))
    return;
  if (!by && warp && pc == pcOfFault) {
    if (TimelineBar *bar = edit(note(Kind::Witness)))
      bar->isMarked = true;
    return;
  }
  for (size_t id = added; id-- > 0;)
    if (TimelineBar *bar = edit(static_cast<uint32_t>(id));
        bar && bar->pc == pcOfFault && (!by || bar->row == rowOf(*by))) {
      bar->isMarked = true;
      return;
    }
}

void TimelineRecorder::showOther(const Warp &by, LaneMask lanes, uint32_t time, uint32_t work,
                                 uint32_t pc) {
  if (work != unresolved) {
    if (auto found = barOfWork.find(work); found != barOfWork.end())
      if (TimelineBar *bar = edit(found->second))
        bar->isMarked = true;
    return;
  }
  TimelineBar bar;
  bar.row = rowOf(by);
  bar.kind = Kind::Witness;
  bar.pc = pc;
  bar.lanes = lanes;
  bar.isMarked = true;
  // An action at a time of the warp follows all its actions with earlier times.
  for (auto [of, moment] : stateOf(by).times)
    if (of < time)
      bar.begin = moment;
  bar.begin += 1;
  bar.end = bar.begin;
  add(std::move(bar));
}

void TimelineRecorder::showStuck(const Warp &warp, LaneMask lanes, uint32_t pc) {
  WarpState &state = stateOf(warp);
  bool isWaiting = false;
  for (uint32_t id : state.waits)
    if (TimelineBar *bar = edit(id); bar && bar->lanes & lanes)
      isWaiting = bar->isMarked = true;
  if (isWaiting)
    return;
  if (TimelineBar *bar = edit(openWait(warp, lanes, pc, {}, 0)))
    bar->isMarked = true;
}

void TimelineRecorder::showOpenPhases() {
  std::map<TimelineRow, uint32_t> awaited;
  for (const WarpState &state : warps)
    for (uint32_t id : state.waits)
      if (const TimelineBar *bar = find(id);
          bar && bar->isMarked && bar->about.kind == TimelineRow::Kind::Object)
        awaited[bar->about] = bar->number;
  for (const auto &[object, number] : awaited) {
    const ObjectState &state = objects[object];
    TimelineBar bar;
    bar.row = object;
    bar.kind = Kind::Phase;
    bar.begin = state.since + 1;
    bar.end = TimelineBar::open;
    bar.number = number;
    bar.isMarked = true;
    bar.after.append(state.contributions.begin(), state.contributions.end());
    add(std::move(bar));
  }
}
