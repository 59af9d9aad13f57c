// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/RuleText.h"

#include "ptx/Check/Check.h"
#include "ptx/Diagnostics/Catalogue/RulePages.h"
#include "ptx/Driver/Project/Expectations.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace ptx;
using llvm::StringRef;

StringRef ptx::severityText(Severity severity) {
  switch (severity) {
  case Severity::Ignored:
    return "off";
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "";
}

//===-- Facts ---------------------------------------------------------------------------------===//

static std::string defaultText(const DiagInfo &rule) {
  std::string flag = "`-Wno-" + rule.name.str() + "`";
  if (rule.severity == Severity::Ignored)
    return "off; `-W" + rule.name.str() + "` turns it on";
  if (rule.severity == Severity::Error)
    return rule.isHardError() ? "error" : "error; " + flag + " turns it off";
  return "warning; " + flag + " turns it off";
}

static std::string groupsText(const DiagInfo &rule) {
  std::vector<std::string> names;
  for (const DiagGroupInfo &entry : allDiagnosticGroups())
    if (rule.groups.contains(entry.group))
      names.push_back("`" + entry.name.str() + "`");
  return llvm::join(names, ", ");
}

/// The description of the fix in a check of the first example; empty if the check does not report
/// the rule.
static std::string fixText(const DiagInfo &rule, StringRef page) {
  auto [before, after] = page.split("```ptx\n");
  auto source = SourceBuffer::fromString(after.take_front(after.find("```")).str(), "example");
  CheckOptions options;
  if (!rule.isHardError())
    llvm::cantFail(options.diagnostics.addWarningFlag(rule.name));
  Report report = checkSource(*source, options);
  auto found =
      llvm::find_if(report.diagnostics, [&](const Diagnostic &d) { return d.id == rule.id; });
  if (found == report.diagnostics.end())
    return "";
  if (found->fixes.size() > 1)
    return "several, one of which an editor can apply";
  if (found->fixes.empty())
    return "none";
  return found->fixes.front().applicability == Applicability::Safe
             ? "safe: `--fix` applies it"
             : "unsafe: `--fix --unsafe-fixes` applies it";
}

/// The message. The messages of some rules are one value, such as a finding of the executor: the
/// first one that the examples expect is shown in their place.
static std::string messageText(const DiagInfo &rule, StringRef page) {
  StringRef message = rule.message;
  if (!message.starts_with("{") || message.find('}') != message.size() - 1)
    return message.str();
  auto [before, after] = page.split("```ptx\n");
  auto source = SourceBuffer::fromString(after.take_front(after.find("```")).str(), "example");
  VerifyOptions options;
  options.comment = "//";
  for (const Expectation &e : parseExpectations(*source, options).expectations)
    if (e.severity != Severity::Note)
      return e.text + " (in the first example)";
  return message.str();
}

static void printFacts(llvm::raw_ostream &os, const DiagInfo &rule, StringRef page) {
  os << "- Default: " << defaultText(rule) << '\n';
  if (std::string groups = groupsText(rule); !groups.empty())
    os << "- Groups: " << groups << '\n';
  os << "- Message: " << messageText(rule, page) << '\n';
  if (!rule.ptxas.empty())
    os << "- Message of `ptxas`: " << rule.ptxas << '\n';
  if (std::string fix = fixText(rule, page); !fix.empty())
    os << "- Fix of the first example: " << fix << '\n';
  os << "- Since: ptxkit " << ruleSince(rule.id) << '\n';
}

//===-- Examples ------------------------------------------------------------------------------===//

/// Writes an example without its expectations, and below it the expected diagnostics.
static void printExample(llvm::raw_ostream &os, StringRef code, StringRef comment) {
  auto source = SourceBuffer::fromString(code.str(), "example");
  VerifyOptions options;
  options.comment = comment.str();
  std::vector<Expectation> expectations = parseExpectations(*source, options).expectations;
  std::set<uint32_t> testing;
  for (const Expectation &e : expectations)
    testing.insert(e.line);
  std::map<uint32_t, uint32_t> numbers; // numbers of shown lines, by source line
  uint32_t number = 0, shown = 0;
  for (StringRef rest = code; !rest.empty();) {
    auto [line, others] = rest.split('\n');
    rest = others;
    StringRef kept = line;
    if (testing.count(++number))
      kept = line.take_front(line.find(comment)).rtrim();
    if (kept.empty() && testing.count(number))
      continue;
    numbers[number] = ++shown;
    os << kept << '\n';
  }
  os << "```\n";
  bool isFirst = true;
  for (const Expectation &e : expectations) {
    if (e.forbidsAll || e.severity == Severity::Note)
      continue;
    os << (isFirst ? "\nReported:\n\n" : "") << "- line " << numbers[e.target] << ", "
       << severityText(e.severity) << ": " << e.text << '\n';
    isFirst = false;
  }
}

void ptx::printRule(llvm::raw_ostream &os, DiagId id) {
  const DiagInfo &rule = info(id);
  auto [title, rest] = rulePage(id).split('\n');
  os << title << "\n\n";
  printFacts(os, rule, rest);
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    rest = after;
    os << line << '\n';
    bool isIr = line == "```llvm";
    if (!isIr && line != "```ptx" && line != "```cuda")
      continue;
    size_t end = rest.find("\n```");
    if (end == StringRef::npos)
      continue;
    printExample(os, rest.take_front(end + 1), isIr ? ";" : "//");
    rest = rest.drop_front(end + 1).split('\n').second;
  }
}

void ptx::printGroup(llvm::raw_ostream &os, DiagGroup group) {
  const auto *entry = llvm::find_if(allDiagnosticGroups(),
                                    [&](const DiagGroupInfo &g) { return g.group == group; });
  os << "# " << entry->name << "\n\n"
     << entry->summary << "; `-W" << entry->name << "` turns on all of them\n\n";
  size_t width = 0;
  auto members = llvm::make_filter_range(
      allDiagnostics(), [&](const DiagInfo &rule) { return rule.groups.contains(group); });
  for (const DiagInfo &rule : members)
    width = std::max(width, rule.name.size());
  for (const DiagInfo &rule : members)
    os << codeText(rule.id) << "  " << llvm::left_justify(rule.name, width) << "  "
       << llvm::left_justify(severityText(rule.severity), 7) << "  " << rule.message << '\n';
}
