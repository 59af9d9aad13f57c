// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexer and the parser that ANTLR makes of grammar/*.g4 by itself, with its own run time. Slow;
// the definition that the production code is compared with.

#ifndef PTX_TEST_STOCK_STOCKPARSER_H
#define PTX_TEST_STOCK_STOCKPARSER_H

#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <string>
#include <vector>

namespace ptx::test {

/// The tokens that ANTLR's lexer finds in the bytes of `source`, in the form of ours, without the
/// closing `EndOfFile`.
llvm::SmallVector<Token, 0> stockTokens(llvm::StringRef source);

/// A syntax tree built by the production `AstBuilder`, driven by ANTLR's parser.
struct StockModule {
  SyntaxUnit top;
  std::vector<SyntaxUnit> bodies;
  WordTable words;
};

/// Parses a whole module with ANTLR's lexer and parser. Null if there is a syntax error. The tree
/// refers to `source`.
std::unique_ptr<StockModule> parseStock(llvm::StringRef source);

/// What was compared, to show that something was.
struct StockCounts {
  size_t tokens = 0;
  size_t trees = 0;
  size_t syntaxErrors = 0; ///< sources that neither parser takes
};

/// What differs between the stock and the production build for this source, in words; empty if
/// nothing does. Compares the token streams, whether there is a syntax error, and for a source
/// without errors the hashes of the trees. Adds to `counts`, if given.
std::string compareWithStock(const SourceBuffer &source, StockCounts *counts = nullptr);

} // namespace ptx::test

#endif // PTX_TEST_STOCK_STOCKPARSER_H
