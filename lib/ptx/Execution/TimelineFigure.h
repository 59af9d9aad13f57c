// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_TIMELINEFIGURE_H
#define PTX_EXECUTION_TIMELINEFIGURE_H

#include "ptx/Execution/TimelineRecorder.h"

namespace ptx::execution {

/// Draws what was recorded, as an SVG document of bounded size: warps, engines and mbarrier objects
/// are rows; those that do the same are one. `source` is the text of the module, `title` and
/// `finding` are lines above the figure.
std::string drawTimeline(const TimelineRecorder &recorder, const Program &program,
                         llvm::StringRef source, llvm::StringRef title, llvm::StringRef finding);

} // namespace ptx::execution

#endif // PTX_EXECUTION_TIMELINEFIGURE_H
