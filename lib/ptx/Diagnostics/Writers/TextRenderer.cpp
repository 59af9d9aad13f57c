// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms for people: `text` and `concise`.

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/SimilarFindings.h"
#include "ptx/Diagnostics/Writers/ColorScope.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/Snippet.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ptx;
using Color = llvm::raw_ostream::Colors;

namespace {

/// Writes the parts of a report. Colours appear if they are enabled for the stream.
class TextWriter {
public:
  TextWriter(llvm::raw_ostream &os, const SourceBuffer &buffer, llvm::StringRef linkedPages = {})
      : os(os), buffer(buffer), name(printable(buffer.name())), linkedPages(linkedPages) {}

  /// The form is `k.ptx: in entry `k`:`. It is written if the entry differs from the previous one.
  void writePlace(const Diagnostic &d);
  /// `k.ptx:12:27: error: message [PTX3002]`.
  void writeMessage(const Diagnostic &d);
  void writeSnippet(const Diagnostic &d, unsigned width);
  void writeNote(const Note &note);
  void writeFix(const FixIt &fix);
  /// `k.ptx:20:27: note: 13 more of this kind, in lines 20 to 32`, if there are any.
  void writeFolded(llvm::ArrayRef<size_t> folded, llvm::ArrayRef<Diagnostic> all);
  /// `k.ptx: note: 2 more errors not shown`, if there are any.
  void writeHidden(const Report &report);

private:
  void writeHead(uint32_t offset, Color color, llvm::StringRef kind);
  void colored(Color color, llvm::StringRef text);

  llvm::raw_ostream &os;
  const SourceBuffer &buffer;
  std::string name;
  llvm::StringRef linkedPages;
  std::string currentPlace;
};

} // namespace

void TextWriter::colored(Color color, llvm::StringRef text) {
  os.changeColor(color, /*Bold=*/true);
  os << text;
  os.resetColor();
}

void TextWriter::writeHead(uint32_t offset, Color color, llvm::StringRef kind) {
  LineColumn place = buffer.lineColumn(offset);
  colored(Color::SAVEDCOLOR,
          (name + ":" + llvm::Twine(place.line) + ":" + llvm::Twine(place.column) + ":").str());
  os << ' ';
  colored(color, kind);
  os << ' ';
}

void TextWriter::writePlace(const Diagnostic &d) {
  bool isFunction = d.entry.empty();
  llvm::StringRef place = isFunction ? d.function : d.entry;
  if (place == currentPlace)
    return;
  currentPlace = place.str();
  if (!place.empty())
    os << name << ": in " << (isFunction ? "function" : "entry") << " `" << printable(place)
       << "`:\n";
}

void TextWriter::writeMessage(const Diagnostic &d) {
  bool isError = d.severity == Severity::Error;
  writeHead(d.range.begin, isError ? Color::RED : Color::MAGENTA, isError ? "error:" : "warning:");
  colored(Color::SAVEDCOLOR, printable(d.message));
  const DiagInfo &rule = info(d.id);
  os << " [";
  if (!linkedPages.empty())
    os << "\x1b]8;;" << linkedPages << rule.name << ".md\x1b\\";
  os << codeText(d.id);
  if (!rule.isHardError())
    os << ' ' << rule.name; // flags name them
  if (!linkedPages.empty())
    os << "\x1b]8;;\x1b\\";
  os << "]\n";
}

void TextWriter::writeSnippet(const Diagnostic &d, unsigned width) {
  std::optional<Snippet> snippet = makeSnippet(buffer, d.range, d.highlights, width);
  if (!snippet)
    return;
  std::string number = std::to_string(buffer.lineColumn(d.range.begin).line);
  size_t margin = std::max<size_t>(5, number.size());
  os.indent(margin - number.size()) << number << " | " << snippet->text << '\n';
  os.indent(margin) << " | ";
  colored(Color::GREEN, snippet->marks);
  os << '\n';
}

void TextWriter::writeNote(const Note &note) {
  writeHead(note.range.begin, Color::CYAN, "note:");
  os << printable(note.message) << '\n';
}

void TextWriter::writeFix(const FixIt &fix) {
  constexpr size_t longestShown = 200;
  writeHead(fix.range.begin, Color::GREEN, "help:");
  llvm::StringRef shown = llvm::StringRef(fix.replacement).trim();
  std::string quoted = ("`" + llvm::Twine(printable(shown)) + "`").str();
  if (!fix.description.empty()) {
    os << printable(fix.description);
    // A replacement of more than a statement is described, not shown.
    if (!shown.empty() && shown.size() <= longestShown &&
        !llvm::StringRef(fix.description).contains(quoted))
      os << ": " << quoted;
  } else if (fix.replacement.empty()) {
    os << "remove this";
  } else {
    os << (fix.range.empty() ? "insert " : "replace by ") << quoted;
  }
  if (fix.applicability == Applicability::Unsafe)
    os << " (unsafe)";
  os << '\n';
}

/// "1 error", "2 errors".
static std::string countOf(uint64_t count, const llvm::Twine &what) {
  return (llvm::Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}

/// Line numbers, which are in rising order, as text: "line 3", "lines 3, 5 to 9 and 12". Of a long
/// list, the last ranges are only counted.
static std::string linesText(llvm::ArrayRef<uint32_t> lines) {
  constexpr size_t most = 8;
  std::vector<std::string> parts;
  size_t rest = 0;
  for (size_t i = 0; i != lines.size();) {
    size_t end = i + 1;
    while (end != lines.size() && lines[end] == lines[end - 1] + 1)
      ++end;
    if (parts.size() == most) {
      rest += end - i;
    } else if (end - i > 2) {
      parts.push_back((llvm::Twine(lines[i]) + " to " + llvm::Twine(lines[end - 1])).str());
    } else {
      parts.push_back(std::to_string(lines[i]));
      end = i + 1;
    }
    i = end;
  }
  if (rest)
    parts.push_back((llvm::Twine(rest) + (rest == 1 ? " other" : " others")).str());
  std::string last = parts.back();
  parts.pop_back();
  std::string text = lines.size() == 1 ? "line " : "lines ";
  text += llvm::join(parts, ", ");
  return text + (parts.empty() ? "" : " and ") + last;
}

void TextWriter::writeFolded(llvm::ArrayRef<size_t> folded, llvm::ArrayRef<Diagnostic> all) {
  if (folded.empty())
    return;
  std::vector<uint32_t> lines;
  for (size_t index : folded)
    lines.push_back(buffer.lineColumn(all[index].range.begin).line);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  writeHead(all[folded.front()].range.begin, Color::CYAN, "note:");
  os << folded.size() << " more of this kind, in " << linesText(lines) << '\n';
}

void TextWriter::writeHidden(const Report &report) {
  if (!report.errorsNotShown && !report.warningsNotShown)
    return;
  os << name << ": ";
  colored(Color::CYAN, "note:");
  os << ' ';
  if (report.errorsNotShown)
    os << countOf(report.errorsNotShown, "more error");
  if (report.errorsNotShown && report.warningsNotShown)
    os << " and ";
  if (report.warningsNotShown)
    os << countOf(report.warningsNotShown, "more warning");
  os << " not shown\n";
}

void ptx::renderText(llvm::raw_ostream &os, const SourceBuffer &buffer, const Report &report,
                     const RenderOptions &options) {
  ColorScope colors(os, options.color);
  TextWriter writer(os, buffer, options.linkedPages);
  SimilarFindings similar(report.diagnostics);
  for (const auto &[index, d] : llvm::enumerate(report.diagnostics)) {
    if (similar.isFolded(index))
      continue;
    writer.writePlace(d);
    writer.writeMessage(d);
    writer.writeSnippet(d, options.width);
    for (const Note &note : d.notes)
      writer.writeNote(note);
    for (const FixIt &fix : d.fixes)
      writer.writeFix(fix);
    writer.writeFolded(similar.foldedAfter(index), report.diagnostics);
  }
  writer.writeHidden(report);
}

void ptx::renderConcise(llvm::raw_ostream &os, const SourceBuffer &buffer, const Report &report,
                        const RenderOptions &options) {
  ColorScope colors(os, options.color);
  TextWriter writer(os, buffer);
  for (const Diagnostic &d : report.diagnostics)
    writer.writeMessage(d);
  writer.writeHidden(report);
}

namespace {

class TextReportWriter : public ReportWriter {
public:
  TextReportWriter(llvm::raw_ostream &os, const RenderOptions &options)
      : os(os), options(options) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    renderText(os, buffer, report, options);
    errors += report.errors;
    warnings += report.warnings;
    files += report.errors + report.warnings != 0;
    fixable += llvm::count_if(report.diagnostics, [](const Diagnostic &d) {
      return d.fixes.size() == 1 && d.fixes.front().applicability == Applicability::Safe;
    });
  }

  void finish() override {
    if (!options.hasSummary || errors + warnings == 0)
      return;
    ColorScope colors(os, options.color);
    os.changeColor(Color::SAVEDCOLOR, /*Bold=*/true);
    if (errors)
      os << countOf(errors, "error");
    if (warnings)
      os << (errors ? ", " : "") << countOf(warnings, "warning");
    os.resetColor() << " in " << countOf(files, "file");
    if (fixable && options.offersFixes)
      os << "; " << fixable << " fixable with `--fix`";
    os << '\n';
  }

private:
  llvm::raw_ostream &os;
  RenderOptions options;
  uint64_t errors = 0, warnings = 0, files = 0, fixable = 0;
};

class ConciseReportWriter : public ReportWriter {
public:
  ConciseReportWriter(llvm::raw_ostream &os, const RenderOptions &options)
      : os(os), options(options) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    renderConcise(os, buffer, report, options);
  }

private:
  llvm::raw_ostream &os;
  RenderOptions options;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeTextWriter(llvm::raw_ostream &os,
                                                  const WriterOptions &options) {
  return std::make_unique<TextReportWriter>(os, options.render);
}

std::unique_ptr<ReportWriter> ptx::makeConciseWriter(llvm::raw_ostream &os,
                                                     const WriterOptions &options) {
  return std::make_unique<ConciseReportWriter>(os, options.render);
}
