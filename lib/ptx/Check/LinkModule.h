// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_LINKMODULE_H
#define PTX_CHECK_LINKMODULE_H

#include "ptx/Check/Passes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>

namespace ptx {

/// A parameter or result of a function, as far as modules must agree on it. Alignment, signedness
/// and names can differ.
struct LinkParameter {
  std::string type; ///< as in its declaration
  uint64_t bytes = 0;
  uint32_t elementBytes = 0;
  bool isArray = false;
  bool isFloat = false;

  bool isCompatible(const LinkParameter &other) const {
    return bytes == other.bytes && elementBytes == other.elementBytes && isArray == other.isArray &&
           isFloat == other.isFloat;
  }
};

/// A name that a module shares with other modules, or could share with `.visible`. (Manual 11.6)
struct LinkSymbol {
  llvm::StringRef name; ///< in the source of the module
  SourceRange range;
  SymbolKind kind = SymbolKind::Variable;
  Linkage linkage = Linkage::None;
  /// Whether the module contains the body, the alias or the variable.
  bool isDefined = false;
  /// Whether the module names the function; true for each variable that it declares.
  bool isUsed = false;
  /// Whether the module calls it by its name.
  bool isCalled = false;

  // Of a variable.
  StateSpace space = StateSpace::Global;
  std::optional<TypeId> opaque = std::nullopt;
  uint64_t bytes = 0; ///< 0 for an array without a size
  uint32_t alignment = 0;
  bool isManaged = false;
  bool isInitialized = false;

  // Of a function.
  llvm::SmallVector<LinkParameter, 2> results;
  llvm::SmallVector<LinkParameter, 4> parameters;
  std::vector<llvm::StringRef> names; ///< the functions that its body names

  bool isFunction() const { return kind != SymbolKind::Variable; }
  /// Whether other modules can refer to it.
  bool isShared() const { return linkage != Linkage::None; }
  /// Whether a second definition is an error.
  bool isStrong() const {
    return isDefined &&
           (linkage == Linkage::Visible || (linkage == Linkage::Common && isInitialized));
  }
  /// Whether the launch determines its size.
  bool isDynamic() const {
    return linkage == Linkage::Extern && space == StateSpace::Shared && !bytes && !isFunction();
  }
};

/// The data of a module that linking requires. The source must outlive it.
struct LinkModule {
  /// Each name once, in the order of the source.
  std::vector<LinkSymbol> symbols;
  llvm::StringMap<size_t> numbers; ///< of the symbols, by name
  /// The names in initializers, such as those of tables of functions.
  std::vector<llvm::StringRef> initializerNames;
  std::optional<TargetId> target;
  SourceRange targetRange;

  /// The symbol called `name`; null if there is none.
  LinkSymbol *find(llvm::StringRef name) {
    auto known = numbers.find(name);
    return known == numbers.end() ? nullptr : &symbols[known->second];
  }
};

/// Collects the shared names of a module while it is checked.
class LinkCollector : public BodyVisitor {
public:
  void begin(const SemaResult::Tables &tables) override;
  void body(const CheckedUnit &body, unsigned worker) override;

  /// The module; to be called once, after the check.
  LinkModule take() { return std::move(module); }

private:
  void add(const Symbol &symbol);
  void addInitializers(const SyntaxUnit &top);

  LinkModule module;
  /// The symbol of the function whose name ends there.
  llvm::DenseMap<uint32_t, size_t> definitions;
  std::mutex mutex;
};

} // namespace ptx

#endif // PTX_CHECK_LINKMODULE_H
