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

/// What a name refers to.
enum class SymbolKind : uint8_t {
  Variable, ///< registers, variables in memory, parameters
  Function, ///< `.func`
  Entry,    ///< `.entry`
  Label,
  CallPrototype, ///< the label of `.callprototype`
  CallTargets,   ///< the label of `.calltargets`
  BranchTargets, ///< the label of `.branchtargets`
  MetadataLabel, ///< what a `.metadata_label` names
};

/// Where a name is known besides its module. (Manual 11.6)
enum class Linkage : uint8_t { None, Extern, Visible, Weak, Common };

/// What `Symbol::parameter` says of a `.param` variable.
enum class ParameterKind : uint8_t { None, Entry, Input, Return };

/// A declared name.
struct Symbol {
  /// The name, or that before the number in `%r<100>`.
  llvm::StringRef name;
  /// Where it is declared, in the source: the name, and the name with the type before it.
  SourceRange range = {};
  SourceRange declaration = {};
  /// Of `%r<100>`: how many there are.
  uint32_t count = 0;
  SymbolKind kind = SymbolKind::Variable;
  /// Whether the name is that of several registers, each followed by its number. (Manual 5.4.6)
  bool numbered = false;
  /// Whether the declaration has dimensions.
  bool array = false;
  /// Whether the declaration has an error that leaves no type or space to compare uses with.
  bool broken = false;
  ParameterKind parameter = ParameterKind::None;
  /// Whether a function or prototype is declared `.noreturn`. (Manual 11.4.6)
  bool noReturn = false;
  Linkage linkage = Linkage::None;

  /// The unit that declares it: parameters, in the symbols of a body, are declared in the module's.
  const SyntaxUnit *unit = nullptr;
  /// The function or prototype, if it is one.
  FuncId function = {};
  /// The declaration, if it is a variable.
  VarId variable = {};
  DeclaratorId declarator = {};
  /// The list, if it is the label of one.
  DirectiveId directive = {};

  // Of a variable.
  StateSpace space = StateSpace::Reg;
  /// None if the word is not a type.
  std::optional<TypeId> type = std::nullopt;
  /// 2 or 4 for a vector, else 1.
  uint8_t vectorLength = 1;
  /// In bytes: what `.align` says, else the size of the type or vector; 0 if it has none.
  uint32_t alignment = 0;
  /// The size of the whole variable, all dimensions included, each register if there are several;
  /// 0 if it is not known, as that of an array without a first dimension or of an opaque type.
  uint64_t bytes = 0;

  bool isRegister() const { return kind == SymbolKind::Variable && space == StateSpace::Reg; }
  bool isMemory() const { return kind == SymbolKind::Variable && space != StateSpace::Reg; }
  /// Whether it is a texture, a sampler or a surface. (Manual 5.3)
  bool isOpaque() const { return type && info(*type).kind == TypeKind::Opaque; }
  bool isFunction() const { return kind == SymbolKind::Function || kind == SymbolKind::Entry; }
  /// Whether a variable is laid out as its declaration says: another module can define what is
  /// external, weak or common, with another size and another alignment. (Manual 11.6)
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
  /// Index in the table that it comes from.
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

/// Finds declared names. A scope that ends takes its names with it; what they stood for stays, so
/// that a `SymbolRef` is good as long as the table. (Manual 5.4.6, 4.3.1)
class SymbolTable {
public:
  SymbolTable();

  /// Adds a name, which hides those of the same spelling from now on. Returns its index.
  uint32_t declare(const Symbol &symbol);

  void openScope() { scopes.push_back({static_cast<uint32_t>(visible.size()), ++openedScopes}); }
  void closeScope();
  /// Calls `visit` with each symbol of the innermost scope that a name can still represent.
  template <class Visitor> void forEachInnermost(Visitor visit) const {
    for (const Link &link : llvm::ArrayRef(visible).drop_front(innermost().begin))
      if (link.symbol != end)
        visit(symbols[link.symbol]);
  }

  /// The innermost declaration of `name`, or none; of several in one scope, the last. Only what is
  /// declared before the source position `before` counts.
  std::optional<uint32_t> find(llvm::StringRef name, uint32_t before = ~0u) const;

  /// The declaration that names `stem` with a number after it represent as long as it has a
  /// register of that number; none if some number can mean another one.
  std::optional<uint32_t> findStem(llvm::StringRef stem) const;

  const Symbol &operator[](uint32_t index) const { return symbols[index]; }
  llvm::ArrayRef<Symbol> all() const { return symbols; }

  /// The names that were declared again in their scope, each with the declaration before it; of
  /// several registers one of them is enough.
  llvm::ArrayRef<NameClash> clashes() const { return clashList; }

  /// Calls `visit` with each symbol that can be seen now, the innermost first, as long as it
  /// returns true.
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
  /// The names of a scope that end in a number, by what is before it.
  using StemKey = std::pair<uint32_t, llvm::StringRef>;
  struct Stem {
    uint64_t lowest; ///< number
    uint32_t symbol; ///< which has it
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
  /// By hash, the prefixes of single names that end in digits, also of those out of scope. So many
  /// bits that `%r` hardly ever shares its own with `param` of a call.
  std::bitset<1024> plainPrefixes;
  bool hasDigitPrefix = false; // some `r1<3>` is declared
};

} // namespace ptx

#endif // PTX_SEMA_NAMES_SYMBOLS_H
