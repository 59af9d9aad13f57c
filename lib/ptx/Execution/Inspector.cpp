// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Inspector.h"

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

const Program &MachineView::program() const { return machine.program; }
const CompleteLaunch &MachineView::launch() const { return machine.launch; }
llvm::ArrayRef<Cta> MachineView::ctas() const { return machine.ctas; }
llvm::ArrayRef<std::unique_ptr<Warp>> MachineView::warps() const { return machine.warps; }
const GlobalMemory &MachineView::global() const { return machine.global; }
const Findings &MachineView::findings() const { return machine.findings; }
const std::map<std::string, uint32_t> &MachineView::notFollowed() const { return machine.skipped; }

Value MachineView::special(const Warp &warp, SpecialRegister reg, unsigned component,
                           unsigned lane) const {
  Slot slot;
  slot.kind = Slot::Kind::Special;
  slot.index = static_cast<uint32_t>(reg);
  slot.component = static_cast<uint8_t>(component);
  return machine.special(warp, slot, lane);
}

Value MachineView::load(const Warp &warp, unsigned lane, uint64_t address, unsigned bytes) const {
  Operation generic; // whose addresses have no state space
  Machine::Place place = machine.placeOf(generic, Value::number(address));
  Value nothing = Value::unknown(0);
  using Space = Machine::Place::Space;
  switch (place.space) {
  case Space::Shared:
    return place.cta ? place.cta->memory.load(place.offset, bytes) : nothing;
  case Space::Local: {
    const ByteMemory *memory = warp.localMemory(lane, place.offset);
    return memory ? memory->load(place.offset, bytes) : nothing;
  }
  case Space::Param:
    return lane < warp.params.size() ? warp.params[lane].load(place.offset, bytes)
                                     : machine.program.parameters.load(place.offset, bytes);
  default:
    return machine.global.load(place.offset, bytes, nothing);
  }
}

Value MachineView::tensorCell(const Cta &cta, unsigned lane, unsigned column) const {
  return machine.loadCell(cta, lane, column);
}

std::string MachineView::waitText(const Warp &warp, const Fragment &fragment) const {
  using State = Fragment::State;
  if (fragment.state == State::Ready || fragment.state == State::Done)
    return "";
  if (fragment.state == State::Parked)
    return "the other lanes of the warp";
  return machine.waitText(warp, fragment);
}

bool Machine::inspect(Warp &warp, Fragment &fragment, Step &taken) {
  MachineView view(*this);
  if (!inspector->before(view, warp, fragment))
    return false;
  uint32_t pc = fragment.pc;
  LaneMask lanes = fragment.mask;
  const Operation &op = program.operations[pc];
  // The statement can change its own guard.
  bool isGuarded = op.view && op.guard != Operation::none;
  Lanes guard = isGuarded ? warp.registers[op.guard] : Lanes();
  taken = step(warp, fragment);
  // Lanes that waited at the statement can have executed it as well.
  if (taken == Step::Next)
    lanes |= fragment.mask;
  if (isGuarded)
    forEachLane(lanes, [&](unsigned lane) {
      Value value = guard[lane];
      if (value.known && ((value.bits & 1) != 0) == op.guardNegated)
        lanes &= ~(LaneMask(1) << lane);
    });
  // A barrier that is complete has moved the lanes on.
  bool waits = taken == Step::Waits && fragment.pc == pc;
  return inspector->after(view, {warp, fragment, pc, lanes, waits});
}
