// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The concrete syntax tree of a text, created by ANTLR's lexer and parser for the grammar of PTX.
// Each rule of grammar/PtxParser.g4 that a text uses, and each token, is a node. It is slow and
// large: about 7 MB of text per second, and 75 bytes for each byte. The tree of ptxkit's own parser
// is in lib/ptx/Syntax.

#ifndef PTX_ANTLR_PARSETREE_H
#define PTX_ANTLR_PARSETREE_H

#include "ptx/Support/SourceBuffer.h"

#include "PtxLexer.h"
#include "PtxParser.h"

// On some systems, the runtime has a macro with this name, and members with it.
#undef EOF

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Gives ANTLR one character for each byte, so that its positions are byte offsets in any encoding.
class ByteStream : public antlr4::ANTLRInputStream {
public:
  explicit ByteStream(llvm::StringRef bytes);
};

/// A text with ANTLR's lexer, its tokens and its parser. Nothing is printed on an error: a listener
/// can be added to `parser`.
struct AntlrParser {
  explicit AntlrParser(llvm::StringRef text);

  ByteStream bytes;
  ptxantlr::PtxLexer lexer;
  antlr4::CommonTokenStream tokens;
  ptxantlr::PtxParser parser;
};

/// The format of `printParseTree`.
enum class ParseTreeFormat {
  /// One node on each line, indented, with its location: `Integer 3:17-3:18 "4"`.
  Text,
  /// One JSON value. A rule is an object with the members `rule`, `range` and `children`, a token
  /// one
  /// with `token`, `range` and `text`, and `error` if the parser did not expect it. A range has
  /// `line`, `column`, `endLine`, `endColumn`, as the JSON of the syntax tree has.
  Json
};

/// Parses `source`, a module or, if `isFragment`, a list of statements, and writes the tree. A text
/// with syntax errors has a tree, too. The depth of the text must be bounded: ANTLR's parser is
/// recursive.
void printParseTree(llvm::raw_ostream &os, const SourceBuffer &source, bool isFragment,
                    ParseTreeFormat format);

} // namespace ptx

#endif // PTX_ANTLR_PARSETREE_H
