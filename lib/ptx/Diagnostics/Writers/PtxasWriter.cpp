// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

namespace {

/// Lines like those of `ptxas`, for programs that read its output.
class PtxasWriter : public ReportWriter {
public:
  explicit PtxasWriter(llvm::raw_ostream &os) : os(os) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    for (const Diagnostic &d : report.diagnostics)
      os << "ptxas " << printable(buffer.name()) << ", line "
         << buffer.lineColumn(d.range.begin).line
         << (d.severity == Severity::Error ? "; error   : " : "; warning : ")
         << printable(d.message) << " [" << codeText(d.id) << "]\n";
    if (uint64_t more = report.errorsNotShown + report.warningsNotShown)
      os << "ptxas info    : " << more << " more of " << printable(buffer.name()) << " not shown\n";
    isAborted |= report.errors != 0;
  }

  void addUnreadable(llvm::StringRef path, llvm::StringRef) override {
    os << "ptxas fatal   : Input file '" << printable(path) << "' could not be opened\n";
    isAborted = true;
  }

  void finish() override {
    if (isAborted)
      os << "ptxas fatal   : Ptx assembly aborted due to errors\n";
  }

private:
  llvm::raw_ostream &os;
  bool isAborted = false;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makePtxasWriter(llvm::raw_ostream &os, const WriterOptions &) {
  return std::make_unique<PtxasWriter>(os);
}
