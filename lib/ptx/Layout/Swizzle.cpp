// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Swizzle.h"
#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The address function as text: "bit 4 ^= bit 7, bit 5 ^= bit 8".
static std::string mapText(Swizzle swizzle) {
  std::string text;
  for (auto [to, from] : swizzleXorBits(swizzle)) {
    if (!text.empty())
      text += ", ";
    text += llvm::formatv("bit {0} ^= bit {1}", to, from);
  }
  return text.empty() ? "every address is left as it is" : text;
}

/// The explanation of the figure.
static void addNotes(CellTable &figure, const SwizzleInfo &info, uint64_t base) {
  unsigned cellBytes = info.flips8Bytes ? 8 : 16;
  figure.notes = {
      llvm::formatv(
          "Each row is a line of 128 bytes, labelled with its shared address; each cell is "
          "{0} bytes, {1} banks of 4 bytes.",
          cellBytes, cellBytes / 4),
      llvm::formatv(
          "The number says which {0} bytes of the line, counted as they are in the source, "
          "are stored in the cell. The same number has the same colour{1}.",
          cellBytes, info.flips8Bytes ? ", as has its other half" : "")};
  std::set<unsigned> groups;
  size_t count = 0;
  for (const auto &row : figure.rows) {
    if (count++ == 8)
      break;
    for (auto [cell, content] : llvm::enumerate(row))
      if (content.number == 0)
        groups.insert(cell * cellBytes / 16);
  }
  figure.notes.push_back(llvm::formatv(
      "Framed: cell 0 of each line, a column of the source. In {0} lines it meets {1} of the 8 "
      "groups "
      "of four banks{2}.",
      count, groups.size(), groups.size() == 1 ? ", so that reading the column conflicts" : ""));
  if (!info.isNone())
    figure.notes.push_back(llvm::formatv(
        "The pattern repeats after {0} lines. A tile that begins at a multiple of {1} "
        "bytes has base offset 0; one at {2} has {3}.",
        info.lines, info.patternBytes(), hexText(base), swizzleBaseOffset(info.swizzle, base)));
}

/// The table of the lines from `base` on. A cell contains the number of the source cell that is
/// stored there; the header contains the first bank of each cell, of 32 banks of 4 bytes.
static void addTable(LayoutReport &report, const SwizzleInfo &info, uint64_t base) {
  unsigned cellBytes = info.flips8Bytes ? 8 : 16;
  unsigned cells = sharedLineBytes / cellBytes;
  // One line more than the pattern shows that the pattern repeats.
  unsigned count = std::max(2u, info.lines + (info.lines < 8 ? 1 : 0));
  uint64_t first = base / sharedLineBytes;
  std::vector<std::string> lines;
  std::string header = llvm::formatv("\n{0,10}", "bank");
  for (unsigned cell = 0; cell != cells; ++cell)
    header += llvm::formatv("{0,4}", cell * cellBytes / 4).str();
  lines.push_back(header);
  llvm::json::Array json;
  CellTable figure;
  figure.title = ("swizzle " + info.name + ": what shared memory holds").str();
  figure.head = {{"byte of the line", {}}, {"banks", {}}};
  for (unsigned cell = 0; cell != cells; ++cell) {
    unsigned byte = cell * cellBytes;
    figure.head[0].second.push_back(std::to_string(byte));
    figure.head[1].second.push_back(llvm::formatv("{0}-{1}", byte / 4, (byte + cellBytes) / 4 - 1));
  }
  for (unsigned i = 0; i != count; ++i) {
    uint64_t address = (first + i) * sharedLineBytes;
    std::string text = llvm::formatv("{0,10}", hexText(address));
    llvm::json::Array row;
    figure.rowLabels.push_back(hexText(address));
    std::vector<CellTable::Cell> &drawn = figure.rows.emplace_back();
    for (unsigned cell = 0; cell != cells; ++cell) {
      uint64_t source = unswizzleAddress(info.swizzle, address + cell * cellBytes);
      unsigned number = source % sharedLineBytes / cellBytes;
      text += llvm::formatv("{0,4}", number).str();
      row.push_back(number);
      drawn.push_back({number, number * cellBytes / 16, number == 0});
    }
    lines.push_back(text);
    json.push_back(llvm::json::Object{{"address", address}, {"cells", std::move(row)}});
  }
  report.addTable("lines", std::move(json), std::move(lines));
  addNotes(figure, info, base);
  report.figure = drawTable(figure);
}

llvm::Expected<LayoutReport> ptx::layoutSwizzle(const LayoutOptions &options, LayoutWords words) {
  llvm::Expected<StringRef> word = onlyWord(words, "swizzle", "one mode, such as 128B");
  if (!word)
    return word.takeError();
  llvm::Expected<Swizzle> swizzle = parseSwizzle(*word, options.atom.value_or(""));
  if (!swizzle)
    return swizzle.takeError();
  llvm::Expected<uint64_t> base = layoutNumber(options.base, "base", 0);
  if (!base)
    return base.takeError();
  if (*base >= uint64_t(1) << 32)
    return llvm::createStringError("base " + hexText(*base) + " is not a shared address");
  const SwizzleInfo &info = swizzleInfo(*swizzle);

  LayoutReport report(("swizzle " + info.name).str());
  report.add("function", "function",
             swizzleFunction(*swizzle) + (info.flips8Bytes
                                              ? ", then the flip of odd lines (assumption A3)"
                                          : *swizzle == Swizzle::B96 ? " (assumption A5)"
                                                                     : ""));
  report.add("map", "address map", mapText(*swizzle));
  report.add("swizzle_mode", ".swizzle_mode", info.mode, Twine(info.mode));
  if (!info.isNone()) {
    report.add("swizzle_atomicity", ".swizzle_atomicity", info.atomicity,
               Twine(info.atomicity) + " (" + info.atomicityName + ")");
    report.add("pattern_bytes", "pattern begins at", info.patternBytes(),
               "multiples of " + Twine(info.patternBytes()) + " bytes");
    unsigned offset = swizzleBaseOffset(*swizzle, *base);
    bool isSubMode = info.mode == swizzleInfo(Swizzle::B128).mode && info.atomicity;
    report.add("base_offset", "base offset", offset,
               Twine(offset) + " at " + hexText(*base) + (isSubMode ? " (assumption A6)" : ""));
  }
  addTable(report, info, *base);
  return report;
}
