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
  uint32_t end;      ///< of the whole directive, including `inlined_at`
  Location location;
};

/// The `inlined_at` of a `.loc`.
struct InlinedLocation {
  uint32_t index; ///< of the `.loc` in `DebugFacts::locations`
  SourceRange range;
  llvm::StringRef function; ///< where the name of the inlined function is: a label or a section
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

/// The facts about a body that the checks of debug directives require.
struct DebugFacts {
  llvm::StringRef entry; ///< its name for diagnostics; empty for a function
  SourceRange body;
  std::vector<SourceLocation> locations;
  std::vector<InlinedLocation> inlined;
  std::vector<NamedFile> intermediate; ///< of `.loc_intermediate`s
  /// The labels and variables of the body to which a section refers.
  std::vector<llvm::StringRef> labels;

  bool empty() const { return locations.empty() && inlined.empty() && labels.empty(); }
};

/// The `.loc`s of a body.
DebugFacts sourceLocationsOf(const SyntaxUnit &body);

/// The labels that the `.section`s of a module define, and the labels to which their data refers.
struct DebugSections {
  /// A reference from data to a label.
  struct Reference {
    llvm::StringRef name;
    SourceRange range;
  };

  /// Whether this is a label of `.debug_str`, or that section itself.
  bool isString(llvm::StringRef name) const;

  std::vector<llvm::StringRef> names;               ///< of the sections
  llvm::DenseMap<llvm::StringRef, uint32_t> labels; ///< each with the number of its section
  std::vector<Reference> references;
};

/// Checks the `.section`s of a module. Returns the labels that they define, and the references to
/// names that neither they nor the module declares. (Manual 11.5)
DebugSections checkDebugSections(const SyntaxUnit &top, const SymbolTable &symbols,
                                 GateReport &gates, DiagnosticList &diagnostics);

/// Checks `.file`, `.loc`, `.section` and `@@DWARF`: indices, source locations and labels that
/// refer to each other, and the data of sections. (Manual 11.5)
class DebugDirectiveChecker {
public:
  /// Checks the directives outside of bodies. `symbols`: the symbols of the module.
  DebugDirectiveChecker(const SyntaxUnit &top, const SymbolTable &symbols, const Platform &platform,
                        GateReport &gates, DiagnosticList &diagnostics);

  /// Collects the facts about a body for `finish`; its gates go to `gates`.
  DebugFacts factsOf(const SyntaxUnit &body, GateReport &gates) const;

  /// Checks the bodies. Their facts are in source order. `isComplete`: whether no part of the
  /// module is missing because of an error.
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
