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

/// The names in a body that no declaration before them declares, each once. That there is one
/// elsewhere is known when the whole body has been read. (Manual 5.4)
class UnknownNames {
public:
  explicit UnknownNames(const BodyScope &scope) : scope(scope), unit(scope.unit) {}

  /// Says that `name`, used at `where`, is not declared.
  void add(SourceRange where, llvm::StringRef name);

  /// Reports all names: with the declaration that comes too late or is of another block, else with
  /// the name that may have been meant.
  void report(DiagnosticList &diagnostics);

private:
  /// What there is to say of a name.
  struct Hints {
    /// The names that are spelled most like it, if any are near.
    std::vector<NearName> nearest;
    /// What is declared under this name: after the use, and in a block that the use is not in.
    std::optional<Symbol> later;
    std::optional<Symbol> elsewhere;
    /// Registers of which this would be one if there were more, or if it had a number.
    std::optional<Symbol> tooFew;
    /// A register that is called as this one without its number.
    std::optional<Symbol> uncounted;
  };
  struct Unknown {
    /// A new one if there is none.
    Hints &addHints();

    SourceRange where;
    llvm::StringRef name;
    /// Null if there is nothing to say: there can be very many names.
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
  std::optional<NameRepairs> repairs; // made when there is something to repair
  std::vector<Unknown> unknowns;
  llvm::DenseMap<llvm::StringRef, uint32_t> indices;
  /// By what is before the number at the end.
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<uint32_t, 2>> numbered;
};

/// Reports the names that are declared twice in one scope of a body. (Manual 5.4)
void reportClashes(const SymbolTable &symbols, DiagnosticList &diagnostics);

/// Reports that `second` cannot have the name that `first` has.
void reportClash(const Symbol &first, const Symbol &second, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_NAMES_NAMEERRORS_H
