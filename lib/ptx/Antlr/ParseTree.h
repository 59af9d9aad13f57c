// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The concrete syntax tree of a text, made by the lexer and the parser that ANTLR writes for the
// grammar of PTX. Every rule of grammar/PtxParser.g4 that a text uses is a node, and every token.
// It is slow and large, some 7 MB of text a second and 75 bytes a byte; the tree of ptxkit's own
// parser is in lib/ptx/Syntax.

#ifndef PTX_ANTLR_PARSETREE_H
#define PTX_ANTLR_PARSETREE_H

#include "ptx/Support/SourceBuffer.h"

#include "PtxLexer.h"
#include "PtxParser.h"

// The run time has a macro of that name on some systems, and members.
#undef EOF

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Gives ANTLR one character a byte, so that its positions are offsets into the text whatever its
/// encoding.
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

/// How `printParseTree` writes a tree.
enum class ParseTreeFormat {
  /// A node a line, indented, with its place: `Integer 3:17-3:18 "4"`.
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
