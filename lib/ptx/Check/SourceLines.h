// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_SOURCELINES_H
#define PTX_CHECK_SOURCELINES_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Sema/Debug/DebugDirectives.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace ptx {

/// Finds the lines of the text that a module was made from. The module must outlive it.
class SourceLines {
public:
  /// `bodies`: those that have `.loc`s, in the order of the source.
  SourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies);

  bool empty() const { return files.empty() && markers.empty(); }

  struct Found {
    Origin origin;
    SourceRange said; ///< what says it: a `.loc` or a line marker
  };
  /// What the byte at `position` was made from, if a `.loc` before it in its body says so (manual
  /// 11.5.4), or else a line marker that a preprocessor left.
  std::optional<Found> of(uint32_t position) const;

private:
  /// `# 12 "kernel.cu"`: the next line is line 12 of that file.
  struct Marker {
    SourceRange range;
    uint64_t line;
    llvm::StringRef file;
  };

  void findMarkers();
  std::optional<Found> byLoc(uint32_t position) const;
  std::optional<Found> byMarker(uint32_t position) const;

  const Module &module;
  llvm::ArrayRef<DebugFacts> bodies;
  llvm::DenseMap<uint64_t, llvm::StringRef> files;
  std::vector<Marker> markers; // in the order of the source
};

/// Gives each diagnostic inside of what `SourceLines` knows its origin, and a note that says it:
/// "from `saxpy.cu`:12:7".
void addSourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies, Report &report);

/// What the line `line` and those after it, up to the next one of a list, were made from.
struct LineOrigin {
  uint32_t line = 0;
  Origin origin;
};

/// What `line` was made from, by the list `map`, which is in ascending order; null if it does not
/// say it.
const Origin *originOf(uint32_t line, llvm::ArrayRef<LineOrigin> map);

/// The same as above for the diagnostics whose origin is unknown, by a list.
void addSourceLines(const SourceBuffer &source, llvm::ArrayRef<LineOrigin> map, Report &report);

} // namespace ptx

#endif // PTX_CHECK_SOURCELINES_H
