// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_LEX_ENCODING_H
#define PTX_SYNTAX_LEX_ENCODING_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Support/SourceBuffer.h"

namespace ptx {

/// Checks that `source` is ASCII, as PTX requires. Reports a file in another encoding (UTF-16, a
/// byte order mark, NUL bytes) with one error and returns false; such a file is not worth parsing.
///
/// A non-ASCII byte inside a comment is a warning, only the first one of the file; inside a string
/// it is an error. Elsewhere it is left to the parser. (Manual 4.1)
bool checkEncoding(const SourceBuffer &source, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SYNTAX_LEX_ENCODING_H
