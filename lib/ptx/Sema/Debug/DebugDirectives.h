// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DEBUG_DEBUGDIRECTIVES_H
#define PTX_SEMA_DEBUG_DEBUGDIRECTIVES_H

#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <tuple>

namespace ptx {

/// A line and a column of a file, by its index.
using Location = std::tuple<uint32_t, uint32_t, uint32_t>;

/// A `.loc` of a body. (Manual 11.5.4)
struct SourceLocation {
  SourceRange range; ///< from `.loc` to the column
  SourceRange file;  ///< the index
  uint32_t end;      ///< of all of it, `inlined_at` included
  Location location;
};

/// The `inlined_at` of a `.loc`.
struct InlinedLocation {
  uint32_t index; ///< of the `.loc` in `DebugFacts::locations`
  SourceRange range;
  llvm::StringRef function; ///< where the name of what was called is: a label, or a section
  SourceRange functionRange;
  Location callSite;
  SourceRange callSiteRange;
};

/// A file that a directive names by its index.
struct NamedFile {
  llvm::StringRef directive;
  uint32_t index;
  SourceRange range; ///< of the index
};

/// What the checks of debug directives have to know of a body.
struct DebugFacts {
  llvm::StringRef entry; ///< as diagnostics name it; empty for a function
  SourceRange body;
  std::vector<SourceLocation> locations;
  std::vector<InlinedLocation> inlined;
  std::vector<NamedFile> intermediate; ///< of `.loc_intermediate`s
  /// Those labels and variables of the body that a section refers to.
  std::vector<llvm::StringRef> labels;

  bool empty() const { return locations.empty() && inlined.empty() && labels.empty(); }
};

/// The `.loc`s of a body.
DebugFacts sourceLocationsOf(const SyntaxUnit &body);

/// The labels that the `.section`s of a module define, and those that their data refers to.
struct DebugSections {
  /// A label that data refers to.
  struct Reference {
    llvm::StringRef name;
    SourceRange range;
  };

  /// Whether this is a label of `.debug_str`, or that section.
  bool isString(llvm::StringRef name) const;

  std::vector<llvm::StringRef> names;               ///< of the sections
  llvm::DenseMap<llvm::StringRef, uint32_t> labels; ///< each with the number of its section
  std::vector<Reference> references;
};

/// Checks the `.section`s of a module and returns what they define, and refer to outside of them
/// and of what the module declares. (Manual 11.5)
DebugSections checkDebugSections(const SyntaxUnit &top, const SymbolTable &symbols,
                                 GateReport &gates, DiagnosticList &diagnostics);

/// Checks `.file`, `.loc`, `.section` and `@@DWARF`: indices, source locations and labels that
/// refer to each other, and the data of sections. (Manual 11.5)
class DebugDirectiveChecker {
public:
  /// Checks all that is outside of bodies. `symbols`: those of the module.
  DebugDirectiveChecker(const SyntaxUnit &top, const SymbolTable &symbols, const Platform &platform,
                        GateReport &gates, DiagnosticList &diagnostics);

  /// What the checks have to know of a body, whose gates go to `gates`.
  DebugFacts factsOf(const SyntaxUnit &body, GateReport &gates) const;

  /// Checks the bodies, whose facts are given in the order of the source. `isComplete`: whether no
  /// part of the module is missing because of an error.
  void finish(llvm::ArrayRef<DebugFacts> bodies, bool isComplete,
              DiagnosticList &diagnostics) const;

private:
  void file(const Directive &directive, GateReport &gates, DiagnosticList &diagnostics);
  void checkDwarf(const Platform &platform, GateReport &gates, DiagnosticList &diagnostics) const;
  void checkSources(DiagnosticList &diagnostics);

  const SyntaxUnit &top;
  DebugSections sections;
  llvm::DenseSet<llvm::StringRef> wanted; ///< the names of the references
  llvm::DenseMap<uint64_t, SourceRange> files;
  std::vector<NamedFile> sourceFiles; ///< of `.sourceFileName`s
};

} // namespace ptx

#endif // PTX_SEMA_DEBUG_DEBUGDIRECTIVES_H
