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

/// Finds the origins of a module: the lines of the text from which it was generated. The module
/// must outlive it.
class SourceLines {
public:
  /// `bodies`: the facts of bodies with `.loc`s, in source order.
  SourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies);

  bool empty() const { return files.empty() && markers.empty(); }

  struct Found {
    Origin origin;
    SourceRange said; ///< the `.loc` or the line marker that gives it
  };
  /// The origin of the byte at `position`: by a `.loc` before it in its body (manual 11.5.4), or
  /// else by a line marker that a preprocessor left.
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

/// Adds the origin to each diagnostic for which `SourceLines` knows it, and a note: "from
/// `saxpy.cu`:12:7". The messages of notes at other source lines get the same words.
void addSourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies, Report &report);

/// The origin of the line `line`, and of the lines after it up to the next entry of a list.
struct LineOrigin {
  uint32_t line = 0;
  Origin origin;
};

/// The origin of `line` in the list `map`, which is in ascending order; null if it is before the
/// first entry.
const Origin *originOf(uint32_t line, llvm::ArrayRef<LineOrigin> map);

/// The same for the diagnostics whose origin is unknown, by a list.
void addSourceLines(const SourceBuffer &source, llvm::ArrayRef<LineOrigin> map, Report &report);

} // namespace ptx

#endif // PTX_CHECK_SOURCELINES_H
