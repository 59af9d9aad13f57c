// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_TRACE_H
#define PTX_DEBUG_TRACE_H

#include "ptx/Debug/ValueText.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace ptx::debug {

/// A thread of a grid.
struct TracedThread {
  execution::Extent cta;
  uint32_t warp;
  unsigned lane;

  auto operator<=>(const TracedThread &) const = default;
};

/// The statements and registers of an execution that are shown.
struct TraceSelection {
  using Range = std::pair<uint32_t, uint32_t>; ///< the first and the last
  std::vector<std::string> ctas;               ///< `1` or `1.0.2`
  std::vector<Range> warps, lanes, threads, lines;
  std::vector<std::string> registers;
  /// An element of an array, whose writers are shown: its name and number.
  std::optional<std::pair<std::string, uint64_t>> element;
  /// These threads only, if there is an element.
  std::set<TracedThread> writers;

  /// Reads `warp=0,lane=3-5,reg=%r1+%f2`, `to=C[37]` or `all`.
  static llvm::Expected<TraceSelection> parse(llvm::StringRef text);

  /// The selected lanes of a warp.
  LaneMask lanesOf(const MachineView &machine, const execution::Warp &warp) const;
};

/// Finds the threads that write an element of an array.
class WriterSearch : public execution::Inspector {
public:
  WriterSearch(std::string array, uint64_t number) : array(std::move(array)), number(number) {}

  bool before(const MachineView &machine, const execution::Warp &warp,
              const execution::Fragment &fragment) override;
  bool after(const MachineView &machine, const execution::ExecutedStatement &statement) override;
  void writesGlobal(const execution::Warp &warp, unsigned lane, uint64_t address,
                    uint64_t bytes) override;

  /// Whether the launch has such an element.
  bool exists() const { return elementBytes != 0; }
  std::set<TracedThread> takeWriters() { return std::move(writers); }

private:
  std::string array;
  uint64_t number;
  uint64_t address = 0, elementBytes = 0;
  Value old;
  LaneMask writing = 0; ///< lanes
  std::set<TracedThread> writers;
};

/// Writes a line for each executed statement of a selection.
class Trace : public execution::Inspector {
public:
  /// `source`: the text of the module. After `limit` lines, statements are only counted.
  Trace(TraceSelection selection, llvm::StringRef source, uint64_t limit, llvm::raw_ostream &os)
      : selection(std::move(selection)), source(source), limit(limit), os(os) {}

  bool before(const MachineView &machine, const execution::Warp &warp,
              const execution::Fragment &fragment) override;
  bool after(const MachineView &machine, const execution::ExecutedStatement &statement) override;

  /// Writes how many statements were not shown.
  void finish();

private:
  std::string resultText(const MachineView &machine, const execution::ExecutedStatement &statement,
                         LaneMask lanes) const;
  bool selectsRegister(const execution::Program &program, uint32_t reg) const;
  std::string registersText(const MachineView &machine, const execution::Warp &warp, LaneMask lanes,
                            llvm::ArrayRef<uint32_t> registers) const;

  const TraceSelection selection;
  const llvm::StringRef source;
  const uint64_t limit;
  llvm::raw_ostream &os;
  // Of the statement that is executed.
  LaneMask reached = 0; ///< selected lanes
  std::string memory, operands;
  /// The statement at which a warp waits.
  std::map<const execution::Warp *, uint32_t> waiting;
  uint64_t lines = 0;
};

} // namespace ptx::debug

#endif // PTX_DEBUG_TRACE_H
