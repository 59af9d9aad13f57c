// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_STATEMENTS_H
#define PTX_DEBUG_STATEMENTS_H

#include "ptx/Check/Passes.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx::debug {

/// A statement of a module.
struct Statement {
  uint32_t begin; ///< its position, which is also that of its operation
  uint32_t line, column;
  std::string file; ///< from which it was compiled, by a `.loc`; empty if that is unknown
  uint32_t sourceLine = 0;
};

/// The statements of all bodies of a module, in its order.
class Statements {
public:
  explicit Statements(const CheckedSource &checked);

  /// The statement at a position; null if there is none.
  const Statement *find(uint32_t begin) const;
  /// The first statement at or after a line; null if there is none.
  const Statement *atLine(uint32_t line) const;

  /// The statements at which the execution of a source line begins, for the first line from `line`
  /// on that has any. Paths that end in the same name are those of the same file.
  std::vector<const Statement *> ofSource(llvm::StringRef path, uint32_t line) const;

  /// The first statement of a function; null if it is not there.
  const Statement *ofFunction(llvm::StringRef name) const;

private:
  std::vector<Statement> list;
  std::vector<bool> startsBody;
  std::vector<std::pair<std::string, size_t>> functions;
};

} // namespace ptx::debug

#endif // PTX_DEBUG_STATEMENTS_H
