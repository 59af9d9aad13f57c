// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_SHADOW_H
#define PTX_EXECUTION_SHADOW_H

#include "ptx/Execution/Clock.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace ptx::execution {

/// An access of one lane to bytes of a granule of four.
struct ShadowEntry {
  uint32_t access = 0; ///< in the list of accesses
  uint8_t lane = 0;
  uint8_t bytes = 0xF; ///< a bit for each
};

/// Who last wrote and read each byte of a memory.
class Shadow {
public:
  static constexpr unsigned granule = 4;
  using Visitor = llvm::function_ref<void(const ShadowEntry &earlier)>;
  using Test = llvm::function_ref<bool(const ShadowEntry &earlier)>;

  void resize(uint64_t bytes) { cells.resize((bytes + granule - 1) / granule); }

  /// Records a read of `bytes` bytes, and shows the writes that it reads. `before`: whether an
  /// earlier read comes before this one, so that it need not be kept.
  void read(uint64_t at, uint64_t bytes, ShadowEntry entry, Visitor writes, Test before);
  /// Records a write, and shows the writes and the reads of what it overwrites.
  void write(uint64_t at, uint64_t bytes, ShadowEntry entry, Visitor writes, Visitor reads);
  /// Shows what was done to a range, and records nothing.
  void look(uint64_t at, uint64_t bytes, Visitor writes, Visitor reads) const;

  /// The bytes that it takes.
  uint64_t held() const { return cells.size() * sizeof(Cell) + bytesOfEntries; }

private:
  struct Cell {
    llvm::SmallVector<ShadowEntry, 1> writes;
    llvm::SmallVector<ShadowEntry, 2> reads;
  };
  template <class Visit> void forEachCell(uint64_t at, uint64_t bytes, Visit visit);
  void add(llvm::SmallVectorImpl<ShadowEntry> &list, ShadowEntry entry);

  std::vector<Cell> cells;
  uint64_t bytesOfEntries = 0; ///< of lists that are long
};

/// Who last wrote each byte of global memory.
class GlobalShadow {
public:
  void write(uint64_t at, uint64_t bytes, ShadowEntry entry);
  void look(uint64_t at, uint64_t bytes, Shadow::Visitor writes) const;

  /// The bytes that it takes.
  uint64_t held() const { return bytesOfPages; }

private:
  static constexpr uint64_t page = 4096;
  /// Calls `visit` with the page of each part of a range, its place there and its size.
  template <class Visit> static void forEachPart(uint64_t at, uint64_t bytes, Visit visit);

  llvm::DenseMap<uint64_t, Shadow> pages;
  uint64_t bytesOfPages = 0;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_SHADOW_H
