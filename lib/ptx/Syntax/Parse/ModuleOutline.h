// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_MODULEOUTLINE_H
#define PTX_SYNTAX_PARSE_MODULEOUTLINE_H

#include "ptx/Syntax/Parse/FunctionHeader.h"
#include "ptx/Syntax/Parse/ModuleScanner.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <memory>
#include <optional>

// A module can be parsed in two steps: all that is outside of function bodies, and then each body
// on its own, in any order and by any thread. `parseModule` does both and keeps all trees; who
// looks at one body after the other needs no more than one of them at a time.

namespace ptx {

class UnitParser;

/// A module whose bodies have yet to be parsed.
class ModuleOutline {
public:
  /// Finds the bodies of `source` and parses the text around them; a fragment has none. Errors
  /// there go to `diagnostics`, which are empty before.
  ModuleOutline(const SourceBuffer &source, SourceKind kind, BodyScan scan, Workers &workers,
                DiagnosticList &diagnostics);

  /// The tree of all that is outside of bodies.
  const Module &module() const { return *tree; }
  size_t bodyCount() const { return bodies.size(); }
  /// Where a body is, by its number: `Function::body`.
  const ModuleSplit::Body &body(size_t index) const { return bodies[index]; }
  /// The function of a body; null if its header was not understood.
  const Function *functionOf(size_t index) const {
    return functions[index] ? &tree->top()[functions[index]] : nullptr;
  }

  /// Hands the tree over; the outline is of no use then. `isComplete`: whether neither it nor any
  /// body has an error of its syntax.
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

/// Parses bodies of a module one after the other. Each thread needs a reader of its own.
class BodyReader {
public:
  /// `outline` has to outlive the reader. `storage` is that of the trees.
  BodyReader(const ModuleOutline &outline, UnitStorage storage);
  ~BodyReader();

  /// Parses body `index` and adds what is wrong with it to `diagnostics`.
  SyntaxUnit read(size_t index, DiagnosticList &diagnostics);

  /// The header of the function of that body, good until the next one; none if it was not
  /// understood.
  const std::optional<FunctionHeader> &header() const { return currentHeader; }

  /// Whether a function seemed to start inside one of the bodies, so that the bodies have to be
  /// found by `BodyScan::BracesAndFunctions`.
  bool sawFunctionInside() const { return functionInside; }

  /// The mnemonics and modifiers of the bodies so far.
  const WordTable &words() const;
  /// Hands them over; those of the next body are in a new table.
  WordTable takeWords();

private:
  void reportUnclosed(size_t index, SyntaxUnit &body);

  const ModuleOutline &outline;
  std::unique_ptr<UnitParser> parser;
  std::optional<FunctionHeader> currentHeader;
  bool functionInside = false;
};

/// The scan after which there is no other one to try.
inline constexpr BodyScan lastBodyScan = BodyScan::BracesAndFunctions;

/// Calls `attempt` with each way to find the bodies of a module, until it returns true: where a
/// brace too few in one function and one too many in another match each other, the functions
/// between them look like parts of a body.
template <class Attempt> void forEachBodyScan(Attempt attempt) {
  if (!attempt(BodyScan::Braces))
    attempt(lastBodyScan);
}

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_MODULEOUTLINE_H
