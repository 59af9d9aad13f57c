// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/TRules/TRules.h"
#include "ptx/Diagnostics/Writers/PtxasTexts.h"
#include "ptx/Driver/Information/RuleList.h"
#include "ptx/Driver/Information/RuleText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

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
      os << "  This is not a known message of ptxas, nvcc or the driver.\n";
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
