// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_SPLITINPUT_H
#define PTX_CHECK_SPLITINPUT_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace ptx {

/// The parts of `text` between lines that consist of `// -----` and optional white space. The parts
/// are in order and omit only these lines; there is always at least one.
std::vector<SourceRange> splitInput(llvm::StringRef text);

} // namespace ptx

#endif // PTX_CHECK_SPLITINPUT_H
