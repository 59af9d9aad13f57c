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
    /// What can get there, as far as this group of conditions tells.
    Platforms platforms;
    /// Whether what is not known here can leave out more of them.
    bool isOpaque = false;
  };
  std::vector<Branch> branches;
  uint32_t endHash = UINT32_MAX; ///< token of the `#` of `#endif`
  uint32_t end = UINT32_MAX;     ///< token after that line
  /// What can get past all branches.
  Platforms rest = Platforms::all();
  bool isRestOpaque = false;
  /// Whether a condition of it can be about how many bits an address has.
  bool isAboutAddresses = false;
};

class HeaderMacros;

/// What the lines that begin with `#` say.
struct Directives {
  struct Place {
    uint32_t group;
    uint32_t branch; ///< the number of branches for the `#endif`
  };
  std::vector<ConditionGroup> groups;
  /// By the token of their `#`: those of conditions.
  llvm::DenseMap<uint32_t, Place> conditions;
  /// A definition of a macro.
  struct Macro {
    llvm::StringRef source; ///< which has the tokens
    llvm::ArrayRef<CppToken> tokens;
    /// The names of its parameters, if it has some; the last of one with any number of them is
    /// `__VA_ARGS__`.
    std::optional<llvm::SmallVector<llvm::StringRef, 4>> parameters;
    bool isVariadic;
    uint32_t hash; ///< the token of its `#`
    /// The innermost `#if` around it and its branch there, if there is one.
    std::optional<Place> place;
    Platforms platforms;
  };
  /// The definitions of each macro, in the order of the source, those left out that repeat another
  /// one.
  llvm::StringMap<llvm::SmallVector<Macro, 1>> macros;

  /// What defines the others; null if nothing is known.
  const HeaderMacros *headers = nullptr;

  /// The definitions of which one counts at token `position`: the last before it, or those in
  /// different branches of one `#if`. Empty if it is not known. Position 0 is any place.
  llvm::ArrayRef<Macro> definitions(llvm::StringRef name, uint32_t position) const;
  /// Whether the branch at `place` has the token.
  bool holds(Place place, uint32_t token) const;
};

/// Chooses among the definitions of macros as one compilation does: where several are in branches
/// of an `#if`, all macros have those of the same branch.
class DefinitionChoice {
public:
  DefinitionChoice(const Directives &directives, uint32_t position, unsigned variant)
      : directives(directives), position(position), variant(variant) {}

  /// The definition of `name`; null if there is none or it is not known.
  const Directives::Macro *of(llvm::StringRef name);

  /// How many choices there are as far as they matter so far.
  unsigned variants() const { return count; }
  /// What can be compiled with this one.
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

/// How much text macros may still put into the statements of a file, in bytes: what a macro is
/// replaced by has no bound, since macros can name each other several times.
struct MacroBudget {
  explicit MacroBudget(size_t sourceSize) : left((4 << 20) + sourceSize) {}
  size_t left;
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
