// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// PTX modules in strings. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_MODULESTRINGS_H
#define PTX_INLINE_READ_MODULESTRINGS_H

#include "ptx/Inline/Read/AsmStatements.h"

namespace ptx {

/// Whether a source has the first words of a PTX module, which most sources do not.
bool mentionsModule(llvm::StringRef text);

/// The statement for the text of a string, if that is a whole PTX module. `range`: the string.
std::optional<AsmStatement> readModuleString(MappedText text, SourceRange range);

/// The same for a part of a module at its level, if that has a function of PTX. The header is
/// added.
std::optional<AsmStatement> readModulePart(const MappedText &part, SourceRange range);

} // namespace ptx

#endif // PTX_INLINE_READ_MODULESTRINGS_H
