// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_ASTDUMP_H
#define PTX_SYNTAX_TREE_ASTDUMP_H

#include "ptx/Syntax/Tree/Module.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Writes the syntax tree of `module` as text, one node on each line:
///
///     Instruction 7:5-7:28 opcode=`add` modifiers=`.u32`
///       operand: Name 7:17-7:20 text=`%r1`
///
/// A line contains the role of the node in its parent, its kind, its source range (line and column
/// of the first byte and of the first byte after it), and its fields. Below 40 levels the
/// indentation no longer increases and the level precedes the node.
///
/// The tree may have errors. Time and memory are linear in the size of the tree, at any depth.
void dumpAst(llvm::raw_ostream &os, const Module &module);

/// Writes the same as one JSON value, with a line break before each statement. A node is an object
/// with the members `kind`, `range` (`line`, `column`, `endLine`, `endColumn`), its fields, and its
/// children; lists of children are arrays, and null represents an omitted child (`[]`). Integers
/// are exact, so they may exceed 2^53. Bytes that are not valid UTF-8 become U+FFFD.
void dumpAstAsJson(llvm::raw_ostream &os, const Module &module);

} // namespace ptx

#endif // PTX_SYNTAX_TREE_ASTDUMP_H
