// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_WRITERS_H
#define PTX_DIAGNOSTICS_WRITERS_WRITERS_H

#include "ptx/Diagnostics/Writers/ReportWriter.h"

// The writers, one file each; docs/guide/output-formats.md describes their output.

namespace ptx {

std::unique_ptr<ReportWriter> makeTextWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makeConciseWriter(llvm::raw_ostream &os,
                                                const WriterOptions &options);
std::unique_ptr<ReportWriter> makeJsonlWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makeJsonWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makeSarifWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makeGithubWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makeGitlabWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makeJunitWriter(llvm::raw_ostream &os, const WriterOptions &options);
std::unique_ptr<ReportWriter> makePtxasWriter(llvm::raw_ostream &os, const WriterOptions &options);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_WRITERS_H
