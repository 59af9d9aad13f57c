// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/ValueText.h"

#include "ptx/Execution/Data/Arrays.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::debug;
namespace window = ptx::execution::window;

std::string debug::valueText(TypeId type, Value value) {
  if (!value.known)
    return "?";
  const TypeInfo &record = info(type);
  uint64_t bits = record.width && record.width < 64 ? execution::truncate(value.bits, record.width)
                                                    : value.bits;
  constexpr uint64_t mostDecimal = 0xFFFF;
  if (record.kind == TypeKind::Predicate)
    return bits & 1 ? "true" : "false";
  constexpr unsigned known = 64;
  if (record.width > known)
    return "low half 0x" + llvm::utohexstr(bits, true);
  if ((record.kind == TypeKind::Bits && bits > mostDecimal) || record.lanes > 1)
    return "0x" + llvm::utohexstr(bits, true);
  return execution::elementText(type, bits);
}

std::string debug::valuesText(TypeId type, const Lanes &values, LaneMask lanes) {
  llvm::SmallVector<Value, execution::warpLanes> list;
  execution::forEachLane(lanes, [&](unsigned lane) { list.push_back(values[lane]); });
  if (list.empty())
    return "";
  bool isUniform = true, isSequence = info(type).kind != TypeKind::Float;
  for (size_t i = 0; i != list.size(); ++i) {
    isUniform &= list[i].known == list[0].known && (!list[i].known || list[i].bits == list[0].bits);
    isSequence &= list[i].known;
    if (i > 1)
      isSequence &= list[i].bits - list[i - 1].bits == list[1].bits - list[0].bits;
  }
  std::string first = valueText(type, list[0]);
  if (isUniform)
    return first;
  constexpr size_t shortest = 5; // sequence with a gap
  if (isSequence && list.size() >= shortest)
    return first + " " + valueText(type, list[1]) + " " + valueText(type, list[2]) + " .. " +
           valueText(type, list.back());
  for (Value value : llvm::ArrayRef(list).drop_front())
    first += " " + valueText(type, value);
  return first;
}

std::string debug::lanesText(LaneMask lanes) {
  std::string text;
  for (unsigned lane = 0; lane != execution::warpLanes; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    unsigned last = lane;
    while (last + 1 != execution::warpLanes && lanes >> (last + 1) & 1)
      ++last;
    text += " " + std::to_string(lane);
    if (last != lane)
      text += "-" + std::to_string(last);
    lane = last;
  }
  return (llvm::popcount(lanes) == 1 ? "lane" : "lanes") + text;
}

std::string debug::warpText(const MachineView &machine, const execution::Warp &warp) {
  return "CTA " + machine.launch().ctaText(machine.ctaOf(warp).id) + " warp " +
         std::to_string(warp.number);
}

std::string debug::memoryText(const MachineView &machine, uint64_t address) {
  uint64_t base = address & ~(window::size - 1);
  if (base == window::shared)
    return machine.program().nameOfShared(address & ((1u << window::rankShift) - 1));
  return machine.global().nameOf(address);
}

const execution::GlobalMemory::Object *debug::findArray(const MachineView &machine,
                                                        llvm::StringRef name) {
  const auto &places = machine.program().pointerPlaces;
  for (const auto &object : machine.global().all()) {
    auto place = places.find(object.base);
    std::string number = place != places.end() ? place->second
                         : object.base >= window::global
                             ? std::to_string((object.base - window::global) / window::globalStride)
                             : "";
    if (object.isBounded() && !name.empty() && (object.name == name || number == name))
      return &object;
  }
  return nullptr;
}

unsigned debug::elementBytes(TypeId type) { return std::max(1u, info(type).width / 8u); }

uint64_t debug::sharedAddress(const execution::Cta &cta, uint64_t offset) {
  return window::shared | uint64_t(cta.rank) << window::rankShift | offset;
}
