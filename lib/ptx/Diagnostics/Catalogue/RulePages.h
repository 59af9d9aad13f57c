// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_CATALOGUE_RULEPAGES_H
#define PTX_DIAGNOSTICS_CATALOGUE_RULEPAGES_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

namespace ptx {

/// The page docs/rules/<name>.md of `id`, in Markdown, embedded when the library was built.
llvm::StringRef rulePage(DiagId id);

/// The first version of ptxkit that has the rule `id`.
llvm::StringRef ruleSince(DiagId id);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_CATALOGUE_RULEPAGES_H
