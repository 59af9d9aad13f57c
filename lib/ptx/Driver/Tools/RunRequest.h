// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_RUNREQUEST_H
#define PTX_DRIVER_TOOLS_RUNREQUEST_H

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Execution/Data/ArrayPart.h"
#include "ptx/Support/SourceBuffer.h"

namespace ptx {

/// What a command line of ptx-run asks for.
struct RunRequest {
  execution::Launch launch;
  execution::RunOptions options;
  std::vector<execution::ArrayPart> printed;
  uint64_t printLimit = ~uint64_t(0);                     ///< elements of each part
  std::vector<std::pair<std::string, std::string>> files; ///< array and path
  /// Whether the command line has a part of a launch, so that those of comments do not count.
  bool hasLaunch = false;

  /// Reads the options, and the files of arrays.
  static llvm::Expected<RunRequest> read(const CommandLine &line);

  /// Writes the elements that are to be printed, and the files. Calls `unusable` with the reason
  /// for each that cannot be written.
  void writeResults(const execution::RunResult &result, llvm::raw_ostream &os,
                    llvm::function_ref<void(const llvm::Twine &)> unusable) const;
};

/// A module that was read and checked.
struct RunModule {
  std::unique_ptr<SourceBuffer> source;
  CheckedSource checked;

  /// Fails if the file cannot be read. The diagnostics of `checked` can have errors.
  static llvm::Expected<RunModule> read(llvm::StringRef path);
};

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_RUNREQUEST_H
