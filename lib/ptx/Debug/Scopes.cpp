// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/Scopes.h"

#include "ptx/Tensor/TensorMemory.h"

using namespace ptx;
using namespace ptx::debug;
using execution::ByteMemory;
using execution::Cta;
using execution::Fragment;
using execution::Mbarrier;
using execution::Program;
using execution::Warp;
using execution::warpLanes;

const Lanes &Frame::valuesOf(uint32_t reg, Lanes &room) const {
  // A recursive call keeps the registers of the function that it enters again.
  const execution::Routine &own = machine.program().routines[routine];
  for (size_t i = depth; i < fragment->calls.size(); ++i) {
    const execution::CallFrame &call = fragment->calls[i];
    if (call.suspended && call.routine == routine && reg >= own.firstRegister &&
        reg - own.firstRegister < call.suspended->registers.size())
      return room = call.suspended->registers[reg - own.firstRegister];
  }
  return warp->registers[reg];
}

std::vector<Frame> debug::framesOf(const MachineView &machine, const Warp &warp,
                                   const Fragment &fragment) {
  std::vector<Frame> frames;
  uint32_t pc = fragment.pc;
  for (size_t depth = fragment.calls.size();; --depth) {
    uint32_t routine = depth ? fragment.calls[depth - 1].routine : machine.program().entry;
    frames.push_back({machine, &warp, &fragment, depth, pc, routine});
    if (!depth)
      return frames;
    pc = fragment.calls[depth - 1].returnTo - 1;
  }
}

/// A variable with these parts.
static Item groupOf(std::string name, std::string value, std::vector<Item> parts) {
  Item group{std::move(name), std::move(value), "", parts.size()};
  group.parts = [parts = std::move(parts)](uint64_t first, uint64_t count) {
    uint64_t begin = std::min<uint64_t>(first, parts.size());
    uint64_t end = begin + std::min<uint64_t>(count, parts.size() - begin);
    return std::vector<Item>(parts.begin() + static_cast<long>(begin),
                             parts.begin() + static_cast<long>(end));
  };
  return group;
}

Item debug::itemOf(std::string name, const Place &place) {
  constexpr uint64_t mostShown = 8;
  uint64_t count = place.bytes / place.elementBytes();
  Item variable{std::move(name), "", ("." + info(place.type).name).str()};
  variable.address = place.address;
  for (uint64_t i = 0; i != std::min(count, mostShown); ++i)
    variable.value += (i ? " " : "") + valueText(place.type, place.element(i));
  if (count > mostShown)
    variable.value += " ...";
  if (count < 2)
    return variable;
  variable.type += " [" + std::to_string(count) + "]";
  variable.indexed = count;
  variable.parts = [place, count](uint64_t first, uint64_t wanted) {
    std::vector<Item> parts;
    for (uint64_t i = std::min(first, count); i != count && parts.size() < wanted; ++i) {
      Item part{"[" + std::to_string(i) + "]", valueText(place.type, place.element(i)),
                ("." + info(place.type).name).str()};
      part.address = place.address ? place.address + i * place.elementBytes() : 0;
      parts.push_back(std::move(part));
    }
    return parts;
  };
  return variable;
}

Item debug::itemOfLanes(std::string name, TypeId type, const Lanes &values, LaneMask lanes) {
  Item variable{std::move(name), valuesText(type, values, lanes), ("." + info(type).name).str()};
  variable.indexed = warpLanes;
  variable.parts = [type, values](uint64_t first, uint64_t count) {
    std::vector<Item> parts;
    for (uint64_t lane = first; lane < warpLanes && parts.size() < count; ++lane)
      parts.push_back({"[" + std::to_string(lane) + "]",
                       valueText(type, values[static_cast<unsigned>(lane)]),
                       ("." + info(type).name).str()});
    return parts;
  };
  return variable;
}

static Item registersOf(const Frame &frame) {
  const Program &program = frame.machine.program();
  const execution::Routine &routine = program.routines[frame.routine];
  std::vector<uint32_t> registers;
  for (uint32_t reg = routine.firstRegister; reg != routine.endRegister; ++reg)
    if (reg < program.registerNames.size() && !program.registerNames[reg].text.empty())
      registers.push_back(reg);
  Item group{"Registers", "", "", registers.size()};
  group.parts = [frame, registers](uint64_t first, uint64_t count) {
    std::vector<Item> parts;
    for (uint64_t i = first; i < registers.size() && parts.size() < count; ++i) {
      const auto &name = frame.machine.program().registerNames[registers[i]];
      Lanes room;
      parts.push_back(
          itemOfLanes(name.text, name.type, frame.valuesOf(registers[i], room), frame.lanes()));
    }
    return parts;
  };
  return group;
}

static Item specialRegistersOf(const Frame &frame) {
  std::vector<Item> parts;
  for (const char *name : {"%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%cluster_ctarank",
                           "%cluster_nctarank", "%laneid", "%warpid", "%nwarpid"}) {
    std::optional<SpecialRegister> reg = findSpecialRegister(name);
    if (!reg)
      continue;
    const SpecialRegisterInfo &record = info(*reg);
    unsigned components = record.components > 1 ? 3 : 1;
    for (unsigned c = 0; c != components; ++c) {
      Lanes values;
      values.spread();
      for (unsigned lane = 0; lane != warpLanes; ++lane)
        values.set(lane, frame.machine.special(*frame.warp, *reg, c, lane));
      std::string text = name;
      if (components > 1)
        text += std::string(".") + "xyz"[c];
      parts.push_back(itemOfLanes(std::move(text), record.type, values, frame.lanes()));
    }
  }
  return groupOf("Special registers", "", std::move(parts));
}

/// Parameters or local variables, as the first lane reads them.
static Place placeIn(const Frame &frame, const execution::NamedPlace &named) {
  const Program &program = frame.machine.program();
  unsigned lane = execution::firstLane(frame.lanes() | LaneMask(1) << (warpLanes - 1));
  const Warp *warp = frame.warp;
  Place place{named.type, named.bytes};
  bool isEntry = named.routine == program.entry;
  uint64_t first = named.first;
  if (named.space == StateSpace::Param && isEntry)
    place.load = [&program, first](uint64_t offset, unsigned bytes) {
      return program.parameters.load(first + offset, bytes);
    };
  else if (named.space == StateSpace::Param)
    place.load = [warp, lane, first](uint64_t offset, unsigned bytes) {
      return lane < warp->params.size() ? warp->params[lane].load(first + offset, bytes)
                                        : Value::unknown(0);
    };
  else
    place.load = [warp, lane, at = first + warp->localStarts[lane]](uint64_t offset,
                                                                    unsigned bytes) {
      return lane < warp->local.size() ? warp->local[lane].load(at + offset, bytes)
                                       : Value::unknown(0);
    };
  return place;
}

static Item namedPlacesOf(const Frame &frame, StateSpace space, std::string name) {
  std::vector<Item> parts;
  for (const execution::NamedPlace &named : frame.machine.program().namedPlaces)
    if (named.space == space && named.routine == frame.routine)
      parts.push_back(itemOf(named.name, placeIn(frame, named)));
  return groupOf(std::move(name), "", std::move(parts));
}

static Place sharedPlace(const Frame &frame, const execution::SharedVariable &variable) {
  Place place{variable.type, variable.bytes, sharedAddress(frame.cta(), variable.first)};
  const Cta *cta = &frame.cta();
  place.load = [cta, first = variable.first](uint64_t offset, unsigned bytes) {
    return cta->memory.load(first + offset, bytes);
  };
  return place;
}

static Item sharedMemoryOf(const Frame &frame) {
  std::vector<Item> parts;
  for (const execution::SharedVariable &variable : frame.machine.program().shared)
    parts.push_back(itemOf(variable.name, sharedPlace(frame, variable)));
  return groupOf("Shared memory", "", std::move(parts));
}

/// The mbarrier object at `at` in shared memory.
static Item mbarrierOf(const Frame &frame, uint64_t at, const execution::Mbarrier &object) {
  uint32_t phase = object.phase - object.firstPhase;
  uint64_t waiting = 0;
  for (const auto &warp : frame.machine.warps())
    for (const auto &fragment : warp->fragments)
      if (fragment->state == Fragment::State::AtMbarrier && fragment->object == at &&
          fragment->cta == frame.cta().rank)
        waiting += static_cast<uint64_t>(llvm::popcount(fragment->mask));
  auto number = [](const char *name, int64_t value) {
    return Item{name, std::to_string(value), ""};
  };
  std::string text = "phase " + std::to_string(phase) + ", " + std::to_string(object.pending) +
                     " of " + std::to_string(object.expected) + " arrivals pending";
  if (object.transactions)
    text += ", " + std::to_string(object.transactions) + " bytes pending";
  return groupOf(frame.machine.program().nameOfShared(at), std::move(text),
                 {number("phase", phase), number("parity", phase & 1),
                  number("expected arrivals", object.expected),
                  number("pending arrivals", object.pending),
                  number("pending bytes", object.transactions),
                  number("waiting threads", static_cast<int64_t>(waiting))});
}

static Item mbarriersOf(const Frame &frame) {
  std::vector<Item> parts;
  for (const auto &[at, object] : frame.cta().mbarriers)
    if (object.isValid)
      parts.push_back(mbarrierOf(frame, at, object));
  return groupOf("mbarrier objects", "", std::move(parts));
}

/// Tensor memory: for each allocation its lanes, and for each lane its columns.
static Item tensorMemoryOf(const Frame &frame) {
  std::vector<Item> parts;
  for (const execution::TensorAllocation &allocation : frame.cta().allocations) {
    uint32_t column = allocation.column, columns = allocation.count;
    Item block{"columns " + std::to_string(column) + " to " + std::to_string(column + columns - 1),
               "", ".b32 [128][" + std::to_string(columns) + "]", 0, tensorMemoryLanes};
    block.parts = [frame, column, columns](uint64_t first, uint64_t count) {
      std::vector<Item> rows;
      for (uint64_t lane = first; lane < tensorMemoryLanes && rows.size() < count; ++lane) {
        Place place{TypeId::b32, columns * 4ull};
        place.load = [frame, column, lane](uint64_t offset, unsigned) {
          return frame.machine.tensorCell(frame.cta(), static_cast<unsigned>(lane),
                                          column + static_cast<unsigned>(offset / 4));
        };
        rows.push_back(itemOf("[" + std::to_string(lane) + "]", place));
      }
      return rows;
    };
    parts.push_back(std::move(block));
  }
  return groupOf("Tensor memory", "", std::move(parts));
}

static Place arrayPlace(const Frame &frame, const execution::GlobalMemory::Object &object) {
  Place place{object.initial->element, object.bytes.size(), object.base};
  place.load = [machine = frame.machine, base = object.base](uint64_t offset, unsigned bytes) {
    return machine.global().load(base + offset, bytes, Value::unknown(0));
  };
  return place;
}

static Item arraysOf(const Frame &frame) {
  std::vector<Item> parts;
  for (const auto &object : frame.machine.global().all())
    if (object.isBounded())
      parts.push_back(itemOf(object.name, arrayPlace(frame, object)));
  return groupOf("Arrays", "", std::move(parts));
}

std::vector<Item> debug::scopesOf(const Frame &frame) {
  std::vector<Item> scopes;
  auto add = [&](Item scope) {
    if (scope.hasParts())
      scopes.push_back(std::move(scope));
  };
  add(registersOf(frame));
  add(specialRegistersOf(frame));
  add(namedPlacesOf(frame, StateSpace::Param, "Parameters"));
  add(namedPlacesOf(frame, StateSpace::Local, "Local variables"));
  add(sharedMemoryOf(frame));
  add(mbarriersOf(frame));
  add(tensorMemoryOf(frame));
  add(arraysOf(frame));
  return scopes;
}

/// The shared variable with a name. `_ZZ1kE4tile` of a C++ source is also called `tile`, if no
/// other variable is. Null if there is none.
static const execution::SharedVariable *findShared(const Program &program, llvm::StringRef name) {
  std::string local = "E" + std::to_string(name.size()) + name.str();
  const execution::SharedVariable *found = nullptr;
  bool isOnly = true;
  for (const execution::SharedVariable &variable : program.shared) {
    if (variable.name == name)
      return &variable;
    llvm::StringRef mangled = variable.name;
    if (!mangled.starts_with("_ZZ") || !mangled.ends_with(local))
      continue;
    isOnly = !found;
    found = &variable;
  }
  return isOnly ? found : nullptr;
}

std::optional<Item> debug::findMbarrier(const Frame &frame, llvm::StringRef name) {
  const execution::SharedVariable *variable = findShared(frame.machine.program(), name);
  if (!variable || variable->bytes != 8)
    return std::nullopt;
  auto found = frame.cta().mbarriers.find(variable->first);
  if (found == frame.cta().mbarriers.end() || !found->second.isValid)
    return std::nullopt;
  return mbarrierOf(frame, found->first, found->second);
}

std::optional<Place> debug::findPlace(const Frame &frame, llvm::StringRef name) {
  const Program &program = frame.machine.program();
  const execution::SharedVariable *variable = findShared(program, name);
  if (variable && variable->name == name)
    return sharedPlace(frame, *variable);
  // The array of a parameter rather than its address.
  if (const auto *object = findArray(frame.machine, name))
    return arrayPlace(frame, *object);
  for (const execution::NamedPlace &named : program.namedPlaces)
    if (named.routine == frame.routine && named.name == name)
      return placeIn(frame, named);
  // Only a name of the source, which is also that of no array.
  return variable ? std::optional(sharedPlace(frame, *variable)) : std::nullopt;
}
