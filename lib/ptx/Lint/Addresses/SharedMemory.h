// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ADDRESSES_SHAREDMEMORY_H
#define PTX_LINT_ADDRESSES_SHAREDMEMORY_H

#include "ptx/Lint/BodySummary.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// Whether `symbol` takes part of the static shared memory of the CTA. (Manual 5.1.7)
inline bool isStaticShared(const Symbol &symbol) {
  return symbol.isMemory() && symbol.space == StateSpace::Shared && !symbol.broken &&
         symbol.linkage != Linkage::Extern;
}

/// The target of the module that has the least static shared memory; null if none is known.
const TargetInfo *leastShared(const Platform &platform);

/// Notes how much static shared memory a body declares and, if that is more than `harmless` bytes,
/// how much of it it names.
void addSharedMemory(const BodyScope &scope, uint64_t harmless, BodySummary &summary);

} // namespace ptx

#endif // PTX_LINT_ADDRESSES_SHAREDMEMORY_H
