// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ADDRESSES_SHAREDMEMORY_H
#define PTX_LINT_ADDRESSES_SHAREDMEMORY_H

#include "ptx/Lint/BodySummary.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// Whether `symbol` occupies static shared memory of the CTA. (Manual 5.1.7)
inline bool isStaticShared(const Symbol &symbol) {
  return symbol.isMemory() && symbol.space == StateSpace::Shared && !symbol.broken &&
         symbol.linkage != Linkage::Extern;
}

/// The target of the module with the least static shared memory; null if none is known.
const TargetInfo *leastShared(const Platform &platform);

/// Records the size of the static shared memory that a body declares and, if that is more than
/// `harmless` bytes, the size of the part that it names.
void addSharedMemory(const BodyScope &scope, uint64_t harmless, BodySummary &summary);

} // namespace ptx

#endif // PTX_LINT_ADDRESSES_SHAREDMEMORY_H
