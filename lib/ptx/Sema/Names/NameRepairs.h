// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMES_NAMEREPAIRS_H
#define PTX_SEMA_NAMES_NAMEREPAIRS_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Sema/Names/BodyScope.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace ptx {

/// The declared name that is spelled most like one that nothing declares.
struct NearName {
  std::string name;
  /// What declares it; none of a special register.
  std::optional<Symbol> symbol = std::nullopt;
  /// Whether no other name is near.
  bool isOnlyOne = false;
  /// Whether it differs in a percent sign, in the case of letters, or as `%tid.x` from `%tidx`.
  bool isSameSpelling = false;
  /// Whether it is declared in the body, or is a parameter of its function.
  bool isLocal = false;
};

/// What the instructions of a body do with a name.
struct NameUses {
  /// How often it is there, its declarations in the body aside.
  uint32_t count = 0;
  bool isRead = false;
  bool isWritten = false;
  /// Whether it is in a place where something other than a register can be: in brackets, or, as
  /// parameters are as well, elsewhere.
  bool isAddress = false;
  bool isObject = false;
};

/// Decides for one body whether a name that nothing declares is certainly another one, misspelt.
///
/// Names of one text resemble each other, and of a name that is not declared it may be the
/// declaration that is missing: then a neighbour in its place makes another program. It is certain
/// if the declared name has no use, so that it can be called as the uses are, or if no two names
/// differ in such a way and what is done with it is not all that is done with a register.
class NameRepairs {
public:
  explicit NameRepairs(const BodyScope &scope);

  /// The edit that makes `near` of the name `written`, which is first used at `where`, or, of a
  /// name that is used several times, makes `written` of the declaration of `near`.
  FixIt repair(llvm::StringRef written, SourceRange where, const NearName &near) const;

private:
  NameUses usesOf(llvm::StringRef name) const { return uses.lookup(name); }
  bool isUnused(const NearName &near) const;
  bool isCertain(llvm::StringRef written, const NearName &near) const;
  bool isRegister(llvm::StringRef written, const NearName &near) const;

  void instruction(const Instruction &inst);
  void operand(ExprId id, NameUses place, NameUses inBrackets);
  void add(TokenId name, NameUses place);

  const SyntaxUnit &unit;
  bool hasRegisterParameters = false;
  llvm::StringMap<NameUses> uses;
};

} // namespace ptx

#endif // PTX_SEMA_NAMES_NAMEREPAIRS_H
