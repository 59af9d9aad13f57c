// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_TIMELINE_TIMELINEFIGURE_H
#define PTX_EXECUTION_TIMELINE_TIMELINEFIGURE_H

#include "ptx/Execution/Timeline/TimelineRecorder.h"

namespace ptx::execution {

/// Draws a recorded execution as an SVG document of bounded size. Warps, engines and mbarrier
/// objects are rows; equal ones share a row. `source` is the text of the module, `title` and
/// `finding` are lines above the figure.
std::string drawTimeline(const TimelineRecorder &recorder, const Program &program,
                         llvm::StringRef source, llvm::StringRef title, llvm::StringRef finding);

} // namespace ptx::execution

#endif // PTX_EXECUTION_TIMELINE_TIMELINEFIGURE_H
