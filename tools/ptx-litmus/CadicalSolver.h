// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LITMUS_CADICALSOLVER_H
#define PTX_LITMUS_CADICALSOLVER_H

#include "ptx/Memory/Solve/SatSolver.h"

namespace ptx {

/// A new solver of the library CaDiCaL.
std::unique_ptr<SatSolver> makeCadicalSolver();

} // namespace ptx

#endif // PTX_LITMUS_CADICALSOLVER_H
