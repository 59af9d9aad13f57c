// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PTXASTOPICS_H
#define PTX_DIAGNOSTICS_WRITERS_PTXASTOPICS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringRef.h"

#include <initializer_list>

namespace ptx {

/// What messages are about that correspond to no rule, or to rules only in part.
struct PtxasTopic {
  /// The words that such a message has, with `+` between them.
  llvm::StringRef words;
  /// What it means for the module, and what to do.
  llvm::StringRef answer;
  std::initializer_list<DiagId> rules = {};
};

/// The first topic whose words are all in `text`; null if there is none.
const PtxasTopic *findPtxasTopic(llvm::StringRef text);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PTXASTOPICS_H
