// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions on the kind of the next token, which versions of ANTLR write in different ways.

#ifndef PTX_LEANPARSER_CONDITION_H
#define PTX_LEANPARSER_CONDITION_H

#include "Rules.h"

namespace ptx::lean {

/// Tells for which kinds of tokens the C++ expression `condition` about `_la` is true. Refuses an
/// expression of another form.
TokenSet admittedTokens(llvm::ArrayRef<llvm::StringRef> condition, const GeneratedText &text,
                        const ParserClass &parser);

} // namespace ptx::lean

#endif // PTX_LEANPARSER_CONDITION_H
