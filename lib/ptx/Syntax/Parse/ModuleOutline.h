// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_MODULEOUTLINE_H
#define PTX_SYNTAX_PARSE_MODULEOUTLINE_H

#include "ptx/Syntax/Parse/FunctionHeader.h"
#include "ptx/Syntax/Parse/ModuleScanner.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <memory>
#include <optional>

// A module is parsed in two steps: first the text outside of function bodies, then each body
// separately, in any order and by any thread. A caller that processes one body after the other
// needs only one tree at a time; another one keeps the trees in the module.

namespace ptx {

class UnitParser;

/// A module whose bodies have yet to be parsed.
class ModuleOutline {
public:
  /// Finds the bodies of the source of `module`, which is empty and must outlive the outline, and
  /// parses the text around them into it; a fragment has no bodies. Errors there go to
  /// `diagnostics`. Precondition: `diagnostics` is empty.
  ModuleOutline(Module &module, SourceKind kind, Workers &workers, DiagnosticList &diagnostics);

  /// The tree of the text outside of bodies.
  const Module &module() const { return tree; }
  size_t bodyCount() const { return bodies.size(); }
  /// The location of a body, by its number `Function::body`.
  const ModuleSplit::Body &body(size_t index) const { return bodies[index]; }
  /// The function of a body; null if its header could not be parsed.
  const Function *functionOf(size_t index) const {
    return functions[index] ? &tree.top()[functions[index]] : nullptr;
  }

  /// Makes room for the trees of all bodies. Call it before the first `keep`.
  void makeSlots() { tree.bodyUnits.resize(bodies.size()); }
  /// Stores the tree of a body in the module. Threads can store different bodies concurrently.
  const SyntaxUnit &keep(size_t index, SyntaxUnit body) {
    return tree.bodyUnits[index] = std::move(body);
  }
  /// Stores the words of trees that are kept.
  void keep(std::unique_ptr<WordTable> words) { tree.wordTables.push_back(std::move(words)); }

  /// Records whether neither the text outside of bodies nor any body has a syntax error.
  void setComplete(bool isComplete) { tree.complete = isComplete; }

private:
  void parse(ModuleSplit split, DiagnosticList &diagnostics);
  void numberBodies();

  Module &tree;
  std::vector<ModuleSplit::Body> bodies;
  std::vector<FuncId> functions;
};

/// Parses bodies of a module one after the other. Each thread requires its own reader.
class BodyReader {
public:
  /// `outline` must outlive the reader. `storage` is the storage of the trees.
  BodyReader(const ModuleOutline &outline, UnitStorage storage);
  ~BodyReader();

  /// Parses body `index` and adds its errors to `diagnostics`.
  SyntaxUnit read(size_t index, DiagnosticList &diagnostics);

  /// The header of the function of that body, valid until the next call of `read`; none if it could
  /// not be parsed.
  const std::optional<FunctionHeader> &header() const { return currentHeader; }

  /// The mnemonics and modifiers of the bodies so far, to which their trees refer.
  const WordTable &words() const;
  /// Returns the table, which must outlive the trees. The reader must not be used afterwards.
  std::unique_ptr<WordTable> takeWords();

private:
  void reportUnclosed(size_t index, SyntaxUnit &body);

  const ModuleOutline &outline;
  std::unique_ptr<UnitParser> parser;
  std::optional<FunctionHeader> currentHeader;
};

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_MODULEOUTLINE_H
