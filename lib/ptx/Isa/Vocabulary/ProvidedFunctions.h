// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_VOCABULARY_PROVIDEDFUNCTIONS_H
#define PTX_ISA_VOCABULARY_PROVIDEDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// Whether the driver of the device provides the function, such as `vprintf`. (Manual 10.1)
bool isProvidedFunction(llvm::StringRef name);

} // namespace ptx

#endif // PTX_ISA_VOCABULARY_PROVIDEDFUNCTIONS_H
