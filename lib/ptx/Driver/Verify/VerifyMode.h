// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_VERIFY_VERIFYMODE_H
#define PTX_DRIVER_VERIFY_VERIFYMODE_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Driver/Project/Expectations.h"
#include "ptx/Driver/Tools/ToolRunner.h"

#include "llvm/Support/Error.h"

namespace ptx {

class CommandLine;

/// `--verify` and `--update-expected`, with `--verify-prefix` and `--verify-ignore`.
class VerifyMode {
public:
  /// Reads the options from `line`. Fails with a message for the user if they are invalid.
  static llvm::Expected<VerifyMode> read(const CommandLine &line);

  /// Whether findings are compared with expectations instead of being shown.
  bool isOn() const { return action != Action::None; }

  /// Compares `report` about `source`, the text of the file `path`, with the expectations, or
  /// updates the expectations in the file. `comment` is the start of a line comment of the
  /// language.
  ExitCode finish(llvm::StringRef path, const SourceBuffer &source, const Report &report,
                  llvm::StringRef comment, ToolStreams &streams) const;

private:
  enum class Action : uint8_t { None, Verify, Update };

  Action action = Action::None;
  VerifyOptions options;
};

} // namespace ptx

#endif // PTX_DRIVER_VERIFY_VERIFYMODE_H
