// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ADDRESSES_MEMORYSTRENGTH_H
#define PTX_LINT_ADDRESSES_MEMORYSTRENGTH_H

#include "ptx/Isa/Instructions.h"

namespace ptx {

/// Whether the instruction is an atomic operation, or an access with the semantics of one: it is
/// strong, and not `.volatile`. (Manual 8.4)
bool isStrongAccess(const InstrView &view);

/// Whether the access is `.volatile`, which is strong at system scope as well. (Manual 8.4.2)
bool isVolatileAccess(const InstrView &view);

} // namespace ptx

#endif // PTX_LINT_ADDRESSES_MEMORYSTRENGTH_H
