// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_REFERENCE_DATABASE_H
#define PTX_ISA_REFERENCE_DATABASE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Writes all that the records say as one JSON object: docs/instruction-database.schema.json has
/// its keys. `release` is that of ptxkit.
void printDatabase(llvm::raw_ostream &os, llvm::StringRef release);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_DATABASE_H
