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

/// What the names of a body mean in one thread.
struct ThreadNames {
  /// The variable of a test that a symbol in memory is in this thread, or, of shared memory, in the
  /// CTA of its cluster with the number `cta`.
  llvm::function_ref<uint32_t(const Symbol &, std::optional<uint32_t> cta)> variable;
  /// The value of a parameter.
  llvm::function_ref<std::optional<LitmusValue>(llvm::StringRef)> parameter;
};

/// Appends the steps of a body to `thread`. Fails with a text for the user that names an
/// instruction that is not understood.
llvm::Error addPtxSteps(const CheckedUnit &body, const ThreadNames &names, LitmusThread &thread);

} // namespace ptx

#endif // PTX_MEMORY_READ_PTXSTEPS_H
