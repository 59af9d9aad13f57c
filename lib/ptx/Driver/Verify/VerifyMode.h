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
  /// What `line` asks for. Fails with a text for the user if it makes no sense.
  static llvm::Expected<VerifyMode> read(const CommandLine &line);

  /// Whether findings are compared with expectations in place of being shown.
  bool isOn() const { return action != Action::None; }

  /// Compares `report` about `source`, the text of the file `path`, with its expectations, or
  /// writes these to the file. `comment` begins the comments of the language.
  ExitCode finish(llvm::StringRef path, const SourceBuffer &source, const Report &report,
                  llvm::StringRef comment, ToolStreams &streams) const;

private:
  enum class Action : uint8_t { None, Verify, Update };

  Action action = Action::None;
  VerifyOptions options;
};

} // namespace ptx

#endif // PTX_DRIVER_VERIFY_VERIFYMODE_H
