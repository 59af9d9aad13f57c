// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CANONICAL_CANONICALPRINTER_H
#define PTX_CANONICAL_CANONICALPRINTER_H

#include "ptx/Sema/SemaResult.h"
#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Module.h"

#include <string>

namespace ptx {

/// Appends `module` to `out` in canonical spelling and layout, as docs/guide/canonical-form.md
/// describes them.
///
/// What is printed means the same as the source: `ptxas` makes the same machine code of both.
/// Comments stay, and printing the text again changes nothing. Instructions that have an error, or
/// a form that the manual does not have, keep their tokens. `checked` is what `checkModule` found
/// out about the module, which must be complete (`Module::isComplete`). Time and memory are linear
/// in the size of the source.
/// `workers` share the function bodies, if there are any; the text does not depend on their number.
void printCanonical(const Module &module, const SemaResult &checked, std::string &out,
                    Workers *workers = nullptr);

} // namespace ptx

#endif // PTX_CANONICAL_CANONICALPRINTER_H
