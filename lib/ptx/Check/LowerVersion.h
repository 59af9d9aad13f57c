// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_LOWERVERSION_H
#define PTX_CHECK_LOWERVERSION_H

#include "ptx/Check/Passes.h"

namespace ptx {

/// Adds a fix to the error about a `.version` that the consumer does not support, if that is the
/// only error and the module uses no feature of versions that the consumer does not support. The
/// fix declares the highest of these.
void suggestLowerVersion(const SourceBuffer &source, const CheckOptions &options,
                         const CheckRun &run, CheckedSource &checked);

} // namespace ptx

#endif // PTX_CHECK_LOWERVERSION_H
