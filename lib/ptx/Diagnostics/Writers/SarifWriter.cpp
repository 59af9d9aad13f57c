// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Catalogue/RulePages.h"
#include "ptx/Diagnostics/Fingerprint.h"
#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/Utf16Columns.h"
#include "ptx/Diagnostics/Writers/Writers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

//===-- Parts ---------------------------------------------------------------------------------===//

/// Writes a message object. Braces are doubled (SARIF 3.11.5), since `{0}` is a placeholder.
static void writeMessage(json::OStream &out, StringRef key, StringRef text) {
  std::string escaped;
  for (char c : text) {
    escaped += c;
    if (c == '{' || c == '}')
      escaped += c;
  }
  out.attributeObject(key, [&] { writeText(out, "text", escaped); });
}

static StringRef levelText(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

/// The first paragraph of a page, after its title, on one line.
static std::string summaryOf(StringRef page) {
  StringRef text = page.split('\n').second.ltrim('\n');
  std::string paragraph = text.take_front(text.find("\n\n")).str();
  std::replace(paragraph.begin(), paragraph.end(), '\n', ' ');
  return paragraph;
}

/// The first sentence of `paragraph`.
static StringRef firstSentence(StringRef paragraph) {
  size_t end = paragraph.find(". ");
  return end == StringRef::npos ? paragraph : paragraph.take_front(end + 1);
}

/// A page without the test comments of its examples.
static std::string withoutExpectations(StringRef page) {
  std::string text;
  for (StringRef line : llvm::split(page, '\n'))
    if (!line.ltrim().starts_with("// expected-"))
      text += (line + "\n").str();
  text.pop_back(); // the empty text after the last line break
  return text;
}

/// Writes the reporting descriptor of a rule, with its page as help.
static void writeRule(json::OStream &out, const DiagInfo &rule, StringRef rulePages) {
  StringRef page = rulePage(rule.id);
  std::string summary = summaryOf(page);
  out.attribute("id", codeText(rule.id));
  out.attribute("name", rule.name);
  writeMessage(out, "shortDescription", firstSentence(summary));
  writeMessage(out, "fullDescription", summary);
  out.attributeObject("defaultConfiguration", [&] {
    out.attribute("enabled", rule.severity != Severity::Ignored);
    out.attribute("level", levelText(rule.severity));
  });
  if (!rulePages.empty())
    out.attribute("helpUri", (rulePages + rule.name + ".md").str());
  // A page has no placeholders, so the braces of its examples are not doubled.
  out.attributeObject("help", [&] {
    std::string text = withoutExpectations(page);
    out.attribute("text", text);
    out.attribute("markdown", text);
  });
}

//===-- The log -------------------------------------------------------------------------------===//

namespace {

/// A log of SARIF 2.1.0 with one run. The rules are written after the results, since only rules
/// with results are listed.
class SarifWriter : public ReportWriter {
public:
  SarifWriter(llvm::raw_ostream &os, const WriterOptions &options)
      : os(os), options(options), folder(workingFolder()), results(os, head()) {}

  void add(const SourceBuffer &buffer, const Report &report) override;
  void addUnreadable(StringRef path, StringRef reason) override;
  void finish() override;

private:
  static std::string head() {
    return R"({"version":"2.1.0",)"
           R"("$schema":"https://json.schemastore.org/sarif-2.1.0.json",)"
           R"("runs":[{"columnKind":"utf16CodeUnits","results":[)";
  }

  size_t ruleIndex(DiagId id);
  void writeFile(json::OStream &out, StringRef path);
  void writeTool(json::OStream &out);

  llvm::raw_ostream &os;
  WriterOptions options;
  std::string folder;
  RecordList results;
  /// The rules with results, in the order of their first results.
  std::vector<DiagId> rules;
  llvm::DenseMap<unsigned, size_t> ruleIndices;
  json::Array notifications;
  bool isSuccessful = true;

  friend class ResultWriter;
};

/// Writes results about one buffer.
class ResultWriter {
public:
  ResultWriter(SarifWriter &log, const SourceBuffer &buffer)
      : log(log), buffer(buffer), columns(buffer), fingerprints(buffer) {}

  /// `suppressed` is null if the result is not suppressed.
  void write(json::OStream &out, const Diagnostic &d, const SuppressedDiagnostic *suppressed);

private:
  void writeRegion(json::OStream &out, StringRef key, SourceRange range);
  void writePlace(json::OStream &out, SourceRange range);
  void writeNotes(json::OStream &out, const Diagnostic &d);
  void writeFixes(json::OStream &out, const Diagnostic &d);

  SarifWriter &log;
  const SourceBuffer &buffer;
  Utf16Columns columns;
  Fingerprints fingerprints;
};

} // namespace

void ResultWriter::writeRegion(json::OStream &out, StringRef key, SourceRange range) {
  LineColumn begin = columns.lineColumn(range.begin);
  LineColumn end = columns.lineColumn(std::max(range.begin, range.end));
  out.attributeObject(key, [&] {
    out.attribute("startLine", begin.line);
    out.attribute("startColumn", begin.column);
    out.attribute("endLine", end.line);
    out.attribute("endColumn", end.column);
  });
}

void ResultWriter::writePlace(json::OStream &out, SourceRange range) {
  out.attributeObject("physicalLocation", [&] {
    log.writeFile(out, buffer.name());
    writeRegion(out, "region", range);
  });
}

void ResultWriter::writeNotes(json::OStream &out, const Diagnostic &d) {
  if (d.notes.empty())
    return;
  out.attributeArray("relatedLocations", [&] {
    for (const Note &note : d.notes)
      out.object([&] {
        writePlace(out, note.range);
        writeMessage(out, "message", note.message);
      });
  });
}

void ResultWriter::writeFixes(json::OStream &out, const Diagnostic &d) {
  if (d.fixes.empty())
    return;
  auto writeReplacement = [&](const FixIt &fix) {
    writeRegion(out, "deletedRegion", fix.range);
    if (fix.replacement.empty())
      return;
    out.attributeObject("insertedContent", [&] {
      if (json::isUTF8(fix.replacement))
        out.attribute("text", fix.replacement);
      else
        out.attribute("binary", llvm::encodeBase64(fix.replacement));
    });
  };
  out.attributeArray("fixes", [&] {
    for (const FixIt &fix : d.fixes)
      out.object([&] {
        if (!fix.description.empty())
          writeMessage(out, "description", fix.description);
        out.attributeArray("artifactChanges", [&] {
          out.object([&] {
            log.writeFile(out, buffer.name());
            out.attributeArray("replacements", [&] { out.object([&] { writeReplacement(fix); }); });
          });
        });
      });
  });
}

/// Writes the reason for a suppressed result (SARIF 3.35). If one result has such a list, all must
/// have one, so other results get an empty one (3.27.23).
static void writeSuppressions(json::OStream &out, const SuppressedDiagnostic *suppressed) {
  out.attributeArray("suppressions", [&] {
    if (!suppressed)
      return;
    out.object([&] {
      bool isInSource = suppressed->kind == SuppressedDiagnostic::InSource;
      out.attribute("kind", isInSource ? "inSource" : "external");
      if (!suppressed->reason.empty())
        writeText(out, "justification", suppressed->reason);
    });
  });
}

void ResultWriter::write(json::OStream &out, const Diagnostic &d,
                         const SuppressedDiagnostic *suppressed) {
  out.attribute("ruleId", codeText(d.id));
  out.attribute("ruleIndex", log.ruleIndex(d.id));
  out.attribute("level", levelText(d.severity));
  writeMessage(out, "message", d.message);
  out.attributeArray("locations", [&] {
    out.object([&] {
      writePlace(out, d.range);
      const std::string &function = d.entry.empty() ? d.function : d.entry;
      if (function.empty())
        return;
      out.attributeArray("logicalLocations", [&] {
        out.object([&] {
          writeText(out, "name", function);
          out.attribute("kind", "function");
        });
      });
    });
  });
  writeNotes(out, d);
  writeFixes(out, d);
  out.attributeObject("partialFingerprints",
                      [&] { out.attribute(Fingerprints::kind, fingerprints.next(d)); });
  writeSuppressions(out, suppressed);
}

size_t SarifWriter::ruleIndex(DiagId id) {
  auto [entry, isNew] = ruleIndices.try_emplace(static_cast<unsigned>(id), rules.size());
  if (isNew)
    rules.push_back(id);
  return entry->second;
}

void SarifWriter::writeFile(json::OStream &out, StringRef path) {
  out.attributeObject("artifactLocation",
                      [&] { out.attribute("uri", referenceUri(path, folder)); });
}

/// Notifications about the run of a tool, not about the contents of a file.
static json::Object notification(StringRef level, const std::string &uri, StringRef text) {
  json::Object location{
      {"physicalLocation", json::Object{{"artifactLocation", json::Object{{"uri", uri}}}}}};
  return json::Object{{"level", level},
                      {"message", json::Object{{"text", json::fixUTF8(text)}}},
                      {"locations", json::Array{std::move(location)}}};
}

void SarifWriter::add(const SourceBuffer &buffer, const Report &report) {
  ResultWriter writer(*this, buffer);
  for (const Diagnostic &d : report.diagnostics)
    results.add([&](json::OStream &out) { writer.write(out, d, nullptr); });
  for (const SuppressedDiagnostic &s : report.suppressed)
    results.add([&](json::OStream &out) { writer.write(out, s.diagnostic, &s); });
  if (uint64_t more = report.errorsNotShown + report.warningsNotShown)
    notifications.push_back(notification("note", referenceUri(buffer.name(), folder),
                                         std::to_string(more) + " more not shown"));
}

void SarifWriter::addUnreadable(StringRef path, StringRef reason) {
  notifications.push_back(
      notification("error", referenceUri(path, folder), ("cannot be read: " + reason).str()));
  isSuccessful = false;
}

void SarifWriter::writeTool(json::OStream &out) {
  out.attributeObject("driver", [&] {
    out.attribute("name", options.tool);
    out.attribute("version", options.version);
    out.attribute("semanticVersion", options.version);
    if (!options.rulePages.empty())
      out.attribute("informationUri", options.rulePages);
    out.attributeArray("rules", [&] {
      for (DiagId id : rules)
        out.object([&] { writeRule(out, info(id), options.rulePages); });
    });
  });
}

void SarifWriter::finish() {
  results.end();
  os << ",\n\"invocations\":"
     << json::Value(
            json::Array{json::Object{{"executionSuccessful", isSuccessful},
                                     {"toolExecutionNotifications", std::move(notifications)}}})
     << ",\n\"tool\":";
  {
    json::OStream out(os);
    out.object([&] { writeTool(out); });
  }
  os << "}]}\n";
}

std::unique_ptr<ReportWriter> ptx::makeSarifWriter(llvm::raw_ostream &os,
                                                   const WriterOptions &options) {
  return std::make_unique<SarifWriter>(os, options);
}
