// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_WRITERS_H
#define PTX_DIAGNOSTICS_WRITERS_WRITERS_H

#include "ptx/Diagnostics/Writers/ReportWriter.h"

// The writers, one file each; docs/guide/output-formats.md describes their output.

namespace ptx {

#define PTX_OUTPUT_FORMAT(name, word)                                                              \
  std::unique_ptr<ReportWriter> make##name##Writer(llvm::raw_ostream &os,                          \
                                                   const WriterOptions &options);
PTX_OUTPUT_FORMATS(PTX_OUTPUT_FORMAT)
#undef PTX_OUTPUT_FORMAT

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_WRITERS_H
