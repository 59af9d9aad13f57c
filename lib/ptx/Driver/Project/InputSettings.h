// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What ptx-check checks each of its inputs for. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_PROJECT_INPUTSETTINGS_H
#define PTX_DRIVER_PROJECT_INPUTSETTINGS_H

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/Configuration.h"

#include <memory>
#include <string>
#include <vector>

namespace ptx {

/// What to check an input for, and after how many errors to stop showing more.
struct InputOptions : CheckOptions {
  uint32_t shownErrors = 0;
};

/// The options of each input: what its configurations say, and over it the command line.
class InputSettings {
public:
  /// Reads the command line. Fails with a text for the user. `line` has to stay.
  static llvm::Expected<InputSettings> make(const CommandLine &line);

  /// Works out the options of the inputs `paths`, all of which are checked against `tensorMaps`,
  /// which may be null. Returns what is wrong with the configurations.
  std::vector<std::string> configure(Configuration &configuration,
                                     llvm::ArrayRef<std::string> paths,
                                     const std::shared_ptr<const TensorMapSource> &tensorMaps);

  /// Those of the input `index`.
  const InputOptions &operator[](size_t index) const { return *ofInputs[index]; }

private:
  explicit InputSettings(const CommandLine &line) : line(&line) {}

  const CommandLine *line;
  /// Inputs for which configurations say the same share them.
  std::vector<std::shared_ptr<const InputOptions>> ofInputs;
};

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_INPUTSETTINGS_H
