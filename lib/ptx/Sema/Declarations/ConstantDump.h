// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_CONSTANTDUMP_H
#define PTX_SEMA_DECLARATIONS_CONSTANTDUMP_H

#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/Support/raw_ostream.h"

namespace ptx {

/// Prints the constant expressions of `module`, one on each line, in source order: location, text,
/// type and value, and the type and value for `ptxas` if they differ. A literal is printed unless
/// it is part of another expression. Header and debug directives are skipped.
void dumpConstants(llvm::raw_ostream &os, const SourceBuffer &source, const Module &module);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_CONSTANTDUMP_H
