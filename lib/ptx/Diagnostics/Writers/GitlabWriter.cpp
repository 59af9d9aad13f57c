// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Fingerprint.h"
#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <set>

using namespace ptx;
namespace json = llvm::json;

namespace {

/// The array of a Code Quality report of GitLab, which requires unique fingerprints.
class GitlabWriter : public ReportWriter {
public:
  explicit GitlabWriter(llvm::raw_ostream &os) : os(os), issues(os, "["), folder(workingFolder()) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    std::string path = referencePath(buffer.name(), folder);
    Fingerprints fingerprints(buffer);
    for (const Diagnostic &d : report.diagnostics)
      add(path, {d.message, info(d.id).name, fingerprints.next(d),
                 d.severity == Severity::Error ? "major" : "minor",
                 buffer.lineColumn(d.range.begin).line});
    if (uint64_t more = report.errorsNotShown + report.warningsNotShown)
      add(path, {std::to_string(more) + " more not shown", "not-shown", "not shown", "info", 1});
  }

  void finish() override {
    issues.end();
    os << '\n';
  }

private:
  struct Issue {
    std::string description;
    llvm::StringRef check;
    std::string fingerprint;
    llvm::StringRef severity;
    uint32_t line;
  };

  void add(const std::string &path, const Issue &issue) {
    issues.add([&](json::OStream &out) {
      writeText(out, "description", issue.description);
      out.attribute("check_name", issue.check);
      out.attribute("fingerprint", unique(path, issue.fingerprint));
      out.attribute("severity", issue.severity);
      out.attributeObject("location", [&] {
        writeText(out, "path", path);
        out.attributeObject("lines", [&] { out.attribute("begin", issue.line); });
      });
    });
  }

  /// The fingerprint includes the file. A file can be named twice.
  std::string unique(const std::string &path, const std::string &fingerprint) {
    std::string key = path + '\0' + fingerprint;
    uint64_t hash = llvm::xxh3_64bits(key);
    while (!seen.insert(hash).second)
      hash = llvm::xxh3_64bits(key += '\0');
    return llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
  }

  llvm::raw_ostream &os;
  RecordList issues;
  std::string folder;
  std::set<uint64_t> seen;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeGitlabWriter(llvm::raw_ostream &os, const WriterOptions &) {
  return std::make_unique<GitlabWriter>(os);
}
