// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_FORMAT_LAYOUTPRINTER_H
#define PTX_FORMAT_LAYOUTPRINTER_H

#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Module.h"

#include <string>

namespace ptx {

/// Appends `module` to `out` in canonical layout, as docs/guide/canonical-form.md describes it.
///
/// Only white space and line breaks change: the printed text has the same tokens and comments in
/// the same order, hence the same syntax tree, and printing it again changes nothing. The module
/// must be complete (`Module::isComplete`); whether it makes sense beyond its syntax does not
/// matter. Time and memory are linear in the size of the source. `workers` share the function
/// bodies, if there are any; the text does not depend on their number.
void printLayout(const Module &module, std::string &out, Workers *workers = nullptr);

} // namespace ptx

#endif // PTX_FORMAT_LAYOUTPRINTER_H
