// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has to hold for every input, whatever its bytes. The fuzzers, the checks after every lit
// test, and the programs that run over whole folders all call these functions.

#ifndef PTX_TEST_INPUTCHECKS_PROPERTIES_H
#define PTX_TEST_INPUTCHECKS_PROPERTIES_H

#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <string>

namespace ptx::test {

/// What went wrong, in words; empty if nothing did.
using Problem = std::string;

/// The lexer: offsets rise, and tokens, comments, line markers and white space together cover
/// exactly the bytes of `source`.
Problem checkLexer(const SourceBuffer &source);

/// The parser: the ranges of all diagnostics and nodes are within the file, the diagnostics can be
/// rendered in every format, a tree without errors holds every token of the file, and the tree is
/// complete exactly if no error was reported.
Problem checkParser(const SourceBuffer &source);

/// The meaning, of a module and of a statement list, by what it declares and for several targets:
/// the diagnostics are within the file, can be rendered, and are the same every time.
Problem checkMeaning(const SourceBuffer &source);

/// The printer, for a source that parses without errors: the printed text has the same tokens, the
/// same comments, and the same tree, and printing that again changes nothing. Any other source is
/// fine.
Problem checkRoundTrip(const SourceBuffer &source);

/// The printer where some lines are to stay as they are, for a source that parses without errors:
/// they do, the tokens are the same, and printing again changes nothing. Any other source is fine.
Problem checkKeptLines(const SourceBuffer &source);

/// Canonical spelling, for a source that parses without errors: the printed text has the same
/// comments and the same kinds of errors, its layout is canonical, and printing it again changes
/// nothing. Any other source is fine.
Problem checkCanonical(const SourceBuffer &source);

/// All tokens of `source`, without a closing `EndOfFile`.
llvm::SmallVector<Token, 0> allTokens(const SourceBuffer &source);

/// Where and how two token sequences differ in kinds or texts; empty if they do not.
Problem compareTokens(const SourceBuffer &left, const SourceBuffer &right);

/// The tree of `source` if it has no errors, else null.
std::unique_ptr<Module> parseComplete(const SourceBuffer &source);

/// The layout of `module` as the printer writes it.
std::string printed(const Module &module);

/// The same in canonical spelling.
std::string printedCanonically(const Module &module);

/// The fixes of diagnostics, the safe ones and all: they are within the file, make no error, and
/// when they are made none is left that could be made.
Problem checkFixes(const SourceBuffer &source);

} // namespace ptx::test

#endif // PTX_TEST_INPUTCHECKS_PROPERTIES_H
