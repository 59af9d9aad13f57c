// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_REPORTWRITER_H
#define PTX_DIAGNOSTICS_WRITERS_REPORTWRITER_H

#include "ptx/Diagnostics/Writers/Renderer.h"

#include <memory>
#include <string>

namespace ptx {

/// How reports are written.
struct WriterOptions {
  RenderOptions render;
  /// Who reports, for the forms that say so: the tool, and its version as "1.2.3".
  llvm::StringRef tool = "ptxkit";
  llvm::StringRef version = "0.0.0";
  /// Below which URI the pages of the rules are, ending in a slash; empty if that is not known.
  std::string rulePages = {};
};

/// Writes the reports of one run in one of the forms. Nothing is held back where a form has no
/// need to: what is added is written before the next is.
class ReportWriter {
public:
  virtual ~ReportWriter() = default;

  /// Adds what was found in `buffer`; every input is added, in order, also if nothing was found.
  virtual void add(const SourceBuffer &buffer, const Report &report) = 0;

  /// Adds an input that could not be read, for `reason`. Does nothing in a form that has no place
  /// for it.
  virtual void addUnreadable(llvm::StringRef path, llvm::StringRef reason);

  /// Ends the document. To be called once, after all inputs; without any, the document is empty and
  /// valid.
  virtual void finish();
};

/// The writer of `format`. `os` has to outlive it, and so have the texts of `options`.
std::unique_ptr<ReportWriter> makeReportWriter(OutputFormat format, llvm::raw_ostream &os,
                                               const WriterOptions &options);

/// The writer of how often each rule reports something, in place of what it reports. `format` is
/// `Json`, `Jsonl`, or another for text.
std::unique_ptr<ReportWriter> makeStatisticsWriter(OutputFormat format, llvm::raw_ostream &os,
                                                   const WriterOptions &options);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_REPORTWRITER_H
