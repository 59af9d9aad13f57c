// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_REPORTWRITER_H
#define PTX_DIAGNOSTICS_WRITERS_REPORTWRITER_H

#include "ptx/Diagnostics/Writers/Renderer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace ptx {

struct ProofRecord;

/// Options for writing reports.
struct WriterOptions {
  RenderOptions render;
  /// The tool and its version, such as "1.2.3", for the formats that contain them.
  llvm::StringRef tool = "ptxkit";
  llvm::StringRef version = "0.0.0";
  /// The URI of the folder of the rules' pages, ending in a slash; empty if unknown.
  std::string rulePages = {};
};

/// The result of executing a launch; see `SanitizerResult` of Execution.
struct LaunchRecord {
  llvm::StringRef launch;
  llvm::StringRef verdict;
  unsigned executions;
  uint64_t threadInstructions;
  llvm::ArrayRef<std::string> assumed;
  llvm::ArrayRef<std::string> notFollowed;
  const ProofRecord *proof = nullptr; ///< if it was asked for
};

/// Writes the reports of one run in one format. Unless the format requires otherwise, each report
/// is written when it is added.
class ReportWriter {
public:
  virtual ~ReportWriter() = default;

  /// Adds the report on `buffer`. Every input must be added, in order, even without findings.
  virtual void add(const SourceBuffer &buffer, const Report &report) = 0;

  /// Adds an input that could not be read because of `reason`. Does nothing if the format has no
  /// record for it.
  virtual void addUnreadable(llvm::StringRef path, llvm::StringRef reason);

  /// Adds a launch of the module in `buffer`, before the report on it. Does nothing if the format
  /// has no record for it.
  virtual void addLaunch(const SourceBuffer &buffer, const LaunchRecord &launch);

  /// Ends the document. Must be called once, after all inputs; without inputs, the document is
  /// empty and valid.
  virtual void finish();
};

/// Creates the writer of `format`. `os` and the texts of `options` must outlive it.
std::unique_ptr<ReportWriter> makeReportWriter(OutputFormat format, llvm::raw_ostream &os,
                                               const WriterOptions &options);

/// Creates a writer that prints the number of findings of each rule instead of the findings.
/// `format` is `Json`, `Jsonl`, or another for text.
std::unique_ptr<ReportWriter> makeStatisticsWriter(OutputFormat format, llvm::raw_ostream &os,
                                                   const WriterOptions &options);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_REPORTWRITER_H
