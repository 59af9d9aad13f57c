// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/Baseline.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Fingerprint.h"
#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Support/JsonReader.h"
#include "ptx/Support/ProjectFile.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr int64_t formatVersion = 1;

Baseline::Baseline(StringRef path)
    : path(path.str()),
      folder(llvm::sys::path::parent_path(absolutePath(path, workingFolder())).str()) {}

/// The name of `file` in the baseline: relative to the baseline's folder if it is below that
/// folder.
std::string Baseline::nameOf(StringRef file) const {
  return referencePath(absolutePath(file, workingFolder()), folder);
}

static llvm::Error unreadable(StringRef path, const llvm::Twine &why) {
  return llvm::createStringError("cannot read baseline `" + path + "`: " + why);
}

llvm::Expected<Baseline> Baseline::read(StringRef path) {
  auto text = readRegularFile(path, /*limit=*/256 << 20);
  if (!text)
    return unreadable(path, llvm::toString(text.takeError()));
  return parse(path, (*text)->getBuffer());
}

llvm::Expected<Baseline> Baseline::parse(StringRef path, StringRef text) {
  Baseline baseline(path);
  auto fail = [&](const llvm::Twine &why) { return unreadable(path, why); };
  JsonReader reader(text);
  std::optional<int64_t> version;
  std::optional<std::string> kind;
  bool isBaseline = false, isComplete = true;
  auto finding = [&] {
    std::map<std::string, std::string> texts;
    reader.object([&](StringRef key) {
      if (std::optional<std::string> text = reader.string())
        texts[key.str()] = std::move(*text);
    });
    isComplete &= !texts["file"].empty() && !texts["fingerprint"].empty();
    baseline.files[texts["file"]].findings.push_back(
        {std::move(texts["fingerprint"]), std::move(texts["rule"]), std::move(texts["message"])});
  };
  reader.object([&](StringRef key) {
    if (key == "version")
      version = reader.integer();
    else if (key == "fingerprint")
      kind = reader.string();
    else if (key == "findings") {
      isBaseline = reader.isArray();
      if (isBaseline)
        reader.array(finding);
    }
  });
  if (llvm::Error error = reader.finish())
    return fail(llvm::toString(std::move(error)));
  if (!isBaseline)
    return fail("it is not a baseline; --write-baseline writes one");
  if (version != formatVersion || kind != Fingerprints::kind)
    return fail("it is of another version of ptx-check; write it anew with --write-baseline");
  if (!isComplete)
    return fail("a finding has no `file` or no `fingerprint`");
  return baseline;
}

void Baseline::add(StringRef file, const SourceBuffer &source, const Report &report) {
  if (report.diagnostics.empty())
    return;
  Fingerprints fingerprints(source);
  File &known = files[nameOf(file)];
  for (const Diagnostic &d : report.diagnostics)
    known.findings.push_back({fingerprints.next(d), info(d.id).name.str(), d.message});
}

void Baseline::hideKnown(StringRef file, const SourceBuffer &source, Report &report) {
  auto known = files.find(nameOf(file));
  if (known == files.end())
    return;
  known->second.wasChecked = true;
  llvm::StringMap<Finding *> byFingerprint;
  for (Finding &finding : known->second.findings)
    byFingerprint[finding.fingerprint] = &finding;
  Fingerprints fingerprints(source);
  std::vector<Diagnostic> others;
  for (Diagnostic &d : report.diagnostics) {
    auto found = byFingerprint.find(fingerprints.next(d));
    if (found == byFingerprint.end()) {
      others.push_back(std::move(d));
      continue;
    }
    found->second->isThere = true;
    report.suppressed.push_back({std::move(d), SuppressedDiagnostic::External});
  }
  report.diagnostics = std::move(others);
}

size_t Baseline::size() const {
  size_t number = 0;
  for (const auto &file : files)
    number += file.second.findings.size();
  return number;
}

llvm::Error Baseline::write() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  if (llvm::Error error = writeFile(path, text))
    return llvm::createStringError("cannot write `" + path +
                                   "`: " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

void Baseline::print(llvm::raw_ostream &os) const {
  json::OStream out(os, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("version", formatVersion);
    out.attribute("fingerprint", StringRef(Fingerprints::kind));
    out.attributeArray("findings", [&] {
      llvm::SmallVector<StringRef> names(files.keys());
      llvm::sort(names);
      for (StringRef name : names)
        for (const Finding &finding : files.find(name)->second.findings)
          out.object([&] {
            out.attribute("file", json::fixUTF8(name));
            out.attribute("rule", finding.rule);
            out.attribute("message", json::fixUTF8(finding.message));
            out.attribute("fingerprint", finding.fingerprint);
          });
    });
  });
  os << '\n';
}

std::vector<std::string> Baseline::stale() const {
  std::vector<std::string> texts;
  llvm::SmallVector<StringRef> names(files.keys());
  llvm::sort(names);
  for (StringRef name : names) {
    const File &file = files.find(name)->second;
    bool isGone = !llvm::sys::fs::exists(absolutePath(name, folder));
    if (isGone)
      texts.push_back("`" + path + "`: `" + printable(name) + "` does not exist");
    if (isGone || !file.wasChecked)
      continue;
    std::map<StringRef, unsigned> missing;
    for (const Finding &finding : file.findings)
      if (!finding.isThere)
        ++missing[finding.rule];
    std::string rules;
    for (auto [rule, count] : missing)
      rules +=
          (rules.empty() ? "" : ", ") + std::to_string(count) + " of `" + printable(rule) + "`";
    if (!rules.empty())
      texts.push_back("`" + path + "`: `" + printable(name) + "` no longer has " + rules);
  }
  return texts;
}
