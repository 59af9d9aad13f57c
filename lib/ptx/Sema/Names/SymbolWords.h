// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declared names in the words of messages.

#ifndef PTX_SEMA_NAMES_SYMBOLWORDS_H
#define PTX_SEMA_NAMES_SYMBOLWORDS_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Sema/Names/Symbols.h"

#include <string>

namespace ptx {

/// The type of a variable as in its declaration, including dimensions: `.v4 .f32`, `.b8[16]`. "?"
/// if unknown.
std::string typeText(const Symbol &symbol);

/// The state space and the type of a variable in memory; only the type of a register.
std::string declaredText(const Symbol &symbol);

/// The kind of symbol, with its article: "a label", "an entry", "a register".
llvm::StringRef kindText(const Symbol &symbol);

/// Adds the note "`x` declared `.shared .u32` here", or the equivalent for other kinds of names.
void noteDeclared(const Symbol &symbol, llvm::StringRef name, Diagnostic &d);

} // namespace ptx

#endif // PTX_SEMA_NAMES_SYMBOLWORDS_H
