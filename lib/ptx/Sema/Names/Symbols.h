// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMES_SYMBOLS_H
#define PTX_SEMA_NAMES_SYMBOLS_H

#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Isa/Vocabulary/Types.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <cstdint>
#include <optional>

namespace ptx {

/// The kinds of declared names.
enum class SymbolKind : uint8_t {
  Variable, ///< registers, variables in memory, parameters
  Function, ///< `.func`
  Entry,    ///< `.entry`
  Label,
  CallPrototype, ///< the label of `.callprototype`
  CallTargets,   ///< the label of `.calltargets`
  BranchTargets, ///< the label of `.branchtargets`
  MetadataLabel, ///< the name in a `.metadata_label`
};

/// The visibility of a name outside of its module. (Manual 11.6)
enum class Linkage : uint8_t { None, Extern, Visible, Weak, Common };

/// The kinds of `.param` variables, for `Symbol::parameter`.
enum class ParameterKind : uint8_t { None, Entry, Input, Return };

/// A declared name.
struct Symbol {
  /// The name; for `%r<100>`, the part before the number.
  llvm::StringRef name;
  /// The source range of the declared name, and of the name with the type before it.
  SourceRange range = {};
  SourceRange declaration = {};
  /// For `%r<100>`: the number of registers.
  uint32_t count = 0;
  SymbolKind kind = SymbolKind::Variable;
  /// Whether the name declares several registers, whose names end in their numbers. (Manual 5.4.6)
  bool numbered = false;
  /// Whether the declaration has dimensions.
  bool array = false;
  /// Whether the declaration has an error, so that there is no type or space for checking the uses.
  bool broken = false;
  ParameterKind parameter = ParameterKind::None;
  /// Whether a function or prototype is declared `.noreturn`. (Manual 11.4.6)
  bool noReturn = false;
  Linkage linkage = Linkage::None;

  /// The unit that contains the declaration. Parameters in the symbols of a body are declared in
  /// the module's unit.
  const SyntaxUnit *unit = nullptr;
  /// The function or prototype, if it is one.
  FuncId function = {};
  /// The declaration, if it is a variable.
  VarId variable = {};
  DeclaratorId declarator = {};
  /// The list that a label names, such as a `.branchtargets`.
  DirectiveId directive = {};

  // Of a variable.
  StateSpace space = StateSpace::Reg;
  /// None if the word is not a type.
  std::optional<TypeId> type = std::nullopt;
  /// 2 or 4 for a vector, else 1.
  uint8_t vectorLength = 1;
  /// In bytes: the value of `.align`, else the size of the type or vector; 0 if it has none.
  uint32_t alignment = 0;
  /// The size of the whole variable, including all dimensions; for several registers, the size of
  /// each. 0 if unknown, as for an array without a first dimension or an opaque type.
  uint64_t bytes = 0;

  bool isRegister() const { return kind == SymbolKind::Variable && space == StateSpace::Reg; }
  bool isMemory() const { return kind == SymbolKind::Variable && space != StateSpace::Reg; }
  /// Whether it is a texture, a sampler or a surface. (Manual 5.3)
  bool isOpaque() const { return type && info(*type).kind == TypeKind::Opaque; }
  bool isFunction() const { return kind == SymbolKind::Function || kind == SymbolKind::Entry; }
  /// Whether a variable has the layout of its declaration. Another module can define an external,
  /// weak or common variable with a different size and alignment. (Manual 11.6)
  bool isDefinedHere() const {
    return linkage != Linkage::Extern && linkage != Linkage::Weak && linkage != Linkage::Common;
  }
};

/// A symbol of a module, a symbol of a body, or a special register; or none of them.
class SymbolRef {
public:
  SymbolRef() = default;
  static SymbolRef ofModule(uint32_t index) { return SymbolRef(index | moduleBit); }
  static SymbolRef ofBody(uint32_t index) { return SymbolRef(index); }
  static SymbolRef special(SpecialRegister reg) {
    return SymbolRef(static_cast<uint32_t>(reg) | specialBit);
  }

  explicit operator bool() const { return value != none; }
  friend bool operator==(SymbolRef, SymbolRef) = default;
  bool isSpecial() const { return value != none && value & specialBit; }
  bool isModule() const { return value != none && value & moduleBit; }
  bool isOfBody() const { return (value & (moduleBit | specialBit)) == 0; }
  SpecialRegister specialRegister() const {
    return static_cast<SpecialRegister>(value & ~specialBit);
  }
  /// Index in its table.
  uint32_t index() const { return value & ~(moduleBit | specialBit); }

private:
  explicit SymbolRef(uint32_t value) : value(value) {}
  static constexpr uint32_t none = ~0u;
  static constexpr uint32_t moduleBit = 1u << 31;
  static constexpr uint32_t specialBit = 1u << 30;
  uint32_t value = none;
};

/// Two declarations of one name in one scope, by their indices.
struct NameClash {
  uint32_t first;
  uint32_t second; ///< the one that was declared later
};

/// Finds declared names. Closing a scope removes its names but keeps their symbols, so a
/// `SymbolRef` is valid as long as the table. (Manual 5.4.6, 4.3.1)
class SymbolTable {
public:
  SymbolTable();

  /// Adds a name, which hides earlier declarations of the same name. Returns its index.
  uint32_t declare(const Symbol &symbol);

  void openScope() { scopes.push_back({static_cast<uint32_t>(visible.size()), ++openedScopes}); }
  void closeScope();
  /// Calls `visit` with each symbol of the innermost scope that has not been replaced by a later
  /// declaration.
  template <class Visitor> void forEachInnermost(Visitor visit) const {
    for (const Link &link : llvm::ArrayRef(visible).drop_front(innermost().begin))
      if (link.symbol != end)
        visit(symbols[link.symbol]);
  }

  /// The innermost declaration of `name`, or none; the last one if there are several in one scope.
  /// Only declarations before the source position `before` count.
  std::optional<uint32_t> find(llvm::StringRef name, uint32_t before = ~0u) const;

  /// The declaration for all names that consist of `stem` and a number, if it has a register with
  /// that number; none if some number can refer to another declaration.
  std::optional<uint32_t> findStem(llvm::StringRef stem) const;

  const Symbol &operator[](uint32_t index) const { return symbols[index]; }
  llvm::ArrayRef<Symbol> all() const { return symbols; }

  /// The names that were declared again in their scope, each with its previous declaration. A
  /// declaration of several registers is listed with only one clash.
  llvm::ArrayRef<NameClash> clashes() const { return clashList; }

  /// Calls `visit` with each symbol that is visible now, innermost first, as long as it returns
  /// true.
  template <class Visitor> void forEachVisible(Visitor visit) const {
    for (const Link &link : llvm::reverse(visible))
      if (link.symbol != end && !visit(symbols[link.symbol]))
        return;
  }

private:
  static constexpr uint32_t end = ~0u;
  struct Link {
    uint32_t symbol; ///< `end` if a later declaration has replaced it
    uint32_t hash;
    uint32_t next; ///< in `visible`
  };

  struct Scope {
    uint32_t begin; ///< in `visible`
    uint32_t id;
  };
  /// The names of a scope that end in a number, by the part before it.
  using StemKey = std::pair<uint32_t, llvm::StringRef>;
  struct Stem {
    uint64_t lowest; ///< number
    uint32_t symbol; ///< its symbol
  };

  Scope innermost() const { return scopes.empty() ? Scope{0, 0} : scopes.back(); }
  struct SplitName;
  std::optional<uint32_t> findNumbered(llvm::StringRef prefix, uint32_t hash, uint64_t number,
                                       uint32_t before, uint32_t firstLink = 0) const;
  std::optional<uint32_t> findAfterDigits(llvm::StringRef prefix, llvm::StringRef digits,
                                          uint32_t before) const;
  std::optional<uint32_t> findClash(const Symbol &symbol, const SplitName &parts);
  void replace(llvm::StringRef name, uint32_t hash, uint32_t &head);
  void rehash(size_t size);

  llvm::SmallVector<Symbol, 0> symbols;
  llvm::SmallVector<Link, 0> visible;   // in the order of declaration
  llvm::SmallVector<uint32_t, 0> heads; // by hash: the last of `visible`
  llvm::SmallVector<Scope, 8> scopes;
  uint32_t openedScopes = 0;
  llvm::DenseMap<StemKey, Stem> stems;
  llvm::SmallVector<NameClash, 0> clashList;
  /// By hash, the prefixes of single names that end in digits, including names that are out of
  /// scope. There are enough bits that `%r` and the `param` of a call hardly ever collide.
  std::bitset<1024> plainPrefixes;
  bool hasDigitPrefix = false; // some `r1<3>` is declared
};

} // namespace ptx

#endif // PTX_SEMA_NAMES_SYMBOLS_H
