// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_ASTHASH_H
#define PTX_SYNTAX_TREE_ASTHASH_H

#include "ptx/Syntax/Tree/Module.h"

namespace ptx {

/// A hash of the content of the syntax tree of `module`: kinds and order of the nodes, names,
/// words, literals (text and value), operators, guards, qualifiers.
///
/// White space, comments, offsets and the numbers of ids do not matter. Two trees whose source
/// differs in one token have different hashes, unless two token texts collide in 64 bits. Linear in
/// the size of the tree, without recursion. The tree may have errors.
uint64_t hashSyntax(const Module &module);

/// The same for a tree in parts: the unit outside of function bodies, and the bodies in source
/// order.
uint64_t hashSyntax(const SyntaxUnit &top, llvm::ArrayRef<SyntaxUnit> bodies);

} // namespace ptx

#endif // PTX_SYNTAX_TREE_ASTHASH_H
