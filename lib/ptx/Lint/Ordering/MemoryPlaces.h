// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ORDERING_MEMORYPLACES_H
#define PTX_LINT_ORDERING_MEMORYPLACES_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// What an address points to, as far as two addresses can be told to be the same: a distance from a
/// variable, from an address that a parameter held, or from what a register holds right now.
struct MemoryPlace {
  SymbolRef symbol;
  /// Whether the base is the address that parameter `symbol` holds at `loadOffset`.
  bool loaded = false;
  uint32_t loadOffset = 0;
  /// The register, if there is no symbol.
  uint32_t reg = Registers::none;
  /// The distance in bytes; none if it is not known.
  std::optional<int64_t> offset;

  bool hasBaseOf(const MemoryPlace &other) const {
    return symbol == other.symbol && loaded == other.loaded && loadOffset == other.loadOffset &&
           reg == other.reg;
  }
};

/// Where `operand` of the instruction points to; none if that cannot be told, or if it is in
/// the shared memory of another CTA.
std::optional<MemoryPlace> findPlace(BodyLintContext &context, InstId inst, OperandId operand);

/// The size of an mbarrier object. (Manual 9.7.13.15.1)
constexpr uint64_t mbarrierBytes = 8;

/// At most 64 regions of memory, each known by a bit.
class MemoryPlaces {
public:
  /// The bit of the region of `bytes` bytes at `place`, which is added if it is new; 0 if there is
  /// no place, or no room.
  uint64_t add(const std::optional<MemoryPlace> &place, uint64_t bytes);

  /// The regions that certainly have a byte in common with `bytes` bytes at `place`.
  uint64_t overlapping(const std::optional<MemoryPlace> &place, uint64_t bytes) const;
  /// The regions with the same base as `place`, at whatever distance.
  uint64_t withBaseOf(const std::optional<MemoryPlace> &place) const;
  /// The regions that are known by a register that the instruction writes, and so no longer.
  uint64_t forgottenBy(BodyLintContext &context, InstId inst) const;

  bool empty() const { return regions.empty(); }

private:
  struct Region {
    MemoryPlace place;
    uint64_t bytes;
  };

  std::vector<Region> regions;
  llvm::DenseMap<uint32_t, uint64_t> byRegister;
};

/// Whether at least one thread of each warp that reaches the instruction executes it: it has no
/// guard, or one that `elect.sync` alone writes.
class SureThreads {
public:
  explicit SureThreads(BodyLintContext &context);
  bool run(InstId inst);

private:
  BodyLintContext &context;
  llvm::BitVector elected; // by register
};

/// Where an `st` that certainly runs begins to write to shared memory, which the generic proxy
/// does; none for any other instruction. (Manual 8.2, 9.7.9.11)
std::optional<MemoryPlace> findSharedWrite(BodyLintContext &context, InstId inst);

/// The regions in which some thread certainly writes when `inst`, an `st` to `write`, is run, at an
/// address that depends on the thread. (Manual 9.7.9.11)
uint64_t writtenByThreads(BodyLintContext &context, const MemoryPlaces &places, InstId inst,
                          std::optional<MemoryPlace> write);

/// The regions in which some thread accesses memory at `operand` when `inst` is run, by `place`,
/// which is known but for its offset.
uint64_t accessedByThreads(BodyLintContext &context, const MemoryPlaces &places, InstId inst,
                           OperandId operand, std::optional<MemoryPlace> place);

/// The same of global memory, or of memory of which the state space is not known.
std::optional<MemoryPlace> findGlobalWrite(BodyLintContext &context, InstId inst);

} // namespace ptx

#endif // PTX_LINT_ORDERING_MEMORYPLACES_H
