// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_DEBUGADAPTER_H
#define PTX_DRIVER_TOOLS_DEBUGADAPTER_H

#include "ptx/Driver/Options/CommandLine.h"

namespace ptx {

/// `ptx-run --debug-adapter`: serves the Debug Adapter Protocol on the standard streams. See
/// docs/guide/debugging.md.
ExitCode runDebugAdapter(const CommandLine &line, ToolStreams &streams);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_DEBUGADAPTER_H
