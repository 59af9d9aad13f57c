// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/JsonRecords.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Writers/ProofRecord.h"
#include "ptx/Diagnostics/Writers/ReportWriter.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
namespace json = llvm::json;

static void writeRange(json::OStream &out, const SourceBuffer &buffer, SourceRange range) {
  LineColumn begin = buffer.lineColumn(range.begin);
  LineColumn end = buffer.lineColumn(std::max(range.begin, range.end));
  out.attribute("line", begin.line);
  out.attribute("column", begin.column);
  out.attribute("endLine", end.line);
  out.attribute("endColumn", end.column);
}

void ptx::writeText(json::OStream &out, llvm::StringRef key, llvm::StringRef text) {
  out.attribute(key, json::isUTF8(text) ? json::Value(text) : json::Value(json::fixUTF8(text)));
}

void ptx::writeFileName(json::OStream &out, llvm::StringRef name) {
  writeText(out, "file", name);
  if (!json::isUTF8(name))
    out.attribute("fileBytes", llvm::toHex(name, /*LowerCase=*/true));
}

void ptx::writeOrigin(json::OStream &out, const Origin &origin) {
  writeText(out, "file", origin.file);
  out.attribute("line", origin.line);
  if (origin.column)
    out.attribute("column", origin.column);
}

void ptx::writeDiagnostic(json::OStream &out, const SourceBuffer &buffer, const Diagnostic &d) {
  writeFileName(out, buffer.name());
  writeRange(out, buffer, d.range);
  out.attribute("severity", d.severity == Severity::Error ? "error" : "warning");
  out.attribute("code", codeText(d.id));
  out.attribute("name", info(d.id).name);
  writeText(out, "message", d.message);
  out.attributeObject("arguments", [&] {
    for (auto [name, text] : llvm::zip(info(d.id).arguments, d.arguments))
      writeText(out, name, text);
  });
  if (d.entry.empty())
    out.attribute("entry", nullptr);
  else
    writeText(out, "entry", d.entry);
  if (!d.function.empty())
    writeText(out, "function", d.function);
  if (d.origin)
    out.attributeObject("origin", [&] { writeOrigin(out, *d.origin); });
  out.attributeArray("notes", [&] {
    for (const Note &note : d.notes)
      out.object([&] {
        writeRange(out, buffer, note.range);
        writeText(out, "message", note.message);
      });
  });
  out.attributeArray("fixes", [&] {
    for (const FixIt &fix : d.fixes)
      out.object([&] {
        writeRange(out, buffer, fix.range);
        writeText(out, "replacement", fix.replacement);
        writeText(out, "description", fix.description);
        out.attribute("safe", fix.applicability == Applicability::Safe);
      });
  });
}

void ptx::writeCounts(json::OStream &out, const Report &report) {
  out.attribute("errors", report.errors);
  out.attribute("warnings", report.warnings);
  out.attribute("errorsNotShown", report.errorsNotShown);
  out.attribute("warningsNotShown", report.warningsNotShown);
  out.attribute("truncated", report.errorsNotShown + report.warningsNotShown != 0);
}

static void writeTexts(json::OStream &out, llvm::StringRef key, llvm::ArrayRef<std::string> texts) {
  out.attributeArray(key, [&] {
    for (const std::string &text : texts)
      out.value(json::fixUTF8(text));
  });
}

static void writeRemark(json::OStream &out, const ProofRecord::Remark &remark) {
  if (remark.line)
    out.attribute("line", remark.line);
  writeText(out, "text", remark.text);
}

static void writeClaim(json::OStream &out, const ProofRecord::Claim &claim) {
  if (!claim.parameter.empty()) {
    writeText(out, "parameter", claim.parameter);
    out.attribute("least", claim.least);
    out.attribute("most", claim.most);
    out.attribute("multipleOf", claim.multipleOf);
  }
  if (!claim.notForOthers.empty())
    out.attributeObject("notForOthers", [&] { writeRemark(out, claim.notForOthers); });
  writeText(out, "text", claim.words());
}

static void writePeriod(json::OStream &out, const ProofRecord::Period &period) {
  auto writeEach = [&](llvm::StringRef key, const auto &list, auto write) {
    out.attributeArray(key, [&] {
      for (const auto &one : list)
        out.object([&] { write(one); });
    });
  };
  writeText(out, "parameter", period.parameter);
  out.attribute("step", period.step);
  writeEach("roles", period.roles, [&](const ProofRecord::Role &role) {
    out.attribute("warps", json::Array(role.warps));
    out.attribute("line", role.line);
    out.attribute("changes", json::Array(role.changes));
    writeText(out, "text", role.words());
  });
  writeEach("objects", period.objects, [&](const ProofRecord::Object &object) {
    writeText(out, "name", object.name);
    out.attribute("cta", object.cta);
    out.attribute("phases", object.phases);
    out.attribute("parity", object.parity);
    out.attribute("missingArrivals", object.arrivals);
    out.attribute("missingBytes", object.bytes);
    writeText(out, "text", object.words());
  });
}

static void writeRedundancy(json::OStream &out, const ProofRecord::Redundancy &one) {
  out.attribute("line", one.line);
  out.attribute("column", one.column);
  writeText(out, "statement", one.statement);
  if (!one.suffices.empty())
    writeText(out, "suffices", one.suffices);
  writeText(out, "text", one.words());
}

/// What a proof shows, or why there is none.
static void writeProof(json::OStream &out, const ProofRecord &proof) {
  auto writeEach = [&](llvm::StringRef key, const auto &list, auto write) {
    out.attributeArray(key, [&] {
      for (const auto &one : list)
        out.object([&] { write(out, one); });
    });
  };
  writeEach("claims", proof.claims, writeClaim);
  writeEach("periods", proof.periods, writePeriod);
  writeEach("premises", proof.premises, writeRemark);
  writeEach("redundant", proof.redundant, writeRedundancy);
  if (!proof.reason.empty())
    out.attributeObject("reason", [&] { writeRemark(out, proof.reason); });
  if (!proof.noCertificate.empty())
    writeText(out, "noCertificate", proof.noCertificate);
}

void ptx::writeLaunch(json::OStream &out, const SourceBuffer &buffer, const LaunchRecord &launch) {
  writeFileName(out, buffer.name());
  writeText(out, "launch", launch.launch);
  writeText(out, "verdict", launch.verdict);
  out.attribute("executions", launch.executions);
  out.attribute("threadInstructions", launch.threadInstructions);
  writeTexts(out, "assumed", launch.assumed);
  writeTexts(out, "notFollowed", launch.notFollowed);
  if (launch.proof)
    out.attributeObject("proof", [&] { writeProof(out, *launch.proof); });
}

void ptx::writeLine(llvm::raw_ostream &os, llvm::function_ref<void(json::OStream &)> write) {
  {
    json::OStream out(os);
    out.object([&] { write(out); });
  }
  os << '\n';
}

std::string ptx::documentHead(llvm::StringRef tool, llvm::StringRef toolVersion,
                              llvm::StringRef key) {
  std::string text;
  llvm::raw_string_ostream(text) << "{\"version\":" << recordVersion << ",\"tool\":"
                                 << json::Value(
                                        json::Object{{"name", tool}, {"version", toolVersion}})
                                 << ",\"" << key << "\":[";
  return text;
}

void RecordList::add(llvm::function_ref<void(json::OStream &)> write) {
  os << (isEmpty ? head : ",") << '\n';
  isEmpty = false;
  json::OStream out(os);
  out.object([&] { write(out); });
}

void RecordList::end() {
  if (isEmpty)
    os << head;
  else
    os << '\n';
  os << ']';
}
