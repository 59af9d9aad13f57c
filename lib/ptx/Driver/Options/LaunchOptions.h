// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_LAUNCHOPTIONS_H
#define PTX_DRIVER_OPTIONS_LAUNCHOPTIONS_H

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Execution/Launch/Launch.h"

namespace ptx {

/// Adds the entry and the shape of `--entry`, `--block`, `--cluster`, `--grid` and
/// `--dynamic-shared` to `launch`.
llvm::Error readLaunchShape(const CommandLine &line, execution::Launch &launch);

/// Adds the arguments of `--arg`: `n=4096`, `a=2.5`, `tokens=fill:0`, `C=zeros:1024xf32`, `A=a.npy`
/// or, with a tensor map, `A=a.npy,box=64x64`. Random contents without a seed of their own use
/// `seed`. Errors in values are among the problems of `launch`, so that all are reported together.
llvm::Error readLaunchArguments(const CommandLine &line, execution::Launch &launch,
                                uint64_t seed = 1);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_LAUNCHOPTIONS_H
