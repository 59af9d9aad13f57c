// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_INFORMATION_INFORMATION_H
#define PTX_DRIVER_INFORMATION_INFORMATION_H

#include "ptx/Driver/Tools/ToolRunner.h"

#include <optional>

namespace ptx {

class CommandLine;

/// Handles `--list-rules`, `--explain` and other options of ptx-check that require no input.
/// Returns the exit code, or nothing if `line` has no such option.
std::optional<ExitCode> answerQuestion(const CommandLine &line, ToolStreams &streams);

} // namespace ptx

#endif // PTX_DRIVER_INFORMATION_INFORMATION_H
