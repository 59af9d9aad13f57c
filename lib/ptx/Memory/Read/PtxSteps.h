// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_READ_PTXSTEPS_H
#define PTX_MEMORY_READ_PTXSTEPS_H

#include "ptx/Memory/LitmusTest.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace ptx {

/// The meaning of the names of a body in one thread.
struct ThreadNames {
  /// The test variable for a symbol in this thread. For shared memory, `cta` can select another CTA
  /// of the cluster.
  llvm::function_ref<uint32_t(const Symbol &, std::optional<uint32_t> cta)> variable;
  /// The value of a parameter.
  llvm::function_ref<std::optional<LitmusValue>(llvm::StringRef)> parameter;
  /// The value of a special register, such as `%tid.x`.
  llvm::function_ref<std::optional<LitmusValue>(llvm::StringRef)> special;
};

/// Appends the steps of a body to `thread`. Fails with a message for the user that names the
/// unsupported instruction.
llvm::Error addPtxSteps(const CheckedUnit &body, const ThreadNames &names, LitmusThread &thread);

} // namespace ptx

#endif // PTX_MEMORY_READ_PTXSTEPS_H
