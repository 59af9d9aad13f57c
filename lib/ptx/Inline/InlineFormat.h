// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_INLINEFORMAT_H
#define PTX_INLINE_INLINEFORMAT_H

#include "ptx/Format/KeptLines.h"

#include <string>

namespace ptx {

/// The C++ source `source` with the PTX of its `asm` statements in canonical layout, as
/// docs/guide/canonical-form.md describes it: a literal for each line of a template. Only white
/// space in templates changes. A template is skipped if it does not consist of plain literals, is
/// in the definition of a macro and has several lines, has a syntax error, or has a line in `kept`.
std::string formatInline(const SourceBuffer &source, const KeptLines &kept);

} // namespace ptx

#endif // PTX_INLINE_INLINEFORMAT_H
