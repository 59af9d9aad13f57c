// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what the library is built from.

#ifndef PTX_LEANPARSER_LEANWRITER_H
#define PTX_LEANPARSER_LEANWRITER_H

#include "Rules.h"

#include "llvm/Support/raw_ostream.h"

namespace ptx::lean {

/// The class of the parser, derived from `ptx::LeanParser`.
void writeHeader(llvm::raw_ostream &os, const ParserClass &parser, llvm::ArrayRef<Rule> rules);

/// The functions of its rules.
void writeSource(llvm::raw_ostream &os, const ParserClass &parser, llvm::ArrayRef<Rule> rules);

/// A line PTX_RULE(Module, 0) for each rule.
void writeRuleKinds(llvm::raw_ostream &os, const ParserClass &parser);

/// The vocabulary, a file `.tokens` of ANTLR: a line PTX_TOKEN(Version, 1) for each kind of token,
/// and PTX_SPELLING(Version, ".version") for those that have one spelling.
void writeTokenKinds(llvm::raw_ostream &os, const GeneratedText &vocabulary);

} // namespace ptx::lean

#endif // PTX_LEANPARSER_LEANWRITER_H
