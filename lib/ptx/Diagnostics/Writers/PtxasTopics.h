// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PTXASTOPICS_H
#define PTX_DIAGNOSTICS_WRITERS_PTXASTOPICS_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringRef.h"

#include <initializer_list>

namespace ptx {

/// The topic of messages that no rule covers, or that rules cover only in part.
struct PtxasTopic {
  /// The words of such a message, separated by `+`.
  llvm::StringRef words;
  /// The meaning for the module, and what to do.
  llvm::StringRef answer;
  std::initializer_list<DiagId> rules = {};
};

/// The first topic whose words are all in `text`; null if there is none.
const PtxasTopic *findPtxasTopic(llvm::StringRef text);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PTXASTOPICS_H
