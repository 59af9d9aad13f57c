// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/RuleList.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Catalogue/RulePages.h"
#include "ptx/Diagnostics/Writers/JsonRecords.h"
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
