// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_CONSTANTDUMP_H
#define PTX_SEMA_DECLARATIONS_CONSTANTDUMP_H

#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/Support/raw_ostream.h"

namespace ptx {

/// Prints the constant expressions of `module`, one a line in the order of the source: where it is,
/// the text, type and value, and those for `ptxas` where they differ. A literal is printed if it is
/// no part of another one; of header and debug directives none is.
void dumpConstants(llvm::raw_ostream &os, const SourceBuffer &source, const Module &module);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_CONSTANTDUMP_H
