// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeds docs/rules/*.md and the first version of each rule, so that `--explain` needs no files at
// run time.

#include "Backends.h"
#include "DiagnosticRecords.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace ptx {

/// Writes `page` as string literals, one for each line of the page.
static void emitPage(raw_ostream &os, StringRef page) {
  while (!page.empty()) {
    size_t end = page.find('\n');
    StringRef line = page.substr(0, end == StringRef::npos ? end : end + 1);
    (os << "    \"").write_escaped(line) << "\"\n";
    page = page.drop_front(line.size());
  }
}

/// Checks that the page agrees with the record.
static void checkPage(const DiagnosticRecord &d, StringRef page) {
  std::string heading = ("# " + d.name + " [PTX" + Twine(d.code) + "]").str();
  if (!page.starts_with(heading + "\n"))
    report(*d.def, "its page does not begin with `" + heading + "`");
  std::string section = ("Manual section: " + d.section).str();
  if (!d.section.empty() && !page.contains("\n" + section + "\n"))
    report(*d.def, "its page does not have the line `" + section + "`");
}

/// Reports the pages of `folder` that belong to no name of `names`.
static void checkForStrayPages(StringRef folder, const StringSet<> &names) {
  std::error_code error;
  for (sys::fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    StringRef path = file->path();
    if (sys::path::extension(path) == ".md" && !names.contains(sys::path::stem(path)))
      PrintError("no record of the catalogue is named as the page " + path);
  }
  if (error)
    PrintError("cannot read the folder " + folder + ": " + error.message());
}

bool emitRulePages(raw_ostream &os, const RecordKeeper &records, StringRef folder) {
  DiagnosticRecords catalog = readDiagnosticRecords(records);
  emitSourceFileHeader("Rule pages", os);
  os << "#include \"ptx/Diagnostics/Catalogue/RulePages.h\"\n\n"
     << "static constexpr llvm::StringLiteral pages[] = {\n";
  StringSet<> names;
  for (const DiagnosticRecord &d : catalog.diagnostics) {
    names.insert(d.name);
    std::string path = (folder + "/" + d.name + ".md").str();
    if (auto page = MemoryBuffer::getFile(path, /*IsText=*/true)) {
      checkPage(d, (*page)->getBuffer());
      emitPage(os, (*page)->getBuffer());
    } else {
      report(*d.def, "cannot read its page " + path + ": " + page.getError().message());
    }
    os << "    ,\n";
  }
  os << "};\n\nllvm::StringRef ptx::rulePage(DiagId id) { return pages[indexOf(id)]; }\n";
  os << "\nstatic constexpr llvm::StringLiteral firstVersions[] = {\n";
  for (const DiagnosticRecord &d : catalog.diagnostics) {
    StringRef since = d.def->getValueAsString("Since");
    if (!isSectionNumber(since))
      report(*d.def, "`" + since + "` is not a version");
    os << "    \"" << since << "\",\n";
  }
  os << "};\n\nllvm::StringRef ptx::ruleSince(DiagId id) { return firstVersions[indexOf(id)]; }\n";
  checkForStrayPages(folder, names);
  return ErrorsPrinted != 0;
}

} // namespace ptx
