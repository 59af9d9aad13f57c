// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_MODULEOUTLINE_H
#define PTX_SYNTAX_PARSE_MODULEOUTLINE_H

#include "ptx/Syntax/Parse/FunctionHeader.h"
#include "ptx/Syntax/Parse/ModuleScanner.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <memory>
#include <optional>

// A module can be parsed in two steps: first the text outside of function bodies, then each body
// separately, in any order and by any thread. `parseModule` does both and keeps all trees. A caller
// that processes one body after the other needs only one tree at a time.

namespace ptx {

class UnitParser;

/// A module whose bodies have yet to be parsed.
class ModuleOutline {
public:
  /// Finds the bodies of `source` and parses the text around them; a fragment has none. Errors
  /// there go to `diagnostics`. Precondition: `diagnostics` is empty.
  ModuleOutline(const SourceBuffer &source, SourceKind kind, BodyScan scan, Workers &workers,
                DiagnosticList &diagnostics);

  /// The tree of the text outside of bodies.
  const Module &module() const { return *tree; }
  size_t bodyCount() const { return bodies.size(); }
  /// The location of a body, by its number `Function::body`.
  const ModuleSplit::Body &body(size_t index) const { return bodies[index]; }
  /// The function of a body; null if its header could not be parsed.
  const Function *functionOf(size_t index) const {
    return functions[index] ? &tree->top()[functions[index]] : nullptr;
  }

  /// Returns the tree; the outline must not be used afterwards. `isComplete`: whether neither the
  /// tree nor any body has a syntax error.
  std::unique_ptr<Module> take(bool isComplete) {
    tree->complete = isComplete;
    return std::move(tree);
  }

private:
  friend class BodyReader;
  friend class ModuleParser;

  void parse(ModuleSplit split, DiagnosticList &diagnostics);
  void numberBodies();

  std::unique_ptr<Module> tree;
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

  /// Whether a function seemed to start inside one of the bodies, so that the bodies must be found
  /// with `BodyScan::BracesAndFunctions`.
  bool sawFunctionInside() const { return functionInside; }

  /// The mnemonics and modifiers of the bodies so far.
  const WordTable &words() const;
  /// Returns the table; the next body starts a new one.
  WordTable takeWords();

private:
  void reportUnclosed(size_t index, SyntaxUnit &body);

  const ModuleOutline &outline;
  std::unique_ptr<UnitParser> parser;
  std::optional<FunctionHeader> currentHeader;
  bool functionInside = false;
};

/// The last scan to try.
inline constexpr BodyScan lastBodyScan = BodyScan::BracesAndFunctions;

/// Calls `attempt` with each way to find the bodies of a module, until it returns true. If a
/// function lacks a brace and a later one has an extra brace, the two match each other, and the
/// functions between them look like parts of a body.
template <class Attempt> void forEachBodyScan(Attempt attempt) {
  if (!attempt(BodyScan::Braces))
    attempt(lastBodyScan);
}

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_MODULEOUTLINE_H
