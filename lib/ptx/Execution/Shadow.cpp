// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Shadow.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx::execution;

/// Calls `visit` with each cell of a range and the bits of its bytes that are in it.
template <class Visit> void Shadow::forEachCell(uint64_t at, uint64_t bytes, Visit visit) {
  uint64_t end = std::min<uint64_t>(at + bytes, cells.size() * granule);
  while (at < end) {
    uint64_t first = at % granule, last = std::min<uint64_t>(granule, first + (end - at));
    Cell &cell = cells[at / granule];
    Meter::spend(1 + cell.writes.size());
    visit(cell, static_cast<uint8_t>((1u << last) - (1u << first)));
    at += last - first;
  }
}

void Shadow::add(llvm::SmallVectorImpl<ShadowEntry> &list, ShadowEntry entry) {
  size_t before = list.capacity_in_bytes();
  list.push_back(entry);
  bytesOfEntries += list.capacity_in_bytes() - before;
}

void Shadow::read(uint64_t at, uint64_t bytes, ShadowEntry entry, Visitor writes, Test before) {
  forEachCell(at, bytes, [&](Cell &cell, uint8_t mask) {
    for (const ShadowEntry &write : cell.writes)
      if (write.bytes & mask)
        writes(write);
    entry.bytes = mask;
    // Threads that read a location repeatedly do so in the same order, so the entry of each follows
    // that of the thread before.
    size_t count = cell.reads.size();
    for (size_t i = 0; i != count; ++i) {
      size_t place = (cell.nextRead + i) % count;
      ShadowEntry &read = cell.reads[place];
      if ((read.bytes & ~mask) == 0 &&
          ((read.access == entry.access && read.lane == entry.lane) || before(read))) {
        read = entry;
        cell.nextRead = static_cast<uint32_t>(place + 1);
        Meter::spend(i);
        return;
      }
    }
    Meter::spend(count);
    add(cell.reads, entry);
  });
}

/// Calls `writes` and `reads` for the entries of the bytes in `mask`.
void Shadow::visitCell(const Cell &cell, uint8_t mask, Visitor writes, Visitor reads) {
  for (const ShadowEntry &write : cell.writes)
    if (write.bytes & mask)
      writes(write);
  Meter::spend(cell.reads.size());
  for (const ShadowEntry &read : cell.reads)
    if (read.bytes & mask)
      reads(read);
}

void Shadow::write(uint64_t at, uint64_t bytes, ShadowEntry entry, Visitor writes, Visitor reads,
                   Test keeps) {
  constexpr unsigned mostKept = 16; // each later access is compared with all of them
  forEachCell(at, bytes, [&](Cell &cell, uint8_t mask) {
    visitCell(cell, mask, writes, reads);
    auto forget = [&](ShadowEntry &old) { return !(old.bytes &= ~mask); };
    unsigned kept = 0;
    llvm::erase_if(cell.writes, [&](ShadowEntry &old) {
      if (keeps && kept != mostKept && old.bytes & mask && keeps(old))
        ++kept;
      else
        return forget(old);
      return false;
    });
    llvm::erase_if(cell.reads, forget);
    entry.bytes = mask;
    add(cell.writes, entry);
  });
}

void Shadow::look(uint64_t at, uint64_t bytes, Visitor writes, Visitor reads) const {
  const_cast<Shadow *>(this)->forEachCell(
      at, bytes, [&](Cell &cell, uint8_t mask) { visitCell(cell, mask, writes, reads); });
}

template <class Visit> void GlobalShadow::forEachGranule(uint64_t at, uint64_t bytes, Visit visit) {
  for (uint64_t end = at + bytes; at < end;) {
    uint64_t first = at % granule, last = std::min(granule, first + (end - at));
    uint64_t number = at / granule;
    visit(number / granulesOfPage, static_cast<uint32_t>(number % granulesOfPage),
          static_cast<uint8_t>((1u << last) - (1u << first)));
    at += last - first;
  }
}

void GlobalShadow::write(uint64_t at, uint64_t bytes, ShadowEntry entry) {
  forEachGranule(at, bytes, [&](uint64_t number, uint32_t place, uint8_t mask) {
    std::unique_ptr<Page> &page = pages[number];
    if (!page) {
      page = std::make_unique<Page>();
      bytesOfPages += sizeof(Page);
    }
    Meter::spend(1);
    ShadowEntry &last = page->last[place];
    auto others = page->others.find(place);
    if (others != page->others.end())
      llvm::erase_if(others->second, [&](ShadowEntry &old) { return !(old.bytes &= ~mask); });
    if (last.bytes &= ~mask) {
      uint64_t before = page->others.getMemorySize();
      page->others[place].push_back(last);
      bytesOfPages += page->others.getMemorySize() - before;
    }
    last = entry;
    last.bytes = mask;
  });
}

void GlobalShadow::look(uint64_t at, uint64_t bytes, Shadow::Visitor writes) const {
  forEachGranule(at, bytes, [&](uint64_t number, uint32_t place, uint8_t mask) {
    auto found = pages.find(number);
    if (found == pages.end())
      return;
    Meter::spend(2);
    const Page &page = *found->second;
    if (auto others = page.others.find(place); others != page.others.end())
      for (const ShadowEntry &write : others->second)
        if (write.bytes & mask)
          writes(write);
    if (page.last[place].bytes & mask)
      writes(page.last[place]);
  });
}
