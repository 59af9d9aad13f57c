// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Table.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

llvm::Expected<Table> Table::read(StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> buffer = SourceBuffer::open(path);
  if (!buffer)
    return llvm::createStringError(path + ": " + llvm::toString(buffer.takeError()));
  if ((*buffer)->text().empty())
    return llvm::createStringError(path + " is empty");
  return Table(std::move(*buffer));
}

Table::Table(std::unique_ptr<SourceBuffer> source) : buffer(std::move(source)) {
  buffer->text().split(rows, '\n', -1, false);
  llvm::SmallVector<StringRef, 16> names;
  rows.front().rtrim('\r').split(names, '\t');
  for (size_t i = 0; i != names.size(); ++i)
    columns[names[i]] = i;
}

StringRef Table::cell(size_t row, StringRef column) const {
  auto at = columns.find(column);
  llvm::SmallVector<StringRef, 16> cells;
  rows[row + 1].rtrim('\r').split(cells, '\t');
  return at != columns.end() && at->second < cells.size() ? cells[at->second] : StringRef();
}
