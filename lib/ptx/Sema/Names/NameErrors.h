// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMES_NAMEERRORS_H
#define PTX_SEMA_NAMES_NAMEERRORS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Sema/Names/NameRepairs.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// The names in a body that are not declared before their use, each once. Declarations elsewhere
/// are known only after the whole body has been read. (Manual 5.4)
class UnknownNames {
public:
  explicit UnknownNames(const BodyScope &scope) : scope(scope), unit(scope.unit) {}

  /// Adds the undeclared `name`, used at `where`.
  void add(SourceRange where, llvm::StringRef name);

  /// Reports all names, with a declaration after the use or in another block, or else with the
  /// likely intended name.
  void report(DiagnosticList &diagnostics);

private:
  /// The hints for a name.
  struct Hints {
    /// The declared names with the most similar spelling, if any.
    std::vector<NearName> nearest;
    /// Declarations of this name: after the use, and in a block that does not contain the use.
    std::optional<Symbol> later;
    std::optional<Symbol> elsewhere;
    /// Registers that would include this one if there were more of them, or if it had a number.
    std::optional<Symbol> tooFew;
    /// A register with this name without its number.
    std::optional<Symbol> uncounted;
  };
  struct Unknown {
    /// Creates the hints if there are none.
    Hints &addHints();

    SourceRange where;
    llvm::StringRef name;
    /// Null if there are no hints, since there can be very many names.
    std::unique_ptr<Hints> hints;
  };

  std::vector<NearName> nearestTo(llvm::StringRef name) const;
  std::optional<NearName> sameSpelling(llvm::StringRef name) const;
  void suggestNearest(const Unknown &unknown, llvm::ArrayRef<NearName> nearest,
                      Diagnostic &diagnostic);
  std::optional<Symbol> numberedAs(llvm::StringRef name) const;
  bool noteForeign(const Unknown &unknown, Diagnostic &diagnostic) const;
  bool noteParameters(llvm::StringRef name, Diagnostic &diagnostic) const;
  void search();
  void meet(const Symbol &symbol, SourceRange block);
  void meet(Unknown &unknown, const Symbol &symbol, SourceRange block);

  const BodyScope &scope;
  const SyntaxUnit &unit;
  std::optional<NameRepairs> repairs; // created for the first repair
  std::vector<Unknown> unknowns;
  llvm::DenseMap<llvm::StringRef, uint32_t> indices;
  /// By the part before the number at the end.
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<uint32_t, 2>> numbered;
};

/// Reports the names that are declared twice in one scope of a body. (Manual 5.4)
/// `lostBraces`: the offset from which on the scopes may not be those of the text.
void reportClashes(const SymbolTable &symbols, uint32_t lostBraces, DiagnosticList &diagnostics);

/// Reports that `second` cannot have the same name as `first`.
void reportClash(const Symbol &first, const Symbol &second, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_NAMES_NAMEERRORS_H
