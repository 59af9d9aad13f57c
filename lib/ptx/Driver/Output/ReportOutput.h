// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OUTPUT_REPORTOUTPUT_H
#define PTX_DRIVER_OUTPUT_REPORTOUTPUT_H

#include "ptx/Diagnostics/Writers/ReportWriter.h"
#include "ptx/Driver/Tools/ToolRunner.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <optional>
#include <string>

namespace ptx {

class CommandLine;

/// The destination and format of the report of ptx-check: `--output-format`, `--output` and
/// `--statistics`.
class ReportOutput {
public:
  ReportOutput(const CommandLine &line, ToolStreams &streams);

  /// Whether the report goes to standard output.
  bool isOnStandardOutput() const { return path ? *path == "-" : !isOfCompiler(); }

  OutputFormat format() const { return outputFormat; }

  ReportWriter &writer() { return *reportWriter; }

  /// The stream for results other than diagnostics: standard output, or the file.
  llvm::raw_ostream &results();

  /// Flushes the report unless it is written to a file.
  void flush();

  /// Ends the report and writes the file. Returns `code`, or `Unusable` if the file cannot be
  /// written.
  ExitCode finish(ExitCode code);

private:
  llvm::raw_ostream &reportStream();
  /// Whether the format is one of compilers.
  bool isOfCompiler() const {
    return outputFormat == OutputFormat::Text || outputFormat == OutputFormat::Ptxas;
  }

  ToolStreams &streams;
  OutputFormat outputFormat = OutputFormat::Text;
  /// None: the streams of the tool.
  std::optional<std::string> path;
  std::string text;
  llvm::raw_string_ostream textStream;
  std::unique_ptr<ReportWriter> reportWriter;
};

/// Fails if a file that the tool is told to write is one of `inputs`, or is read for another
/// option. The arrays of a launch are no such inputs: `--out` can replace the file of an `--arg`.
llvm::Error checkOutputFiles(const CommandLine &line, llvm::ArrayRef<std::string> inputs);

} // namespace ptx

#endif // PTX_DRIVER_OUTPUT_REPORTOUTPUT_H
