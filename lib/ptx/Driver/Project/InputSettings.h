// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options of each input of ptx-check. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_PROJECT_INPUTSETTINGS_H
#define PTX_DRIVER_PROJECT_INPUTSETTINGS_H

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/Configuration.h"

#include <memory>
#include <string>
#include <vector>

namespace ptx {

/// The options of a check, and the maximum number of errors to show.
struct InputOptions : CheckOptions {
  uint32_t shownErrors = 0;
};

/// The options of each input: from its configurations, overridden by the command line.
class InputSettings {
public:
  /// Reads the command line. Fails with a message for the user. `line` must outlive the object.
  static llvm::Expected<InputSettings> make(const CommandLine &line);

  /// Determines the options of the inputs `paths`. All of them are checked against `tensorMaps`,
  /// which may be null. Returns the problems of the configurations.
  std::vector<std::string> configure(Configuration &configuration,
                                     llvm::ArrayRef<std::string> paths,
                                     const std::shared_ptr<const TensorMapSource> &tensorMaps);

  /// The options of the input `index`.
  const InputOptions &operator[](size_t index) const { return *ofInputs[index]; }

private:
  explicit InputSettings(const CommandLine &line) : line(&line) {}

  const CommandLine *line;
  /// Shared by inputs with the same configuration.
  std::vector<std::shared_ptr<const InputOptions>> ofInputs;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_INPUTSETTINGS_H
