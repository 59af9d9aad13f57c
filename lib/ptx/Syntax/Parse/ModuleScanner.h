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

/// How to find the end of a function body.
enum class BodyScan : uint8_t {
  /// By counting braces.
  Braces,
  /// By counting braces, but a body ends at the latest before a line that starts a function. Used
  /// when a closing brace is missing.
  BracesAndFunctions,
};

/// Finds the function bodies of `source`, so that each can be parsed separately. The result depends
/// only on the text, even for broken modules. Runs in linear time: one pass over the bytes, and a
/// second one with `BodyScan::BracesAndFunctions` if the braces do not match.
ModuleSplit splitModule(llvm::StringRef source, BodyScan scan = BodyScan::Braces);

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_MODULESCANNER_H
