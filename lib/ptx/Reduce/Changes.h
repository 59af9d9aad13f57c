// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_CHANGES_H
#define PTX_REDUCE_CHANGES_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace ptx {

/// The replacement of some bytes of a text; a removal if it is empty.
struct TextEdit {
  SourceRange range;
  std::string replacement = {};
};

/// Edits that are made together.
using Change = llvm::SmallVector<TextEdit, 1>;

/// `text` with all `changes`. Removals may overlap. An edit inside of another one is skipped, and
/// so is the later one of two overlapping replacements. Lines that removals leave blank are
/// removed, and blanks at ends of lines.
std::string withChanges(llvm::StringRef text, llvm::ArrayRef<const Change *> changes);

} // namespace ptx

#endif // PTX_REDUCE_CHANGES_H
