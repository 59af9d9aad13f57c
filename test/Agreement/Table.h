// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_TABLE_H
#define PTX_TEST_AGREEMENT_TABLE_H

#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace ptx::test {

/// A tab-separated file whose first line names the columns.
class Table {
public:
  /// Reads the file at `path`; a text with the path for the user if there is none or it is empty.
  static llvm::Expected<Table> read(llvm::StringRef path);

  /// The number of rows, the heading left out.
  size_t size() const { return rows.size() - 1; }

  /// Whether there is such a column.
  bool has(llvm::StringRef column) const { return columns.contains(column); }

  /// The text at `row`, from 0; empty if the row is too short or there is no such column.
  llvm::StringRef cell(size_t row, llvm::StringRef column) const;

private:
  explicit Table(std::unique_ptr<SourceBuffer> buffer);

  std::unique_ptr<SourceBuffer> buffer;
  llvm::SmallVector<llvm::StringRef, 0> rows;
  llvm::StringMap<size_t> columns;
};

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_TABLE_H
