// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_SHADOW_H
#define PTX_EXECUTION_SHADOW_H

#include "ptx/Execution/Clock.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <memory>
#include <vector>

namespace ptx::execution {

/// An access of one lane to bytes of a granule of 4 bytes.
struct ShadowEntry {
  uint32_t access = 0; ///< its index in the list of accesses
  uint8_t lane = 0;
  uint8_t bytes = 0xF; ///< a bit for each byte
};

/// The last writes and reads of each byte of a memory.
class Shadow {
public:
  static constexpr unsigned granule = 4;
  using Visitor = llvm::function_ref<void(const ShadowEntry &earlier)>;
  using Test = llvm::function_ref<bool(const ShadowEntry &earlier)>;

  void resize(uint64_t bytes) { cells.resize((bytes + granule - 1) / granule); }

  /// Records a read of `bytes` bytes, and calls `writes` with the writes that it observes. `before`
  /// decides whether an earlier read precedes this one, so that it need not be kept.
  void read(uint64_t at, uint64_t bytes, ShadowEntry entry, Visitor writes, Test before);
  /// Records a write, and calls `writes` and `reads` with the accesses to the overwritten bytes.
  /// `keeps` decides whether an earlier write is kept, because this one does not replace its value.
  void write(uint64_t at, uint64_t bytes, ShadowEntry entry, Visitor writes, Visitor reads,
             Test keeps = nullptr);
  /// Calls `writes` and `reads` with the accesses to a range. Records nothing.
  void look(uint64_t at, uint64_t bytes, Visitor writes, Visitor reads) const;

  /// Calls `visit` with the number of each granule that was accessed, its writes and its reads.
  template <class Visit> void lookAtAll(Visit visit) const {
    for (uint64_t i = 0; i != cells.size(); ++i)
      if (const Cell &cell = cells[i]; !cell.writes.empty() || !cell.reads.empty())
        visit(i, llvm::ArrayRef<ShadowEntry>(cell.writes), llvm::ArrayRef<ShadowEntry>(cell.reads));
  }

  /// The required memory in bytes.
  uint64_t held() const { return cells.size() * sizeof(Cell) + bytesOfEntries; }

private:
  struct Cell {
    llvm::SmallVector<ShadowEntry, 1> writes;
    llvm::SmallVector<ShadowEntry, 2> reads;
    uint32_t nextRead = 0; ///< the place in `reads` where the search for an earlier read begins
  };
  template <class Visit> void forEachCell(uint64_t at, uint64_t bytes, Visit visit);
  static void visitCell(const Cell &cell, uint8_t mask, Visitor writes, Visitor reads);
  void add(llvm::SmallVectorImpl<ShadowEntry> &list, ShadowEntry entry);

  std::vector<Cell> cells;
  uint64_t bytesOfEntries = 0; ///< of the long lists
};

/// The last writes of each byte of global memory.
class GlobalShadow {
public:
  void write(uint64_t at, uint64_t bytes, ShadowEntry entry);
  void look(uint64_t at, uint64_t bytes, Shadow::Visitor writes) const;

  /// The required memory in bytes.
  uint64_t held() const { return bytesOfPages; }

private:
  static constexpr uint64_t granule = Shadow::granule, granulesOfPage = 1024;
  struct Page {
    /// The last write of each granule; that of no bytes if nothing was written.
    std::array<ShadowEntry, granulesOfPage> last;
    /// Earlier writes of other bytes, by granule: most programs write whole ones.
    llvm::DenseMap<uint32_t, llvm::SmallVector<ShadowEntry, 3>> others;

    Page() { last.fill({0, 0, 0}); }
  };
  /// Calls `visit` for each granule of a range: the number of its page, its number in the page, and
  /// the bits of its bytes that are in the range.
  template <class Visit> static void forEachGranule(uint64_t at, uint64_t bytes, Visit visit);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> pages;
  uint64_t bytesOfPages = 0;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_SHADOW_H
