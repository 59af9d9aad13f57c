// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMES_NAMEREPAIRS_H
#define PTX_SEMA_NAMES_NAMEREPAIRS_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Sema/Names/BodyScope.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace ptx {

/// The declared name with the spelling most similar to an undeclared name.
struct NearName {
  std::string name;
  /// Its declaration; none for a special register.
  std::optional<Symbol> symbol = std::nullopt;
  /// Whether no other name is similar.
  bool isOnlyOne = false;
  /// Whether the only difference is a percent sign, the case of letters, or a dot as in `%tid.x`
  /// and `%tidx`.
  bool isSameSpelling = false;
  /// Whether it is declared in the body, or is a parameter of its function.
  bool isLocal = false;
};

/// The uses of a name by the instructions of a body.
struct NameUses {
  /// The number of occurrences, not counting its declarations in the body.
  uint32_t count = 0;
  bool isRead = false;
  bool isWritten = false;
  /// Whether it is at a position where something other than a register is possible: in brackets, or
  /// elsewhere, as for parameters.
  bool isAddress = false;
  bool isObject = false;
};

/// Decides for one body whether an undeclared name is certainly a misspelling of a declared one.
///
/// Names in a module resemble each other, and the declaration of an undeclared name may simply be
/// missing. Then replacing it by a similar name would change the program. A misspelling is certain
/// if the declared name is unused, so that it can be renamed to match the uses. It is also certain
/// if intended names do not differ in this way and the uses of the undeclared name are not enough
/// for a separate register.
class NameRepairs {
public:
  explicit NameRepairs(const BodyScope &scope);

  /// The edit that replaces the name `written`, which is first used at `where`, by `near`. If
  /// `near` is unused and `written` is used several times, the edit renames the declaration of
  /// `near` to `written` instead.
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
