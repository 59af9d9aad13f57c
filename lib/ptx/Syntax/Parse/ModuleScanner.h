// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_MODULESCANNER_H
#define PTX_SYNTAX_PARSE_MODULESCANNER_H

#include "ptx/Support/SourceRange.h"
#include "ptx/Syntax/Lex/Token.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace ptx {

/// A module cut into the text outside of function bodies and the bodies.
struct ModuleSplit {
  /// The tokens outside of bodies. A body is an `LBrace` and, unless it lacks one, an `RBrace`.
  llvm::SmallVector<Token, 0> tokens;

  struct Body {
    /// Index of the `LBrace` in `tokens`.
    uint32_t openToken;
    /// The bytes between the braces.
    SourceRange range;
    /// Whether there is a closing brace. Without one, the body ends before the next function that
    /// starts on its own line, or at the end of the file.
    bool closed;
  };
  std::vector<Body> bodies;
};

/// Finds the function bodies of `source`, so that each can be parsed separately. The result is
/// final: it depends only on the text, even for broken modules.
///
/// A body ends at its closing brace. If braces do not match, or a function is defined inside a
/// body, a brace is missing somewhere: then each body ends at the latest before a line that starts
/// a function. (A function that lacks a brace, and a later one that has an extra brace, match each
/// other, so that the functions between them look like parts of a body.) Runs in linear time: one
/// pass over the bytes, and a second one if a brace is missing.
ModuleSplit findBodies(llvm::StringRef source);

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_MODULESCANNER_H
