// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/RuleList.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Catalogue/RulePages.h"
#include "ptx/Diagnostics/TRules/TRules.h"
#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/PtxasTexts.h"
#include "ptx/Driver/Information/RuleText.h"
#include "ptx/Driver/Options/CommandLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

/// The groups of a rule, without the group of all warnings.
static std::string groupText(const DiagInfo &rule) {
  std::string text;
  for (const DiagGroupInfo &entry : allDiagnosticGroups())
    if (rule.groups.contains(entry.group) && entry.group != DiagGroup::Everything)
      text += (text.empty() ? "" : ",") + entry.name.str();
  return text.empty() ? "-" : text;
}

static void listAsText(llvm::raw_ostream &os) {
  size_t nameWidth = 0, groupWidth = 5;
  for (const DiagInfo &rule : allDiagnostics()) {
    nameWidth = std::max(nameWidth, rule.name.size());
    groupWidth = std::max(groupWidth, groupText(rule).size());
  }
  auto row = [&](StringRef code, StringRef name, StringRef severity, StringRef group,
                 StringRef message) {
    os << llvm::left_justify(code, 9) << llvm::left_justify(name, nameWidth + 2)
       << llvm::left_justify(severity, 9) << llvm::left_justify(group, groupWidth + 2) << message
       << '\n';
  };
  row("code", "name", "default", "group", "message");
  for (const DiagInfo &rule : allDiagnostics())
    row(codeText(rule.id), rule.name, severityText(rule.severity), groupText(rule), rule.message);
}

static void writeRule(json::OStream &out, const DiagInfo &rule) {
  out.attribute("code", codeText(rule.id));
  out.attribute("name", rule.name);
  out.attribute("default", severityText(rule.severity));
  out.attributeArray("groups", [&] {
    for (const DiagGroupInfo &entry : allDiagnosticGroups())
      if (rule.groups.contains(entry.group))
        out.value(entry.name);
  });
  out.attribute("section", rule.section);
  out.attribute("ptxas", rule.ptxas);
  out.attribute("since", ruleSince(rule.id));
  out.attribute("message", rule.message);
  out.attributeArray("arguments", [&] {
    for (StringRef argument : rule.arguments)
      out.value(argument);
  });
}

void ptx::listRules(llvm::raw_ostream &os, OutputFormat format) {
  if (format == OutputFormat::Json) {
    RecordList list(os, documentHead("ptx-check", toolVersion(), "rules"));
    for (const DiagInfo &rule : allDiagnostics())
      list.add([&](json::OStream &out) { writeRule(out, rule); });
    list.end();
    os << "}\n";
  } else if (format == OutputFormat::Jsonl) {
    for (const DiagInfo &rule : allDiagnostics())
      writeLine(os, [&](json::OStream &out) { writeRule(out, rule); });
  } else {
    listAsText(os);
  }
}

/// What to do about a message that corresponds to no rule.
static StringRef withoutRule(const PtxasText &said) {
  if (!said.answer.empty())
    return said.answer;
  if (said.tool == "driver")
    return "The compiler of the driver rejects the module: `ptx-check --for-driver=<version>` "
           "finds why.";
  return "No rule says this: it is decided when ptxas generates code.";
}

/// The answer for a line of a log, if it is a message of `ptxas`, `nvcc` or the driver. A message
/// of `ptxas` that only a topic matches counts only if it follows the name of the tool.
static std::optional<PtxasText> findInLog(StringRef line) {
  std::optional<PtxasText> said = findPtxasText(line);
  if (said && said->tool == "ptxas" && !said->answer.empty() && !isLineOfPtxas(line))
    return std::nullopt;
  return said;
}

void ptx::explainLog(llvm::raw_ostream &os, StringRef log) {
  for (StringRef line : llvm::split(log, '\n')) {
    line = line.trim();
    if (line.empty() || line.contains("Ptx assembly aborted due to errors"))
      continue;
    os << line << '\n';
    std::optional<PtxasText> said = findInLog(line);
    if (!said) {
      os << "  This is no message of ptxas, nvcc or the driver that is known.\n";
      continue;
    }
    if (said->rules.empty() || !said->answer.empty())
      os << "  " << withoutRule(*said) << '\n';
    for (DiagId id : said->rules)
      os << "  " << codeText(id) << "  " << info(id).name << ": " << info(id).message << '\n';
  }
}

/// Lists the rules that correspond to a message of `ptxas`. If there is exactly one, prints its
/// page.
static void explainPtxasText(llvm::raw_ostream &os, const PtxasText &said) {
  os << said.tool << ": " << said.text << "\n\n";
  if (said.rules.empty() || !said.answer.empty())
    os << withoutRule(said) << '\n';
  if (said.rules.empty())
    return;
  if (!said.answer.empty())
    os << '\n';
  if (said.rules.size() == 1) {
    printRule(os, said.rules.front());
    return;
  }
  for (DiagId id : said.rules) {
    const DiagInfo &rule = info(id);
    os << codeText(id) << "  " << rule.name << ": " << rule.message << '\n';
  }
  os << "\n--explain <rule> shows the page of each.\n";
}

llvm::Error ptx::explainRule(llvm::raw_ostream &os, StringRef nameOrCode) {
  if (std::optional<DiagId> id = findDiagnostic(nameOrCode)) {
    printRule(os, *id);
    return llvm::Error::success();
  }
  if (std::optional<DiagGroup> group = findDiagnosticGroup(nameOrCode)) {
    printGroup(os, *group);
    return llvm::Error::success();
  }
  if (const TRule *rule = findTRule(nameOrCode)) {
    printTRule(os, *rule);
    for (DiagId id : rule->saidBy) {
      os << '\n';
      printRule(os, id);
    }
    return llvm::Error::success();
  }
  if (std::optional<PtxasText> said = findPtxasText(nameOrCode)) {
    explainPtxasText(os, *said);
    return llvm::Error::success();
  }
  std::string text = ("unknown rule `" + nameOrCode + "`; ").str();
  if (StringRef nearest = nearestRuleName(nameOrCode, /*withErrors=*/true); !nearest.empty())
    text += ("did you mean `" + nearest + "`?").str();
  else
    text += "--list-rules shows all";
  return llvm::createStringError(text);
}
