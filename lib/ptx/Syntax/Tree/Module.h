// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_TREE_MODULE_H
#define PTX_SYNTAX_TREE_MODULE_H

#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include <memory>
#include <vector>

namespace ptx {

/// The syntax tree of a source module, or of a separate statement list. Refers to its source
/// buffer, which must outlive it.
class Module {
public:
  explicit Module(const SourceBuffer &source) : buffer(&source) {}

  const SourceBuffer &source() const { return *buffer; }
  /// The header and everything outside of function bodies; for a fragment, the whole text.
  const SyntaxUnit &top() const { return topUnit; }
  /// The function bodies in source order; `Function::body` is the index. Empty if they were not
  /// kept.
  llvm::ArrayRef<SyntaxUnit> bodies() const { return bodyUnits; }
  /// The body of a function of `top()`; null if it has none, or if the body could not be parsed or
  /// was not kept.
  const SyntaxUnit *bodyOf(const Function &function) const {
    return function.body < bodyUnits.size() ? &bodyUnits[function.body] : nullptr;
  }
  /// Whether this is a statement list instead of a whole module.
  bool isFragment() const { return fragment; }
  /// Whether the parser found no error, so that the tree represents all of the source.
  bool isComplete() const { return complete; }

  /// Bytes of memory that the tree occupies, without the source.
  size_t bytes() const;

private:
  friend class ModuleOutline;

  const SourceBuffer *buffer;
  SyntaxUnit topUnit;
  std::vector<SyntaxUnit> bodyUnits;
  std::vector<std::unique_ptr<WordTable>> wordTables;
  bool fragment = false;
  bool complete = true;
};

} // namespace ptx

#endif // PTX_SYNTAX_TREE_MODULE_H
