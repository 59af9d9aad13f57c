// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIFF_WRITERS_WRITERS_H
#define PTX_DIFF_WRITERS_WRITERS_H

#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Diff/Diff.h"

namespace ptx {

/// How a comparison is shown.
struct DiffWriterOptions {
  llvm::StringRef oldFile;
  llvm::StringRef newFile;
  ColorMode color = ColorMode::Auto;
  /// The number of equal lines around differences.
  unsigned context = 3;
  /// The width of two columns.
  unsigned width = 140;
  /// Whether lines of the new side have its own names, instead of those that the old side has for
  /// them.
  bool ownNames = false;
  /// Whether only the summary is written.
  bool summaryOnly = false;
  llvm::StringRef toolVersion;
};

/// Writes the differences below each other, as a unified diff; nothing if there are none.
void writeDiffText(llvm::raw_ostream &os, const ModuleDiff &diff, const DiffWriterOptions &options);

/// Writes the differences in two columns; nothing if there are none.
void writeDiffColumns(llvm::raw_ostream &os, const ModuleDiff &diff,
                      const DiffWriterOptions &options);

/// Writes a page that needs no other file.
void writeDiffHtml(llvm::raw_ostream &os, const ModuleDiff &diff, const DiffWriterOptions &options);

/// Writes one object, as docs/output-formats.schema.json describes it.
void writeDiffJson(llvm::raw_ostream &os, const ModuleDiff &diff, const DiffWriterOptions &options);

} // namespace ptx

#endif // PTX_DIFF_WRITERS_WRITERS_H
