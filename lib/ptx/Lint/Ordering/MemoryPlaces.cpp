// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Ordering/MemoryPlaces.h"

#include "ptx/Analysis/OperandViews.h"

using namespace ptx;

/// A register, with or without a constant.
static std::optional<MemoryPlace> placeByRegister(BodyLintContext &context, ExprId address) {
  MemoryPlace place;
  place.offset = 0;
  if (context.unit[address].kind == ExprKind::Offset) {
    std::optional<Constant> offset = context.scope.constant(context.unit[address].rhs());
    if (!offset || !offset->isInteger() || !KnownValue::isDistance(offset->asSigned()))
      return std::nullopt;
    place.offset = offset->asSigned();
    address = context.unit[address].lhs();
  }
  if (context.unit[address].kind != ExprKind::Name)
    return std::nullopt;
  place.reg = context.registers().find(address);
  return place.reg == Registers::none ? std::nullopt : std::optional(place);
}

std::optional<MemoryPlace> ptx::findPlace(BodyLintContext &context, InstId inst, ExprId address) {
  if (!address)
    return std::nullopt;
  KnownValue value = context.values().operand(inst, address);
  if (value.object == AddressWindow::SharedCluster || value.window == AddressWindow::Encoded)
    return std::nullopt;
  if (!value.symbol)
    return placeByRegister(context, address);
  return MemoryPlace{.symbol = value.ref,
                     .loaded = value.loaded,
                     .loadOffset = value.loadOffset,
                     .offset = value.offset};
}

uint64_t MemoryPlaces::add(const std::optional<MemoryPlace> &place, uint64_t bytes) {
  if (!place)
    return 0;
  auto found = llvm::find_if(regions, [&](const Region &region) {
    return region.place.hasBaseOf(*place) && region.place.offset == place->offset &&
           region.bytes == bytes;
  });
  auto number = static_cast<unsigned>(found - regions.begin());
  if (number >= 64)
    return 0;
  uint64_t bit = uint64_t(1) << number;
  if (found == regions.end()) {
    regions.push_back({*place, bytes});
    if (place->reg != Registers::none)
      byRegister[place->reg] |= bit;
  }
  return bit;
}

uint64_t MemoryPlaces::overlapping(const std::optional<MemoryPlace> &place, uint64_t bytes) const {
  uint64_t bits = 0;
  for (auto [i, region] : llvm::enumerate(regions))
    if (place && region.place.hasBaseOf(*place) && place->offset && region.place.offset &&
        *place->offset - *region.place.offset < static_cast<int64_t>(region.bytes) &&
        *region.place.offset - *place->offset < static_cast<int64_t>(bytes))
      bits |= uint64_t(1) << i;
  return bits;
}

uint64_t MemoryPlaces::covering(const MemoryPlace &place, uint64_t bytes) const {
  uint64_t bits = 0;
  for (auto [i, region] : llvm::enumerate(regions))
    if (region.place.hasBaseOf(place) && place.offset && region.place.offset &&
        *region.place.offset <= *place.offset &&
        *place.offset + static_cast<int64_t>(bytes) <=
            *region.place.offset + static_cast<int64_t>(region.bytes))
      bits |= uint64_t(1) << i;
  return bits;
}

uint64_t MemoryPlaces::withBaseOf(const std::optional<MemoryPlace> &place) const {
  uint64_t bits = 0;
  for (auto [i, region] : llvm::enumerate(regions))
    if (place && region.place.hasBaseOf(*place))
      bits |= uint64_t(1) << i;
  return bits;
}

uint64_t MemoryPlaces::forgottenBy(BodyLintContext &context, InstId inst) const {
  uint64_t bits = 0;
  if (!byRegister.empty())
    for (const RegisterAccess &access : context.accesses()[inst])
      if (access.kind != AccessKind::Read)
        bits |= byRegister.lookup(access.reg);
  return bits;
}

SureThreads::SureThreads(BodyLintContext &context) : context(context) {
  context.accesses(); // numbers all registers that are used
  elected.resize(context.registers().size());
  llvm::BitVector other(context.registers().size());
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    bool elects = signature && signature->view.form->action == Action::ElectInWarp;
    for (const RegisterAccess &access : context.accesses()[InstId{i}])
      if (access.kind != AccessKind::Read && access.reg < elected.size())
        (elects && access.kind == AccessKind::Written ? elected : other).set(access.reg);
  }
  elected.reset(other);
}

bool SureThreads::run(InstId inst) {
  const Instruction &instruction = context.unit[inst];
  if (instruction.guard == GuardKind::None)
    return true;
  uint32_t guard = context.registers().ofGuard(inst);
  return instruction.guard == GuardKind::Plain && guard < elected.size() && elected.test(guard);
}

/// An `st` that certainly runs; else null.
static const InstrView *findCertainStore(BodyLintContext &context, InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  bool isStore = signature && signature->view.form->instructionId == InstructionId::st &&
                 context.unit[inst].guard == GuardKind::None;
  return isStore ? &signature->view : nullptr;
}

/// The address to which an `st` writes.
static ExprId addressOfStore(BodyLintContext &context, InstId inst) {
  return view::Store::of(context.checked, inst)->a();
}

std::optional<MemoryPlace> ptx::findSharedWrite(BodyLintContext &context, InstId inst) {
  const InstrView *view = findCertainStore(context, inst);
  if (!view)
    return std::nullopt;
  std::optional<MemoryPlace> place = findPlace(context, inst, addressOfStore(context, inst));
  const Symbol *symbol = place ? context.scope.symbol(place->symbol) : nullptr;
  bool isShared = view->has(Modifier::shared) || view->has(Modifier::shared_cta) ||
                  (symbol && !place->loaded && symbol->space == StateSpace::Shared);
  return isShared ? place : std::nullopt;
}

/// The value of the address in each thread, if it is an offset from the base of `place`.
static const ThreadValue *offsetsOf(BodyLintContext &context, InstId inst, ExprId address,
                                    const MemoryPlace &place) {
  if (!place.symbol || !context.isEntry() || !context.threadSets().isExactlyRun(inst))
    return nullptr;
  const ThreadValue &value = context.threadValues().operand(inst, address);
  bool isKnown = value.kind == ThreadValue::Known && value.base == place.symbol &&
                 value.loaded == place.loaded;
  return isKnown ? &value : nullptr;
}

uint64_t ptx::addByThreads(BodyLintContext &context, MemoryPlaces &places, InstId inst,
                           ExprId address, const std::optional<MemoryPlace> &place,
                           uint64_t bytes) {
  if (!place || place->offset)
    return places.add(place, bytes);
  const ThreadValue *value = offsetsOf(context, inst, address, *place);
  if (!value || !context.threadSets().isSizeKnown())
    return 0;
  llvm::BitVector threads = context.threadSets().run(inst);
  std::vector<uint64_t> offsets;
  for (unsigned thread : threads.set_bits())
    offsets.push_back(value->at(thread));
  if (offsets.empty())
    return 0;
  llvm::sort(offsets);
  uint64_t end = offsets.front() + bytes;
  for (uint64_t offset : offsets)
    if (offset <= end)
      end = std::max(end, offset + bytes);
  MemoryPlace first = *place;
  first.offset = static_cast<int64_t>(offsets.front());
  return KnownValue::isDistance(*first.offset) ? places.add(first, end - offsets.front()) : 0;
}

uint64_t ptx::accessedByThreads(BodyLintContext &context, const MemoryPlaces &places, InstId inst,
                                ExprId address, std::optional<MemoryPlace> place) {
  if (!place || place->offset || !places.withBaseOf(place))
    return 0;
  const ThreadValue *value = offsetsOf(context, inst, address, *place);
  if (!value)
    return 0;
  uint64_t bits = 0;
  llvm::BitVector threads = context.threadSets().run(inst);
  for (unsigned thread : threads.set_bits()) {
    place->offset = static_cast<int64_t>(value->at(thread));
    bits |= places.overlapping(place, 1);
  }
  return bits;
}

uint64_t ptx::writtenByThreads(BodyLintContext &context, const MemoryPlaces &places, InstId inst,
                               std::optional<MemoryPlace> write) {
  return write ? accessedByThreads(context, places, inst, addressOfStore(context, inst), write) : 0;
}

std::optional<MemoryPlace> ptx::findGlobalWrite(BodyLintContext &context, InstId inst) {
  const InstrView *view = findCertainStore(context, inst);
  if (!view)
    return std::nullopt;
  AddressWindow window = windowOf(*view);
  bool canBeGlobal = window == AddressWindow::Global || window == AddressWindow::Unknown;
  return canBeGlobal ? findPlace(context, inst, addressOfStore(context, inst)) : std::nullopt;
}
