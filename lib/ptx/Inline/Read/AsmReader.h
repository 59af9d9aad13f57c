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
  };
  std::vector<Branch> branches;
  uint32_t endHash = UINT32_MAX; ///< token of the `#` of `#endif`
  uint32_t end = UINT32_MAX;     ///< token after that line
  /// What can get past all branches.
  Platforms rest = Platforms::all();
};

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
    llvm::ArrayRef<CppToken> tokens;
    /// The innermost `#if` around it and its branch there, if there is one.
    std::optional<Place> place;
    Platforms platforms;
  };
  /// The definitions of each macro that differ. Of one with parameters, or where it is not known
  /// which definition counts, the only one is a token that is not part of a text.
  llvm::StringMap<llvm::SmallVector<Macro, 1>> macros;
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
