// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ORDERING_MEMORYPLACES_H
#define PTX_LINT_ORDERING_MEMORYPLACES_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// The target of an address, in a form that allows comparison: an offset from a variable, from an
/// address in a parameter, or from the current value of a register.
struct MemoryPlace {
  SymbolRef symbol;
  /// Whether the base is the address at `loadOffset` of parameter `symbol`.
  bool loaded = false;
  uint32_t loadOffset = 0;
  /// The register, if there is no symbol.
  uint32_t reg = Registers::none;
  /// The offset in bytes; none if unknown.
  std::optional<int64_t> offset;

  bool hasBaseOf(const MemoryPlace &other) const {
    return symbol == other.symbol && loaded == other.loaded && loadOffset == other.loadOffset &&
           reg == other.reg;
  }
};

/// The target of `address`, an operand of the instruction; none if there is no operand, if it is
/// unknown, or if it is in the shared memory of another CTA.
std::optional<MemoryPlace> findPlace(BodyLintContext &context, InstId inst, ExprId address);

/// The size of an mbarrier object. (Manual 9.7.13.15.1)
constexpr uint64_t mbarrierBytes = 8;

/// At most 64 regions of memory, each identified by a bit.
class MemoryPlaces {
public:
  /// The bit of the region of `bytes` bytes at `place`, which is added if it is new; 0 if there is
  /// no place, or if all bits are used.
  uint64_t add(const std::optional<MemoryPlace> &place, uint64_t bytes);

  /// The regions that certainly overlap `bytes` bytes at `place`.
  uint64_t overlapping(const std::optional<MemoryPlace> &place, uint64_t bytes) const;
  /// The regions that contain `bytes` bytes at `place`.
  uint64_t covering(const MemoryPlace &place, uint64_t bytes) const;
  /// The regions with the same base as `place`, at any offset.
  uint64_t withBaseOf(const std::optional<MemoryPlace> &place) const;
  /// The regions whose base is a register that the instruction writes, which become unknown.
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
/// guard, or a guard that only `elect.sync` writes.
class SureThreads {
public:
  explicit SureThreads(BodyLintContext &context);
  bool run(InstId inst);

private:
  BodyLintContext &context;
  llvm::BitVector elected; // by register
};

/// The first address in shared memory that an unconditional `st` writes, through the generic proxy;
/// none for any other instruction. (Manual 8.2, 9.7.9.11)
std::optional<MemoryPlace> findSharedWrite(BodyLintContext &context, InstId inst);

/// The regions that some thread certainly writes when `inst`, an `st` to `write`, is run, at an
/// address that depends on the thread. (Manual 9.7.9.11)
uint64_t writtenByThreads(BodyLintContext &context, const MemoryPlaces &places, InstId inst,
                          std::optional<MemoryPlace> write);

/// The bit of the bytes that the threads executing `inst` write, `bytes` bytes each: `place` itself
/// or, if the offset depends on the thread, the first bytes without a gap; 0 if unknown.
uint64_t addByThreads(BodyLintContext &context, MemoryPlaces &places, InstId inst, ExprId address,
                      const std::optional<MemoryPlace> &place, uint64_t bytes);

/// The regions that some thread accesses at `address` when `inst` is run. `place` is known except
/// for its offset.
uint64_t accessedByThreads(BodyLintContext &context, const MemoryPlaces &places, InstId inst,
                           ExprId address, std::optional<MemoryPlace> place);

/// Like `findSharedWrite`, for global memory or memory in an unknown state space.
std::optional<MemoryPlace> findGlobalWrite(BodyLintContext &context, InstId inst);

} // namespace ptx

#endif // PTX_LINT_ORDERING_MEMORYPLACES_H
