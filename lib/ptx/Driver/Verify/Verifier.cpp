// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Verify/Verifier.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <list>
#include <map>
#include <numeric>
#include <tuple>

using namespace ptx;

static std::vector<Finding> findingsOf(const SourceBuffer &source, const Report &report) {
  std::vector<Finding> findings;
  auto add = [&](Severity severity, DiagId id, uint32_t offset, llvm::StringRef message) {
    findings.push_back({severity, id, source.lineColumn(offset).line, offset, printable(message)});
  };
  for (const Diagnostic &d : report.diagnostics) {
    add(d.severity, d.id, d.range.begin, d.message);
    for (const Note &note : d.notes)
      add(Severity::Note, d.id, note.range.begin, note.message);
  }
  llvm::sort(findings, [](const Finding &a, const Finding &b) {
    return std::tie(a.offset, a.id, a.message) < std::tie(b.offset, b.id, b.message);
  });
  return findings;
}

Comparison ptx::compare(const SourceBuffer &source, const Report &report,
                        std::vector<Expectation> expectations, llvm::ArrayRef<Severity> ignored) {
  Comparison result{std::move(expectations), {}, findingsOf(source, report)};
  result.met.resize(result.expectations.size());

  // An expectation with a shorter text may also match findings that a longer text is meant for.
  std::vector<uint32_t> order(result.expectations.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    auto vagueness = [&](uint32_t i) {
      const Expectation &e = result.expectations[i];
      return std::tuple(e.isRegex, !e.code, -int64_t(e.text.size()), i);
    };
    return vagueness(a) < vagueness(b);
  });
  auto meet = [&](uint32_t i, uint32_t f) {
    const Expectation &e = result.expectations[i];
    Finding &finding = result.findings[f];
    if (finding.expectedBy != Finding::nobody || finding.severity != e.severity || e.forbidsAll ||
        !e.accepts(finding.message, finding.id))
      return;
    finding.expectedBy = i;
    ++result.met[i];
  };
  // Complete messages use a map, since thousands of them on one line must not be compared pairwise.
  std::map<std::pair<uint32_t, llvm::StringRef>, std::vector<uint32_t>> byMessage;
  for (uint32_t f = 0; f != result.findings.size(); ++f)
    byMessage[{result.findings[f].line, result.findings[f].message}].push_back(f);
  for (uint32_t i : order) {
    const Expectation &e = result.expectations[i];
    auto same = e.isRegex ? byMessage.end() : byMessage.find({e.target, e.text});
    if (same == byMessage.end())
      continue;
    for (; !same->second.empty() && !result.isMet(i); same->second.pop_back())
      meet(i, same->second.back());
  }
  llvm::DenseMap<uint32_t, std::list<uint32_t>> othersOfLine;
  for (uint32_t f = 0; f != result.findings.size(); ++f)
    if (result.findings[f].expectedBy == Finding::nobody)
      othersOfLine[result.findings[f].line].push_back(f);
  // On lines with very many findings and expectations, not all pairs are compared.
  size_t left = 64 << 20;
  for (uint32_t i : order) {
    const Expectation &e = result.expectations[i];
    const size_t cost = e.isRegex ? 512 : 1;
    std::list<uint32_t> &others = othersOfLine[e.target];
    for (auto f = others.begin(); f != others.end() && !result.isMet(i);) {
      if (cost > left) {
        result.isComplete = false;
        break;
      }
      left -= cost;
      meet(i, *f);
      f = result.findings[*f].expectedBy == Finding::nobody ? std::next(f) : others.erase(f);
    }
  }
  llvm::erase_if(result.findings, [&](const Finding &f) {
    return f.expectedBy == Finding::nobody && llvm::is_contained(ignored, f.severity);
  });
  for (auto [e, met] : llvm::zip(result.expectations, result.met))
    if (e.forbidsAll && result.findings.empty())
      met = e.count;
  return result;
}

static llvm::StringRef severityName(Severity severity) {
  return severity == Severity::Note ? "note" : severity == Severity::Warning ? "warning" : "error";
}

/// The text of an expectation: `error {{stray}} [PTX1103]`.
static std::string quoted(Severity severity, llvm::StringRef text, std::optional<DiagId> code) {
  std::string result = (severityName(severity) + " {{" + printable(text) + "}}").str();
  return code ? result + " [" + codeText(*code) + "]" : result;
}

/// The message for an expectation that only `met` findings meet.
static std::string unmetText(const Expectation &e, uint32_t met) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "expected ";
  if (e.count > 1)
    os << e.count << ' ' << severityName(e.severity) << 's';
  else
    os << severityName(e.severity);
  if (e.code)
    os << " [" << codeText(*e.code) << ']';
  if (e.count == 1)
    os << " not found";
  os << " on line " << e.target;
  if (e.count > 1)
    os << ", found " << (met ? std::to_string(met) : "none");
  os << ": " << printable(e.text);
  return text;
}

namespace {

/// Unmet expectations of one diagnostic, by its line and severity.
class Unmet {
public:
  explicit Unmet(const Comparison &comparison) {
    for (uint32_t i = comparison.expectations.size(); i-- != 0;) {
      const Expectation &e = comparison.expectations[i];
      if (e.count == 1 && !e.forbidsAll && !comparison.isMet(i))
        places[{e.target, e.severity}].push_back(i);
    }
  }

  /// Removes and returns the first remaining expectation for `line` and `severity`.
  std::optional<uint32_t> take(uint32_t line, Severity severity) {
    auto place = places.find({line, severity});
    if (place == places.end() || place->second.empty())
      return std::nullopt;
    uint32_t expectation = place->second.back();
    place->second.pop_back();
    return expectation;
  }

private:
  std::map<std::pair<uint32_t, Severity>, std::vector<uint32_t>> places;
};

} // namespace

/// Reports an unexpected finding and an unmet expectation on its line as one problem. Pairs with
/// equal severity are formed first. Marks both as settled.
static void pair(Comparison &comparison, std::vector<VerifyProblem> &problems) {
  Unmet unmet(comparison);
  auto tell = [&](Finding &f, uint32_t expectation) {
    const Expectation &e = comparison.expectations[expectation];
    problems.push_back({f.offset, "expected " + quoted(e.severity, e.text, e.code) + ", got " +
                                      quoted(f.severity, f.message, f.id)});
    f.expectedBy = expectation;
    comparison.met[expectation] = e.count;
  };
  for (bool sameSeverity : {true, false})
    for (Finding &f : comparison.findings)
      for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
        if (f.expectedBy != Finding::nobody || (f.severity == severity) != sameSeverity)
          continue;
        if (std::optional<uint32_t> expectation = unmet.take(f.line, severity))
          tell(f, *expectation);
      }
}

std::vector<VerifyProblem> ptx::verify(const SourceBuffer &source, const Report &report,
                                       const VerifyOptions &options) {
  ExpectationList list = parseExpectations(source, options);
  std::vector<VerifyProblem> problems = std::move(list.problems);
  Comparison result = compare(source, report, std::move(list.expectations), options.ignored);

  pair(result, problems);
  for (auto [e, met] : llvm::zip(result.expectations, result.met))
    if (met != e.count && !e.forbidsAll)
      problems.push_back({e.range.begin, unmetText(e, met)});
  for (const Finding &f : result.findings)
    if (f.expectedBy == Finding::nobody)
      problems.push_back({f.offset, ("unexpected " + severityName(f.severity) + ": " + f.message +
                                     " [" + codeText(f.id) + "]")
                                        .str()});
  if (uint64_t more = report.errorsNotShown + report.warningsNotShown)
    problems.push_back({static_cast<uint32_t>(source.text().size()),
                        "too many diagnostics: " + std::to_string(more) + " were not compared"});
  if (!result.isComplete)
    problems.push_back({static_cast<uint32_t>(source.text().size()),
                        "too many expectations of one line: not all were compared"});
  llvm::sort(problems, [](const VerifyProblem &a, const VerifyProblem &b) {
    return std::tie(a.offset, a.message) < std::tie(b.offset, b.message);
  });
  return problems;
}

void ptx::printProblems(llvm::raw_ostream &os, const SourceBuffer &source,
                        llvm::ArrayRef<VerifyProblem> problems) {
  for (const VerifyProblem &problem : problems) {
    LineColumn place = source.lineColumn(problem.offset);
    os << printable(source.name()) << ':' << place.line << ':' << place.column
       << ": error: " << problem.message << '\n';
  }
}
