// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_CONFIGURATIONREADER_H
#define PTX_DRIVER_PROJECT_CONFIGURATIONREADER_H

#include "ptx/Driver/Project/Configuration.h"

namespace ptx {

/// Reads the YAML `text` into `file`. Precondition: the path of `file` is set. Appends one message
/// for each problem to `problems`: "path:3:5: unknown key `warning`; did you mean `warnings`?". The
/// keys are described in docs/guide/configuration.md.
void readConfiguration(llvm::StringRef text, ConfigurationFile &file,
                       std::vector<std::string> &problems);

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_CONFIGURATIONREADER_H
