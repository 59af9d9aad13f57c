// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_PROTOTYPE_H
#define PTX_SEMA_MODULE_PROTOTYPE_H

#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Syntax/Parse/FunctionHeader.h"

#include <string>

namespace ptx {

/// The parameters and results of a `.func`, an `.entry` or a `.callprototype`. (Manual 7.1, 11.2,
/// 11.3.3)
class Prototype {
public:
  explicit Prototype(const FunctionHeader &header);
  /// Precondition: the symbol has a prototype.
  explicit Prototype(const Symbol &symbol)
      : Prototype(FunctionHeader(*symbol.unit, (*symbol.unit)[symbol.function])) {}

  llvm::ArrayRef<Symbol> results() const {
    return llvm::ArrayRef(declared).take_front(resultCount);
  }
  llvm::ArrayRef<Symbol> parameters() const {
    return llvm::ArrayRef(declared).drop_front(resultCount);
  }

  /// Whether the last parameter is an array without a size, which a call can omit.
  bool isOpenEnded() const { return !parameters().empty() && isIncomplete(parameters().back()); }

  /// Whether `symbol` is an array whose first dimension is omitted or 0.
  static bool isIncomplete(const Symbol &symbol);

private:
  llvm::SmallVector<Symbol, 4> declared;
  size_t resultCount;
};

/// The alignment of a variable in bytes; at least the alignment of its type.
uint32_t effectiveAlignment(const Symbol &symbol);

/// Whether the header of a function was read to its end: after a syntax error it can lack
/// parameters.
bool hasWholeHeader(const Symbol &function);

/// Whether two declarations have the same type, dimensions included. `ptxas` compares types by
/// name: `.b32` and `.u32` differ. With `openEnded`, an array without a first dimension matches any
/// array.
bool haveSameType(const Symbol &a, const Symbol &b, bool openEnded);

/// A difference between two functions with the same name.
struct PrototypeDifference {
  /// A description of the property of the second function: "parameter `a` has type `.u32`".
  std::string text;
  /// The locations in the first and in the second function; the names of the functions if it is not
  /// a parameter.
  SourceRange first;
  SourceRange second;
};

/// The first difference between the prototypes of two functions, ignoring parameter names. (Manual
/// 11.2)
std::optional<PrototypeDifference> difference(const Symbol &first, const Symbol &second);

/// "no result", "1 result", "2 results"; `what` is the singular noun.
std::string countText(size_t count, llvm::StringRef what);

/// The directive `name` after the header of `function`, if any.
std::optional<DirectiveId> findDirective(const SyntaxUnit &unit, const Function &function,
                                         TokenKind keyword);

} // namespace ptx

#endif // PTX_SEMA_MODULE_PROTOTYPE_H
