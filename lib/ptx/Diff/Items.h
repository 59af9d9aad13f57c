// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a module or a function has besides statements. Private to lib/ptx/Diff.

#ifndef PTX_DIFF_ITEMS_H
#define PTX_DIFF_ITEMS_H

#include "ptx/Diff/FunctionMatcher.h"

namespace ptx {

/// Something with a name and a text, which says all that matters of it.
struct DiffItem {
  std::string what;
  std::string text;
};

/// The header, the variables and the directives of a module; of nothing without a module.
std::vector<DiffItem> itemsOf(const CheckedSource *checked);

/// The header of a function, in which names of parameters do not matter.
std::vector<DiffItem> itemsOf(const DiffFunction &function);

/// The items that differ, in the order of the new ones. Their order does not matter.
std::vector<ItemChange> compareItems(llvm::ArrayRef<DiffItem> before,
                                     llvm::ArrayRef<DiffItem> after);

/// What a module requires and how much shared memory it declares.
std::vector<DiffItem> factsOf(const DiffInput &input);

} // namespace ptx

#endif // PTX_DIFF_ITEMS_H
