// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reading one `asm` statement. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_ASMREADER_H
#define PTX_INLINE_READ_ASMREADER_H

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/CppTokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace ptx {

/// An `#if` with its branches.
struct ConditionGroup {
  struct Branch {
    uint32_t hash;  ///< token of the `#` of `#if`, `#elif` or `#else`
    uint32_t first; ///< token after that line
    /// The platforms that can reach the branch, according to this group of conditions.
    Platforms platforms;
    /// Whether unknown conditions may exclude more platforms.
    bool isOpaque = false;
  };
  std::vector<Branch> branches;
  uint32_t endHash = UINT32_MAX; ///< token of the `#` of `#endif`
  uint32_t end = UINT32_MAX;     ///< token after that line
  /// The platforms for which no branch is chosen.
  Platforms rest = Platforms::all();
  bool isRestOpaque = false;
  /// Whether a condition may depend on the address size.
  bool isAboutAddresses = false;
};

class HeaderMacros;

/// The preprocessor directives.
struct Directives {
  struct Place {
    uint32_t group;
    uint32_t branch; ///< the number of branches for the `#endif`
  };
  std::vector<ConditionGroup> groups;
  /// The conditional directives, by the token of their `#`.
  llvm::DenseMap<uint32_t, Place> conditions;
  /// A definition of a macro.
  struct Macro {
    llvm::StringRef source; ///< which has the tokens
    llvm::ArrayRef<CppToken> tokens;
    /// The names of its parameters, if any; the last of a variadic macro is `__VA_ARGS__`.
    std::optional<llvm::SmallVector<llvm::StringRef, 4>> parameters;
    bool isVariadic;
    uint32_t hash; ///< the token of its `#`
    /// The innermost `#if` around it and its branch there, if there is one.
    std::optional<Place> place;
    Platforms platforms;
  };
  /// The definitions of each macro, in source order, without repeated ones.
  llvm::StringMap<llvm::SmallVector<Macro, 1>> macros;

  /// The source of other definitions; null if there is none.
  const HeaderMacros *headers = nullptr;

  /// The candidates for the definition in effect at token `position`: the last before it, or
  /// definitions in different branches of one `#if`. Empty if unknown. Position 0 means any
  /// position.
  llvm::ArrayRef<Macro> definitions(llvm::StringRef name, uint32_t position) const;
  /// Whether the branch at `place` contains the token.
  bool holds(Place place, uint32_t token) const;
};

/// Chooses macro definitions as in one compilation: for definitions in branches of an `#if`, all
/// macros use the same branch.
class DefinitionChoice {
public:
  DefinitionChoice(const Directives &directives, uint32_t position, unsigned variant)
      : directives(directives), position(position), variant(variant) {}

  /// The definition of `name`; null if there is none or it is unknown.
  const Directives::Macro *of(llvm::StringRef name);

  /// The number of relevant choices so far.
  unsigned variants() const { return count; }
  /// The platforms of the current choice.
  Platforms platforms() const { return chosenFor; }
  bool hasChosen() const { return branch.has_value(); }

private:
  const Directives &directives;
  uint32_t position;
  unsigned variant;
  unsigned count = 1;
  std::optional<Directives::Place> branch;
  Platforms chosenFor = Platforms::all();
};

/// The remaining budget for macro expansion in the statements of a file, in bytes: an expansion has
/// no bound, since macros can use each other several times.
class MacroBudget {
public:
  explicit MacroBudget(size_t sourceSize) : left((4 << 20) + sourceSize) {}

  /// Adds `size` to `spent`, the bytes of one statement, if there is place for it.
  bool spend(size_t size, size_t &spent);
  /// The limit that was exceeded since the last call, if any.
  std::optional<AsmExcess> takeExcess() { return std::exchange(excess, std::nullopt); }

private:
  size_t left;
  std::optional<AsmExcess> excess;
};

/// Reads the statement whose keyword is token `keyword`, with the choice `variant` of the branches
/// inside. `end`: the token where the line ends, inside of a `#define`. None if it is not a
/// statement.
std::optional<AsmStatement> readAsm(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens,
                                    const Directives &directives, MacroBudget &budget,
                                    uint32_t keyword, uint32_t end, unsigned variant,
                                    unsigned &variants);

/// The numbers of the operands that the template of `statement` uses.
llvm::BitVector usedOperands(const AsmStatement &statement);

} // namespace ptx

#endif // PTX_INLINE_READ_ASMREADER_H
