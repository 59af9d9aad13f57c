// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_SYMBOLS_H
#define PTX_SEMA_SYMBOLS_H

#include "ptx/Isa/SpecialRegisters.h"
#include "ptx/Isa/Types.h"
#include "ptx/Syntax/SyntaxUnit.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace ptx {

/// Where a variable lies. (Manual 5.1)
enum class StateSpace : uint8_t { Reg, Const, Global, Local, Param, Shared, Tex };

/// The name of a state space as PTX writes it: `.reg`.
llvm::StringRef spaceName(StateSpace space);

/// What a name stands for.
enum class SymbolKind : uint8_t {
  Variable, ///< registers, variables in memory, parameters
  Function, ///< `.func`
  Entry,    ///< `.entry`
  Label,
  CallPrototype, ///< the label of `.callprototype`
  CallTargets,   ///< the label of `.calltargets`
  BranchTargets, ///< the label of `.branchtargets`
};

/// Where a name is known besides its module. (Manual 11.6)
enum class Linkage : uint8_t { None, Extern, Visible, Weak, Common };

/// What `Symbol::parameter` says of a `.param` variable.
enum class ParameterKind : uint8_t { None, Entry, Input, Return };

/// A declared name.
struct Symbol {
  /// The name, or that in front of the number in `%r<100>`.
  llvm::StringRef name;
  /// Where it is declared, in the source: the name, and the name with the type in front of it.
  SourceRange range = {};
  SourceRange declaration = {};
  /// Of `%r<100>`: how many there are.
  uint32_t count = 0;
  SymbolKind kind = SymbolKind::Variable;
  /// Whether the name is that of several registers, each followed by its number. (Manual 5.4.6)
  bool numbered = false;
  /// Whether the declaration has dimensions.
  bool array = false;
  ParameterKind parameter = ParameterKind::None;
  Linkage linkage = Linkage::None;

  /// The unit that declares it: parameters, in the symbols of a body, are declared in the module's.
  const SyntaxUnit *unit = nullptr;
  /// The function or prototype, if it is one.
  FuncId function = {};
  /// The declaration, if it is a variable.
  VarId variable = {};
  DeclaratorId declarator = {};

  // Of a variable.
  StateSpace space = StateSpace::Reg;
  /// None if the word is no type.
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
  bool isFunction() const { return kind == SymbolKind::Function || kind == SymbolKind::Entry; }
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
  bool isSpecial() const { return value != none && value & specialBit; }
  bool isModule() const { return value != none && value & moduleBit; }
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

/// Finds declared names. A scope that ends takes its names with it; what they stood for stays, so
/// that a `SymbolRef` is good as long as the table. (Manual 5.4.6, 4.3.1)
class SymbolTable {
public:
  SymbolTable();

  /// Adds a name, which hides those of the same spelling from now on. Returns its index.
  uint32_t declare(const Symbol &symbol);

  void openScope() { scopes.push_back(static_cast<uint32_t>(visible.size())); }
  void closeScope();

  /// The innermost declaration of `name`, or none; of several in one scope, the last. Only what is
  /// declared in front of the source position `before` counts.
  std::optional<uint32_t> find(llvm::StringRef name, uint32_t before = ~0u) const;

  const Symbol &operator[](uint32_t index) const { return symbols[index]; }
  llvm::ArrayRef<Symbol> all() const { return symbols; }

private:
  static constexpr uint32_t end = ~0u;
  struct Link {
    uint32_t symbol; ///< `end` if a later declaration has replaced it
    uint32_t hash;
    uint32_t next; ///< in `visible`
  };

  std::optional<uint32_t> findNumbered(llvm::StringRef prefix, uint32_t hash, uint64_t number,
                                       uint32_t before) const;
  std::optional<uint32_t> findBehindDigits(llvm::StringRef prefix, llvm::StringRef digits,
                                           uint32_t before) const;
  void replace(llvm::StringRef name, uint32_t hash, uint32_t &head);
  void rehash(size_t size);

  llvm::SmallVector<Symbol, 0> symbols;
  llvm::SmallVector<Link, 0> visible;    // in the order of declaration
  llvm::SmallVector<uint32_t, 0> heads;  // by hash: the last of `visible`
  llvm::SmallVector<uint32_t, 8> scopes; // sizes of `visible`
  bool hasDigitPrefix = false;           // some `r1<3>` is declared
};

} // namespace ptx

#endif // PTX_SEMA_SYMBOLS_H
