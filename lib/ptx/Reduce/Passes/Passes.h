// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_PASSES_PASSES_H
#define PTX_REDUCE_PASSES_PASSES_H

#include "ptx/Reduce/Pass.h"

namespace ptx {

// A pass each, in the file of its name. `Pass.cpp` has their names and summaries.
void findComments(const Subject &subject, ChangeList &changes);
void findLines(const Subject &subject, ChangeList &changes);
void findFunctions(const Subject &subject, ChangeList &changes);
void findBodies(const Subject &subject, ChangeList &changes);
void findBlocks(const Subject &subject, ChangeList &changes);
void findStatements(const Subject &subject, ChangeList &changes);
void findDeclarations(const Subject &subject, ChangeList &changes);
void findUnused(const Subject &subject, ChangeList &changes);
void findParameters(const Subject &subject, ChangeList &changes);
void findDirectives(const Subject &subject, ChangeList &changes);
void findInitializers(const Subject &subject, ChangeList &changes);
void findGuards(const Subject &subject, ChangeList &changes);
void findBranches(const Subject &subject, ChangeList &changes);
void findModifiers(const Subject &subject, ChangeList &changes);
void findVectors(const Subject &subject, ChangeList &changes);
void findExpressions(const Subject &subject, ChangeList &changes);
void findConstants(const Subject &subject, ChangeList &changes);
void findRegisters(const Subject &subject, ChangeList &changes);
void findTypes(const Subject &subject, ChangeList &changes);
void findPlatform(const Subject &subject, ChangeList &changes);
void findTokens(const Subject &subject, ChangeList &changes);

/// Adds to `change` the removal of all statements in which `name` occurs.
void removeUses(const Subject &subject, llvm::StringRef name, bool numbered, Change &change);

/// The removal of `items[index]` from a list in `unit` whose items are separated by commas: with
/// the comma after it, or that before the last one. `first` and `last` are the tokens of each item.
struct ListItem {
  TokenId first;
  TokenId last;
};
SourceRange itemWithComma(const SyntaxUnit &unit, llvm::ArrayRef<ListItem> items, size_t index);

} // namespace ptx

#endif // PTX_REDUCE_PASSES_PASSES_H
