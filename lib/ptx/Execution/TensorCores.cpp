// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptor.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/Descriptors/ZeroColumnMask.h"
#include "ptx/Tensor/TensorMemory.h"

using namespace ptx;
using namespace ptx::execution;
using State = Fragment::State;

/// Records that a product reads the matrix of a descriptor: all lines of the swizzle that contain a
/// part of it. K has `chunks` of 16 bytes. (Manual 9.7.15.5.1.2)
void Machine::readOperandMatrix(Warp &warp, Fragment &fragment, Cta &cta, uint64_t descriptor,
                                bool isWgmma, OperandRows rows, bool isTransposed,
                                unsigned elementBytes, unsigned lane, uint32_t work,
                                unsigned chunks) {
  MatrixDescriptor matrix =
      decodeMatrixDescriptor(isWgmma ? MatrixUnit::Wgmma : MatrixUnit::Tcgen05, descriptor);
  if (!matrix.swizzle || matrix.leadingIsAddress)
    return;
  constexpr uint64_t chunkBytes = 16, most = 8;
  uint64_t start = matrix.startBytes & 0x3FFFF, end = rows.first + rows.count;
  unsigned span = swizzleInfo(*matrix.swizzle).spanBytes;
  const Knowledge &known = fragment.knowers.of(lane);
  auto read = [&](uint64_t at, uint64_t bytes) {
    if (at < window::firstShared || at + bytes > program.sharedBytes) {
      report(Fault::SharedBounds, works[work].pc,
             "the product reads " + std::to_string(bytes) + " bytes at " + std::to_string(at) +
                 ", outside of the shared memory of the CTA, which ends at " +
                 std::to_string(program.sharedBytes));
      return false;
    }
    asyncRead(warp, known, cta, at, bytes, lane, work);
    return true;
  };
  if (!isTransposed) {
    for (uint64_t group = rows.first / 8; group != (end + 7) / 8; ++group) {
      uint64_t at = start + group * matrix.strideBytes, lines = std::min(end - group * 8, most);
      if (span && !read(at / span * span, 8 * span))
        return;
      for (unsigned chunk = 0; chunk != chunks && !span; ++chunk)
        if (!read(at + chunk * uint64_t(matrix.leadingBytes), lines * chunkBytes))
          return;
    }
    return;
  }
  // Without swizzling, the two offsets are exchanged.
  uint64_t width = std::max<uint64_t>(span, chunkBytes);
  uint64_t ofWidth = span ? matrix.leadingBytes : matrix.strideBytes;
  uint64_t ofDepth = span ? matrix.strideBytes : matrix.leadingBytes;
  uint64_t depth = std::max<uint64_t>(1, chunks * chunkBytes / elementBytes / 8);
  for (uint64_t m = rows.first * elementBytes / width; m * width < end * elementBytes; ++m)
    for (uint64_t k = 0; k != depth; ++k)
      if (!read((start + m * ofWidth + k * ofDepth) / width * width, 8 * width))
        return;
}

/// Whether registers are used that an asynchronous operation still writes or reads.
void Machine::checkRegisters(Warp &warp, const Operation &op, LaneMask mask) {
  uint32_t pc = pcOf(op);
  if (op.async == AsyncOp::WgmmaMma || warp.fragments.empty())
    return;
  size_t base = firstRegister(warp);
  if (touchedRegisters.empty())
    touchedRegisters.resize(warps.size() * program.registerWidths.size());
  // Compilers write zeros and other registers to a matrix after the fence; `ptxas` inserts another
  // fence there (C7519).
  Touched how = op.action == Action::Move && warp.hasFenced ? Touched::Copied : Touched::Computed;
  for (uint32_t reg : program.writes[pc])
    touchedRegisters[base + reg] = std::max(touchedRegisters[base + reg], how);
  if (warp.pendingRegisters.empty())
    return;
  for (uint32_t reg : program.writes[pc])
    if (auto found = warp.pendingReads.find(reg); found != warp.pendingReads.end()) {
      warp.pendingRegisters.try_emplace(reg, found->second);
      warp.pendingReads.erase(found);
    }
  auto check = [&](uint32_t reg, bool writes) {
    auto found = warp.pendingRegisters.find(reg);
    if (found == warp.pendingRegisters.end())
      return;
    const AsyncWork &work = works[found->second];
    for (auto &fragment : warp.fragments)
      if (fragment->mask & mask && fragment->pc == pc) {
        if (work.kind == AsyncWork::Kind::TensorLoad) {
          // The hardware waits for the registers of a load. (Manual 9.7.16.8)
          learn(*fragment, mask, work.part, work.time);
        } else if (!isComplete(work, 0, fragment->knowers.of(firstLane(mask)).memory)) {
          bool isInGroup = llvm::any_of(warp.wgmma.groups, [&](const auto &groups) {
            return llvm::is_contained(groups, work.time);
          });
          report(Fault::PendingRegisters, pc,
                 std::string("a register is ") + (writes ? "written" : "read") +
                     " that an asynchronous product still accesses; " +
                     (isInGroup ? "`wgmma.wait_group` has to come before"
                                : "no `wgmma.commit_group` has put the product in a group, so "
                                  "`wgmma.wait_group` does not wait for it"),
                 work.pc, "the product");
        }
      }
    warp.pendingRegisters.erase(found);
  };
  for (uint32_t reg : program.reads[pc])
    check(reg, false);
  for (uint32_t reg : program.writes[pc])
    check(reg, true);
}

/// The number of columns of a product, by its modifier `.m64n*k*`.
static unsigned columnsOf(const InstrView &view) {
  unsigned columns = 8;
  for (Modifier word : view.modifiers)
    if (llvm::StringRef name = word == Modifier::none ? "" : info(word).name;
        name.consume_front("m64n"))
      name.take_until([](char c) { return c == 'k'; }).getAsInteger(10, columns);
  return columns;
}

/// Reports registers of a product that the warp accessed after its last `wgmma.fence`.
void Machine::checkUnfenced(const Warp &warp, uint32_t pc) {
  Touched touched = warp.products == 0 && !warp.hasFenced ? Touched::Computed : Touched::Not;
  size_t base = firstRegister(warp);
  for (const auto *list : {&program.writes[pc], &program.reads[pc]})
    for (uint32_t reg : *list)
      if (!touchedRegisters.empty() && program.registerWidths[reg] >= 16 &&
          program.registerWidths[reg] <= 32)
        touched = std::max(touched, touchedRegisters[base + reg]);
  std::string text =
      "no `wgmma.fence` orders the registers of the product after what accessed them before";
  if (touched == Touched::Computed)
    report(Fault::PendingRegisters, pc, std::move(text));
  else if (touched == Touched::Copied)
    reportTolerated(Fault::PendingRegisters, pc, std::move(text));
}

/// Counts a product of the warp, and lets waiting warps of its warpgroup continue. Returns whether
/// the warp is the first one that issues it.
bool Machine::issueProduct(Warp &warp, Fragment &fragment) {
  Warpgroup &group = warpgroups[warp.cta][warp.number / 4];
  bool isFirst =
      llvm::all_of(group.issued, [&](uint32_t issued) { return issued <= warp.products; });
  group.issued[warp.number % 4] = ++warp.products;
  group.control.join(publish(warp, fragment, fragment.mask)->control);
  ++progress;
  for (auto &other : warps)
    if (other->cta == warp.cta && other->number / 4 == warp.number / 4)
      for (auto &waiting : other->fragments)
        if (waiting->state == State::AtWarpgroup)
          waiting->state = State::Ready;
  return isFirst;
}

/// Records that the warp reads its part of A and, if it is the first one, B. (Manual 9.7.15.5.1)
void Machine::readWgmmaMatrices(Warp &warp, Fragment &fragment, const Operation &op, uint32_t work,
                                bool isFirst) {
  unsigned lane = firstLane(fragment.mask);
  for (bool isA : {true, false}) {
    std::optional<unsigned> place =
        program.findOperand(pcOf(op), isA ? OperandId::a_desc : OperandId::b_desc);
    if (!place)
      continue;
    Value descriptor = valueOf(warp, operand(op, *place)[0], lane);
    if (!descriptor.known) {
      skip(op, "a product whose matrix descriptor is not known");
      continue;
    }
    OperandId transposition = isA ? OperandId::imm_trans_a : OperandId::imm_trans_b;
    bool isTransposed = operandValue(warp, op, transposition, lane).bits & 1;
    // A warp multiplies its 16 rows of A by all of B.
    bool hasOwnRows = isA && !isTransposed;
    if (!hasOwnRows && !isFirst)
      continue;
    OperandRows rows{0, isA ? 64 : columnsOf(*op.view)};
    if (hasOwnRows)
      rows = {uint64_t(warp.number) % 4 * 16, 16};
    // Of a sparse product, B has twice the stored elements of A.
    unsigned chunks = !isA && op.has(Modifier::sp) ? 4 : 2;
    readOperandMatrix(warp, fragment, ctaOf(warp), descriptor.bits, true, rows, isTransposed,
                      std::max(1u, op.width / 8u), lane, work, chunks);
  }
}

/// Manual 9.7.15.5
void Machine::wgmmaProduct(Warp &warp, Fragment &fragment, const Operation &op) {
  uint32_t pc = pcOf(op);
  Warpgroup &group = warpgroups[warp.cta][warp.number / 4];
  if (group.part == unresolved)
    group.part = newPart();
  if (warp.wgmma.part == unresolved)
    warp.wgmma.part = group.part;
  uint32_t work = addWork(AsyncWork::Kind::Wgmma, warp, pc);
  works[work].part = group.part;
  works[work].time = warp.wgmma.batch;
  checkUnfenced(warp, pc);
  for (uint32_t reg : program.writes[pc])
    warp.pendingRegisters[reg] = work;
  // Fragments of A are read until the product is complete.
  if (std::optional<unsigned> a = program.findOperand(pc, OperandId::a))
    for (const Slot &slot : operand(op, *a))
      if (slot.isRegister())
        warp.pendingReads[slot.index] = work;
  bool isFirst = issueProduct(warp, fragment);
  readWgmmaMatrices(warp, fragment, op, work, isFirst);
  if (launch.hasData)
    multiplyRows(warp, op);
  else
    forget(warp, op, fragment.mask, fresh());
}

Machine::Step Machine::wgmma(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  if (!gather(warp, fragment, warp.live))
    return Step::Waits;
  if (!isByWholeWarp(warp, fragment, op))
    return Step::Next;
  switch (op.async) {
  case AsyncOp::WgmmaMma:
    wgmmaProduct(warp, fragment, op);
    return Step::Next;
  case AsyncOp::WgmmaFence:
    warp.hasFenced = true;
    if (!touchedRegisters.empty())
      std::fill_n(touchedRegisters.begin() + static_cast<long>(firstRegister(warp)),
                  program.registerWidths.size(), Touched::Not);
    return Step::Next;
  case AsyncOp::WgmmaCommit:
    closeBatch(warp.wgmma, mask, true);
    return Step::Next;
  default: {
    // The operations of a warpgroup are complete when all its warps have issued them.
    Warpgroup &group = warpgroups[warp.cta][warp.number / 4];
    if (group.part == unresolved)
      return Step::Next;
    for (unsigned i = 0; i != 4; ++i)
      if (group.issued[i] < warp.products && warp.number / 4 * 4 + i < threadsPerCta / warpLanes) {
        fragment.state = State::AtWarpgroup;
        return Step::Waits;
      }
    Value remaining = valueOf(warp, operand(op, 0)[0], firstLane(mask));
    warp.wgmma.part = group.part;
    waitBatches(warp, fragment, warp.wgmma, fragment.mask, remaining.bits, false);
    fragment.knowers.update(fragment.mask,
                            [&](LaneMask, Knowledge &own) { own.control.join(group.control); });
    return Step::Next;
  }
  }
}

/// Accesses to tensor memory are recorded in groups of 16 lanes.
static constexpr unsigned laneGroups = 8;
static constexpr LaneMask allGroups = 0xFF;

static std::string columnsText(uint32_t first, uint32_t count) {
  return count == 1
             ? "column " + std::to_string(first)
             : "columns " + std::to_string(first) + " to " + std::to_string(first + count - 1);
}

/// Records an access to some columns of the lanes of `groups`.
void Machine::tensorAccess(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta,
                           uint32_t column, uint32_t columns, LaneMask groups, unsigned by,
                           uint32_t work, bool writes) {
  const Knowledge &known = fragment.knowers.of(by);
  cta.tensor.resize(uint64_t(laneGroups) * tensorMemoryColumns * Shadow::granule);
  uint64_t end = uint64_t(column) + columns;
  bool isInside = llvm::any_of(cta.allocations, [&](const TensorAllocation &allocation) {
    return allocation.column <= column && end <= allocation.column + allocation.count;
  });
  if (!isInside && end <= tensorMemoryColumns) {
    // Neighbouring allocations count as one.
    isInside = true;
    for (uint32_t c = column; c != column + columns; ++c)
      isInside &= llvm::any_of(cta.allocations, [&](const TensorAllocation &allocation) {
        return allocation.column <= c && c < allocation.column + allocation.count;
      });
  }
  if (!isInside)
    return report(Fault::TensorMemory, pcOf(op),
                  columnsText(column, columns) +
                      (columns == 1 ? " of tensor memory is accessed, which is not allocated"
                                    : " of tensor memory are accessed, which are not all "
                                      "allocated"),
                  cta.freedAt, "deallocated here");
  bool isProduct = works[work].kind == AsyncWork::Kind::Mma;
  uint32_t index = accessNow(warp, pcOf(op), work);
  ShadowEntry entry{index, static_cast<uint8_t>(by)};
  auto isOrdered = [&](const ShadowEntry &earlier) {
    const Access &before = accesses[earlier.access];
    if (before.work == work || isBefore(earlier, warp.thread + by, known.memory) ||
        isBefore(earlier, warp.thread + by, known.tensor))
      return true;
    const AsyncWork &other = works[before.work];
    // The products and copies of one thread complete in their order. (Manual 9.7.16.6.2)
    if (isProduct && other.kind == AsyncWork::Kind::Mma)
      return other.thread == works[work].thread;
    return !isProduct && other.thread == works[work].thread && other.kind == works[work].kind;
  };
  std::string where = columnsText(column, columns) + " of tensor memory";
  auto check = [&](const ShadowEntry &earlier, bool wrote) {
    if (!isOrdered(earlier))
      reportConflict(accesses[index], by, writes, earlier, wrote, where);
  };
  for (unsigned group = 0; group != laneGroups; ++group) {
    if (!(groups >> group & 1))
      continue;
    uint64_t at = (uint64_t(group) * tensorMemoryColumns + column) * Shadow::granule;
    uint64_t bytes = uint64_t(columns) * Shadow::granule;
    if (writes)
      cta.tensor.write(
          at, bytes, entry, [&](const ShadowEntry &e) { check(e, true); },
          [&](const ShadowEntry &e) { check(e, false); });
    else
      cta.tensor.read(
          at, bytes, entry, [&](const ShadowEntry &e) { check(e, true); },
          [&](const ShadowEntry &e) { return replaces(entry, e) && isOrdered(e); });
  }
}

/// Whether the warp is ordered after the last allocation or deallocation of its CTA.
bool Machine::isAfterAllocations(const Warp &warp, const Fragment &fragment) const {
  const Cta &cta = ctas[warp.cta];
  if (cta.tensorThread == unresolved || cta.tensorThread == warp.thread)
    return true;
  return llvm::any_of(fragment.knowers, [&](const LaneKnowledge &group) {
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      if (group.known->control[cta.tensorThread + lane] >= cta.tensorTime)
        return true;
    return false;
  });
}

/// The order of allocations decides their addresses, and which of them wait; the permit to allocate
/// is relinquished after them.
void Machine::checkTensorOrder(const Warp &warp, const Fragment &fragment, const Operation &op) {
  if (observer && !isAfterAllocations(warp, fragment))
    skip(op, "the order in which warps allocate tensor memory depends on the schedule");
}

void Machine::noteTensorOrder(const Warp &warp, const Fragment &fragment, const Operation &op) {
  checkTensorOrder(warp, fragment, op);
  Cta &cta = ctaOf(warp);
  cta.isPairOrderKnown &= isAfterAllocations(warp, fragment);
  cta.tensorThread = warp.thread;
  cta.tensorTime = warp.time;
}

/// Two CTAs perform an allocation of `.cta_group::2` together, so both have the same allocations in
/// the same order. (Manual 9.7.16.7.1)
void Machine::allocateWithPeer(Cta &cta, const TensorAllocation &allocation) {
  Cta &peer = ctas[cta.rank ^ 1u];
  if (peer.withoutPeer.empty()) {
    cta.withoutPeer.push_back(allocation);
    return;
  }
  TensorAllocation other = peer.withoutPeer.front();
  peer.withoutPeer.erase(peer.withoutPeer.begin());
  if (allocation.count != other.count)
    cta.unequalToPeer.emplace_back(allocation, other);
}

void Machine::reportPairAllocations(const Cta &cta) {
  // Whether the order is the same in each schedule is not known before the last allocation.
  const Cta &peer = ctas[cta.rank ^ 1u];
  if (!cta.isPairOrderKnown || !peer.isPairOrderKnown)
    return;
  std::string rank = std::to_string(cta.rank), peerRank = std::to_string(peer.rank);
  for (const auto &[own, other] : cta.unequalToPeer)
    report(Fault::TensorMemory, own.pc,
           "CTA " + rank + " allocates " + std::to_string(own.count) +
               " columns of tensor memory together with CTA " + peerRank + ", which allocates " +
               std::to_string(other.count),
           other.pc, std::to_string(other.count) + " columns are allocated here");
  for (const TensorAllocation &allocation : cta.withoutPeer)
    report(Fault::TensorMemory, allocation.pc,
           "CTA " + rank + " waits forever for the " + std::to_string(allocation.count) +
               " columns of tensor memory that it allocates together with CTA " + peerRank +
               ", which does not allocate them");
}

/// Manual 9.7.16.7.1
void Machine::tensorAllocate(Warp &warp, Fragment &fragment, const Operation &op) {
  noteTensorOrder(warp, fragment, op);
  Cta &cta = ctaOf(warp);
  unsigned lane = firstLane(fragment.mask);
  Value to = valueOf(warp, operand(op, 0)[0], lane), count = valueOf(warp, operand(op, 1)[0], lane);
  if (!to.known || !count.known) {
    skip(op, "an allocation of tensor memory whose size is not known");
    cta.isPairOrderKnown = false;
    return;
  }
  if (cta.hasRelinquished)
    report(Fault::TensorMemory, pcOf(op),
           "the CTA allocates tensor memory after `tcgen05.relinquish_alloc_permit`");
  uint32_t column = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (const TensorAllocation &other : cta.allocations)
      if (column < other.column + other.count && other.column < column + count.bits) {
        column = other.column + other.count;
        moved = true;
      }
  }
  if (column + count.bits > tensorMemoryColumns)
    return report(Fault::TensorMemory, pcOf(op),
                  "the CTA waits forever for " + std::to_string(count.bits) +
                      " columns of tensor memory: it has allocated the others itself");
  // The allocation waits for the peer; the manual does not say whether it waits for the start of
  // the peer.
  cta.allocations.push_back({column, static_cast<uint32_t>(count.bits), pcOf(op)});
  if (uint32_t rank = warp.cta ^ 1u; op.has(Modifier::cta_group_2) && rank < ctas.size()) {
    if (!hasBegun(fragment, lane, ctas[rank]))
      reportTolerated(
          Fault::UnorderedPeer, pcOf(op),
          threadText(warp.thread + lane) + " allocates tensor memory of CTA " +
              std::to_string(rank) +
              ", which may not have begun: nothing orders the allocation after its begin");
    allocateWithPeer(cta, cta.allocations.back());
  }
  forgetTensorData(cta, column, count.bits);
  Place place{Place::Space::Shared, &cta, truncate(to.bits, window::rankShift)};
  if (checkShared(op, place, 4)) {
    writeShared(warp, fragment, op, cta, place.offset, 4, lane, true);
    cta.memory.store(place.offset, 4, Value::number(column));
    ++progress;
  }
  syncWarp(warp, fragment, fragment.mask, true);
}

void Machine::tensorFree(Warp &warp, Fragment &fragment, const Operation &op) {
  noteTensorOrder(warp, fragment, op);
  Cta &cta = ctaOf(warp);
  unsigned lane = firstLane(fragment.mask);
  Value at = valueOf(warp, operand(op, 0)[0], lane), count = valueOf(warp, operand(op, 1)[0], lane);
  if (!at.known || !count.known) {
    skip(op, "a deallocation of tensor memory whose address is not known");
    cta.allocations.clear();
    return;
  }
  uint32_t column = static_cast<uint32_t>(at.bits & 0xFFFF);
  auto found = llvm::find_if(cta.allocations, [&](const TensorAllocation &allocation) {
    return allocation.column == column && allocation.count == count.bits;
  });
  if (found == cta.allocations.end())
    return report(Fault::TensorMemory, pcOf(op),
                  std::to_string(count.bits) + " columns from " + std::to_string(column) +
                      " on are deallocated, which were not allocated so");
  cta.allocations.erase(found);
  cta.freedAt = pcOf(op);
  const Knowledge &known = fragment.knowers.of(lane);
  auto check = [&](const ShadowEntry &earlier, bool wrote) {
    const Access &before = accesses[earlier.access];
    if (!isBefore(earlier, warp.thread + lane, known.memory) &&
        !isBefore(earlier, warp.thread + lane, known.tensor) &&
        !isBefore(earlier, warp.thread + lane, known.ended))
      report(Fault::TensorMemory, pcOf(op),
             "tensor memory is deallocated that " + actionText(before, earlier.lane, wrote) +
                 ": nothing orders the deallocation after that",
             before.pc, "accessed here");
  };
  cta.tensor.resize(uint64_t(laneGroups) * tensorMemoryColumns * Shadow::granule);
  for (unsigned group = 0; group != laneGroups; ++group)
    cta.tensor.look((uint64_t(group) * tensorMemoryColumns + column) * Shadow::granule,
                    count.bits * Shadow::granule, [&](const ShadowEntry &e) { check(e, true); },
                    [&](const ShadowEntry &e) { check(e, false); });
}

/// `tcgen05.mma`, `tcgen05.cp` and `tcgen05.shift`. (Manual 9.7.16.9, 9.7.16.10)
void Machine::tensorProduct(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  uint32_t &part = warp.mmaPart[lane];
  if (part == unresolved)
    part = newPart();
  uint32_t work = addWork(AsyncWork::Kind::Mma, warp, pcOf(op));
  works[work].thread = warp.thread + lane;
  works[work].part = part;
  works[work].time = ++warp.mmaCount[lane];
  llvm::SmallVector<Cta *, 2> both{&ctaOf(warp)};
  if (op.has(Modifier::cta_group_2) && ctas.size() > (warp.cta ^ 1u))
    both.push_back(&ctas[warp.cta ^ 1u]);
  if (op.async == AsyncOp::TensorMma)
    multiply(warp, fragment, op, both, lane, work);
  else
    copyToTensorMemory(warp, fragment, op, both, lane, work);
}

/// The cells that `tcgen05.cp` or `tcgen05.shift` accesses.
Machine::TensorBlock Machine::blockOfCopy(const Operation &op, Value at) {
  TensorAddress first = TensorAddress::decode(static_cast<uint32_t>(at.bits));
  unsigned group = first.lane / 16;
  bool isShift = op.async == AsyncOp::TensorShift;
  bool isWide = isShift || op.has(Modifier::n128x256b) || op.has(Modifier::n4x256b);
  TensorBlock block{first.lane, first.column, 128, isWide ? 8u : 4u, allGroups};
  if (isShift) {
    block.rows = 32;
    block.groups = LaneMask(3) << (group & 6) & allGroups;
  } else if (op.has(Modifier::n4x256b)) {
    block.rows = 4;
    block.groups = group & 1 ? 0xAA : 0x55;
  } else if (op.has(Modifier::n32x128b) || op.has(Modifier::n64x128b)) {
    block.rows = op.has(Modifier::n32x128b) ? 32 : 64;
  }
  return block;
}

void Machine::copyToTensorMemory(Warp &warp, Fragment &fragment, const Operation &op,
                                 llvm::ArrayRef<Cta *> both, unsigned lane, uint32_t work) {
  Value at = operandValue(warp, op, OperandId::taddr, lane);
  Value from = operandValue(warp, op, OperandId::s_desc, lane);
  if (!at.known)
    return skip(op, "tensor memory whose address is not known");
  bool isCopy = op.async == AsyncOp::TensorCopy;
  TensorBlock block = blockOfCopy(op, at);
  for (Cta *cta : both) {
    if (isCopy && from.known)
      readOperandMatrix(warp, fragment, *cta, from.bits, false, {0, block.rows}, false, 1, lane,
                        work, block.columns / 4);
    else if (!isCopy)
      tensorAccess(warp, fragment, op, *cta, block.firstColumn, block.columns, block.groups, lane,
                   work, false);
    tensorAccess(warp, fragment, op, *cta, block.firstColumn, block.columns, block.groups, lane,
                 work, true);
    if (launch.hasData && isCopy)
      copyTensorRows(warp, op, *cta, lane, block);
  }
}

/// The kind of a product, by its modifiers.
static std::optional<MmaKind> kindOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    if (word != Modifier::none)
      if (std::optional<MmaKind> kind = parseMmaKind(info(word).name))
        return kind;
  return std::nullopt;
}

static unsigned bitsOfElement(MmaKind kind) {
  switch (kind) {
  case MmaKind::TF32:
    return 32;
  case MmaKind::F16:
  case MmaKind::TI16:
    return 16;
  case MmaKind::MXF4:
  case MmaKind::MXF4NVF4:
    return 4;
  default:
    return 8;
  }
}

/// The number of elements in a row of A, the zeros of a sparse matrix included.
static unsigned depthOf(const Operation &op, MmaKind kind,
                        const InstructionDescriptor &descriptor) {
  unsigned depth = mmaK(kind, op.has(Modifier::sp), descriptor.kCode);
  // Other codes of K are an error; products without them are the shortest.
  return depth ? depth : mmaK(kind, op.has(Modifier::sp), 0);
}

/// The 16 bytes along K of A or B in memory.
static unsigned chunksOfRow(const Operation &op, MmaKind kind,
                            const InstructionDescriptor &descriptor, bool isA) {
  constexpr unsigned chunkBits = 128, ofTable = 2;
  if (!isA && op.has(Modifier::decompress_lut_b))
    return ofTable;
  unsigned stored = depthOf(op, kind, descriptor) / (isA && op.has(Modifier::sp) ? 2 : 1);
  unsigned bits = bitsOfElement(kind);
  // With twice the K, nothing fills up elements of fewer than 8 bits. (PTX 9.4, 9.7.18.10.4)
  bool isDoubled = (kind == MmaKind::F8F6F4 || kind == MmaKind::MXF8F6F4) && descriptor.kCode;
  std::optional<TypeId> type = findType(operandTypeName(kind, isA ? MmaOperand::A : MmaOperand::B,
                                                        isA ? descriptor.aType : descriptor.bType));
  if (isDoubled && type)
    bits = std::min<unsigned>(bits, info(*type).width);
  return std::max(1u, stored * bits / chunkBits);
}

/// The 16-lane groups of a matrix in tensor memory: the half of the lanes starts at lane 0 or 16.
static LaneMask groupsOf(const std::optional<DataPathLayout> &layout, Value at) {
  if (!layout || !layout->usesHalfTheLanes)
    return allGroups;
  return at.bits >> 20 & 1 ? 0xAA : 0x55;
}

/// Records that a product reads matrices in tensor memory: A, the metadata of a sparse one, and
/// scales. (Manual 9.7.16.10.7, 9.7.16.10.8)
void Machine::readTensorOperands(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta,
                                 MmaKind kind, const InstructionDescriptor &descriptor,
                                 unsigned lane, uint32_t work) {
  constexpr unsigned lanesOfWarp = 32, columnsOfChunk = 4, chunksOfColumn = 8, halfWord = 16;
  unsigned group = op.has(Modifier::cta_group_2) ? 2 : 1, rows = descriptor.m / group;
  std::optional<DataPathLayout> layout =
      dataPathLayout(descriptor.m, group, op.has(Modifier::sp), op.has(Modifier::ws));
  auto read = [&](OperandId id, unsigned first, unsigned columns, bool isReplicated) {
    if (!program.findOperand(pcOf(op), id))
      return;
    Value at = operandValue(warp, op, id, lane);
    if (!at.known)
      return skip(op, "a product of a matrix in tensor memory whose address is not known");
    tensorAccess(warp, fragment, op, cta, static_cast<uint32_t>(at.bits & 0xFFFF) + first, columns,
                 isReplicated ? allGroups : groupsOf(layout, at), lane, work, false);
  };
  read(OperandId::a_tmem, 0, columnsOfChunk * chunksOfRow(op, kind, descriptor, true), false);
  unsigned bits = bitsOfElement(kind);
  bool isPaired = bits < 8 && !descriptor.sparsityV1;
  unsigned chunk = bits == 32 ? 2 : isPaired ? 8 : 4;
  bool isSelected = bits >= halfWord;
  if (!isSelected || descriptor.sparsitySelector < 2)
    read(OperandId::sp_meta_tmem, isSelected ? descriptor.sparsitySelector : 0,
         std::max(1u, depthOf(op, kind, descriptor) / chunk / chunksOfColumn), false);
  unsigned columnsOfA = descriptor.scaleLanes ? 1 : (rows + lanesOfWarp - 1) / lanesOfWarp;
  read(OperandId::scale_A_tmem, 0, std::max(1u, columnsOfA), true);
  // With layout B, the lanes of each half may have the scales of half of the columns.
  unsigned linesOfB = descriptor.n / (layout && layout->id == 'B' ? 2 : 1);
  read(OperandId::scale_B_tmem, 0, std::max(1u, (linesOfB + lanesOfWarp - 1) / lanesOfWarp), true);
}

void Machine::multiply(Warp &warp, Fragment &fragment, const Operation &op,
                       llvm::ArrayRef<Cta *> both, unsigned lane, uint32_t work) {
  uint32_t pc = pcOf(op);
  std::optional<MmaKind> kind = kindOf(*op.view);
  Value shape = operandValue(warp, op, OperandId::idesc, lane);
  Value to = operandValue(warp, op, OperandId::d_tmem, lane);
  if (!kind || !shape.known || !to.known)
    return skip(op, "a product whose shape or place is not known");
  InstructionDescriptor descriptor =
      decodeInstructionDescriptor(*kind, static_cast<uint32_t>(shape.bits));
  unsigned group = op.has(Modifier::cta_group_2) ? 2 : 1;
  std::optional<DataPathLayout> layout =
      dataPathLayout(descriptor.m, group, op.has(Modifier::sp), op.has(Modifier::ws));
  uint32_t columns = descriptor.n / (layout ? layout->columnsDivisor : 1);
  Value mask = operandValue(warp, op, OperandId::zero_column_mask_desc, lane);
  for (Cta *cta : both) {
    if (cta->rank != warp.cta)
      touchPeer(warp, fragment, op, *cta, lane);
    for (bool isA : {true, false}) {
      std::optional<unsigned> place =
          program.findOperand(pc, isA ? OperandId::a_desc : OperandId::b_desc);
      if (!place)
        continue;
      Value matrix = valueOf(warp, operand(op, *place)[0], lane);
      if (!matrix.known) {
        skip(op, "a product whose matrix descriptor is not known");
        continue;
      }
      OperandRows rows{0, (isA ? descriptor.m : descriptor.n) / uint64_t(group)};
      if (!isA)
        rows.first = mask.known ? shiftOfColumns(mask.bits) : 0;
      readOperandMatrix(warp, fragment, *cta, matrix.bits, false, rows,
                        isA ? descriptor.transposeA : descriptor.transposeB,
                        std::max(1u, bitsOfElement(*kind) / 8), lane, work,
                        chunksOfRow(op, *kind, descriptor, isA));
    }
    readTensorOperands(warp, fragment, op, *cta, *kind, descriptor, lane, work);
    tensorAccess(warp, fragment, op, *cta, static_cast<uint32_t>(to.bits & 0xFFFF),
                 std::max(1u, columns), groupsOf(layout, to), lane, work, true);
  }
  if (launch.hasData && !isStopped)
    multiplyTensors(warp, op, both, lane, *kind, descriptor);
}

/// `tcgen05.commit`: an arrival when all earlier operations of the thread are complete.
void Machine::tensorCommit(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  Value mbar = valueOf(warp, operand(op, 0)[0], lane);
  if (!mbar.known)
    return skip(op, "a commit to an mbarrier object that is not known");
  Event event;
  event.kind = Event::Kind::Arrive;
  event.pc = pcOf(op);
  event.thread = warp.thread + lane;
  if (recorder)
    event.bar = recorder->note(TimelineRecorder::Kind::Issue);
  if (op.has(Modifier::multicast_cluster)) {
    Value mask = operandValue(warp, op, OperandId::ctaMask, lane);
    for (uint32_t rank = 0; rank != 16; ++rank)
      if (mask.known && mask.bits >> rank & 1)
        completeOn(warp, fragment, op, event, mbar, lane, rank, 0, unresolved);
  } else {
    completeOn(warp, fragment, op, event, mbar, lane, unresolved, 0, unresolved);
  }
  event.known = publish(warp, fragment, 1u << lane);
  if (warp.mmaPart[lane] != unresolved)
    event.known->memory.raise(warp.mmaPart[lane], warp.mmaCount[lane]);
  event.known->tensor.join(event.known->memory);
  if (!event.targets.empty())
    schedule(std::move(event));
}

/// The number of columns that a load or store of tensor memory accesses. (Manual 9.7.16.2.3)
static uint32_t movedColumns(const Operation &op) {
  uint32_t count = 1;
  for (Modifier word : op.view->modifiers)
    if (llvm::StringRef name = word == Modifier::none ? "" : info(word).name;
        name.consume_front("x") && !name.getAsInteger(10, count))
      break;
  uint32_t width = op.has(Modifier::n16x256b)   ? 8
                   : op.has(Modifier::n16x128b) ? 4
                   : op.has(Modifier::n16x64b)  ? 2
                                                : 1;
  bool isHalf = op.has(Modifier::pack_16b) || op.has(Modifier::unpack_16b);
  return count * width * (isHalf ? 2 : 1);
}

void Machine::tensorMove(Warp &warp, Fragment &fragment, const Operation &op, bool isLoad) {
  unsigned lane = firstLane(fragment.mask);
  Value at = operandValue(warp, op, OperandId::taddr, lane);
  uint32_t &part = isLoad ? warp.tensorLoadPart : warp.tensorStorePart;
  if (part == unresolved)
    part = newPart();
  uint32_t work =
      addWork(isLoad ? AsyncWork::Kind::TensorLoad : AsyncWork::Kind::TensorStore, warp, pcOf(op));
  works[work].part = part;
  works[work].time = isLoad ? warp.tensorLoads : warp.tensorStores;
  if (isLoad) {
    forget(warp, op, fragment.mask, fresh());
    for (uint32_t reg : program.writes[pcOf(op)])
      warp.pendingRegisters[reg] = work;
  }
  if (!at.known)
    return skip(op, "tensor memory whose address is not known");
  unsigned quadrant = warp.number % 4, first = static_cast<unsigned>(at.bits >> 16 & 0xFFFF);
  // Compilers write lane 0 in all warps, and kernels of pairs count the lanes of the second CTA
  // from 128 on. The hardware accesses the lanes of the warp.
  constexpr unsigned lanes = 128;
  bool isTolerated =
      first == 0 || (first / lanes == warp.cta % 2 && first % lanes / 32 == quadrant);
  if (first / 32 != quadrant)
    report(isTolerated ? Fault::TensorLanes : Fault::TensorMemory, pcOf(op),
           "warp " + std::to_string(warp.number) + " accesses lane " + std::to_string(first) +
               " of tensor memory; it can only access lanes " + std::to_string(quadrant * 32) +
               " to " + std::to_string(quadrant * 32 + 31));
  uint32_t column = static_cast<uint32_t>(at.bits & 0xFFFF), columns = movedColumns(op);
  LaneMask groups =
      op.has(Modifier::n32x32b) ? 3u << 2 * quadrant : 1u << (2 * quadrant + (first >> 4 & 1));
  tensorAccess(warp, fragment, op, ctaOf(warp), column, columns, groups, lane, work, !isLoad);
  if (op.has(Modifier::n16x32bx2)) {
    Value half = operandValue(warp, op, OperandId::immHalfSplitoff, lane);
    if (half.bits)
      tensorAccess(warp, fragment, op, ctaOf(warp), column + static_cast<uint32_t>(half.bits),
                   columns, groups, lane, work, !isLoad);
  }
  if (launch.hasData)
    moveTensorData(warp, op, at, isLoad);
}

Machine::Step Machine::tcgen05(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  if (op.aligned && !gather(warp, fragment, warp.live))
    return Step::Waits;
  switch (op.async) {
  case AsyncOp::TensorAlloc:
    tensorAllocate(warp, fragment, op);
    break;
  case AsyncOp::TensorDealloc:
    tensorFree(warp, fragment, op);
    break;
  case AsyncOp::TensorRelinquish:
    checkTensorOrder(warp, fragment, op);
    ctaOf(warp).hasRelinquished = true;
    break;
  case AsyncOp::TensorLoad:
  case AsyncOp::TensorStore:
    if (isByWholeWarp(warp, fragment, op))
      tensorMove(warp, fragment, op, op.async == AsyncOp::TensorLoad);
    break;
  case AsyncOp::TensorWaitLoad:
    if (warp.tensorLoadPart != unresolved)
      learn(fragment, fragment.mask, warp.tensorLoadPart, warp.tensorLoads++);
    break;
  case AsyncOp::TensorWaitStore:
    if (warp.tensorStorePart != unresolved)
      learn(fragment, fragment.mask, warp.tensorStorePart, warp.tensorStores++);
    break;
  case AsyncOp::TensorMma:
  case AsyncOp::TensorCopy:
  case AsyncOp::TensorShift:
    forEachLane(mask, [&](unsigned lane) { tensorProduct(warp, fragment, op, lane); });
    break;
  case AsyncOp::TensorFence:
    if (op.has(Modifier::fence_before_thread_sync))
      fenceTensors(warp, fragment, mask);
    break;
  case AsyncOp::TensorCommit:
    forEachLane(mask, [&](unsigned lane) { tensorCommit(warp, fragment, op, lane); });
    break;
  default:
    break;
  }
  return Step::Next;
}
