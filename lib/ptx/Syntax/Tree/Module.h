// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_MODULE_H
#define PTX_SYNTAX_TREE_MODULE_H

#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include <vector>

namespace ptx {

/// The syntax tree of a source module, or of a statement list on its own. Refers to the source
/// buffer that it was parsed from, which has to outlive it.
class Module {
public:
  explicit Module(const SourceBuffer &source) : buffer(&source) {}

  const SourceBuffer &source() const { return *buffer; }
  /// The header and everything outside of function bodies; for a fragment, all there is.
  const SyntaxUnit &top() const { return topUnit; }
  /// The function bodies in source order; `Function::body` is the index. Empty where they were not
  /// kept.
  llvm::ArrayRef<SyntaxUnit> bodies() const { return bodyUnits; }
  /// The body of a function of `top()`; null if it has none, or one that was not understood or
  /// kept.
  const SyntaxUnit *bodyOf(const Function &function) const {
    return function.body < bodyUnits.size() ? &bodyUnits[function.body] : nullptr;
  }
  /// Mnemonics and modifiers of all units.
  const WordTable &words() const { return wordTable; }
  /// Whether this is a statement list instead of a whole module.
  bool isFragment() const { return fragment; }
  /// Whether the parser found no error, so that the tree represents all of the source.
  bool isComplete() const { return complete; }

  /// Bytes of memory that the tree occupies, the source not counted.
  size_t bytes() const;

private:
  friend class ModuleOutline;
  friend class ModuleParser;

  const SourceBuffer *buffer;
  SyntaxUnit topUnit;
  std::vector<SyntaxUnit> bodyUnits;
  WordTable wordTable;
  bool fragment = false;
  bool complete = true;
};

} // namespace ptx

#endif // PTX_SYNTAX_TREE_MODULE_H
