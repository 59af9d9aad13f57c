// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/TRules/TRules.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

std::string TRule::name() const { return llvm::formatv("T{0,0+3}", llvm::utostr(number)); }

const TRule *ptx::findTRule(StringRef name) {
  unsigned number = 0;
  if (!name.consume_front_insensitive("t") || name.getAsInteger(10, number) || number == 0 ||
      number > allTRules().size())
    return nullptr;
  return &allTRules()[number - 1];
}

char ptx::letterOf(TRuleClass decidedBy) { return "SIMKF"[static_cast<unsigned>(decidedBy)]; }

// Indexed by the enumerators.
static constexpr StringRef classTexts[] = {
    "the syntax alone",
    "a value, where it is a constant or follows from constants",
    "the tensor map, where its description is given",
    "the module as a whole",
    "the order in which instructions run",
};
static constexpr StringRef severityTexts[] = {"error", "warning", "lint", "style"};
static constexpr StringRef ptxasTexts[] = {
    "rejects code that breaks it",
    "rejects some code that breaks it, and accepts other",
    "accepts code that breaks it",
};

template <size_t N, typename Enum>
static StringRef textOf(const StringRef (&texts)[N], Enum which) {
  return texts[static_cast<unsigned>(which)];
}

void ptx::printTRule(llvm::raw_ostream &os, const TRule &rule) {
  os << "# " << rule.name() << "\n\n" << rule.statement << "\n\n";
  if (!rule.section.empty())
    os << "- Manual: " << rule.section << '\n';
  if (!rule.driver.empty())
    os << "- CUDA driver: " << rule.driver << '\n';
  os << "- Severity: " << textOf(severityTexts, rule.severity) << '\n'
     << "- Decided by: " << textOf(classTexts, rule.decidedBy) << '\n'
     << "- `ptxas` 13.5 " << textOf(ptxasTexts, rule.ptxas) << '\n'
     << "- Said by: ";
  llvm::ListSeparator separator;
  for (DiagId id : rule.saidBy)
    os << separator << '`' << info(id).name << "` [" << codeText(id) << ']';
  os << (rule.saidBy.empty() ? "no diagnostic\n" : "\n");
}

void ptx::printTRules(llvm::raw_ostream &os) {
  for (const TRule &rule : allTRules()) {
    std::string codes = llvm::join(llvm::map_range(rule.saidBy, codeText), ",");
    os << rule.name() << ' ' << letterOf(rule.decidedBy) << ' '
       << llvm::left_justify(textOf(severityTexts, rule.severity), 8)
       << llvm::left_justify(codes.empty() ? "-" : codes, 16) << ' ' << rule.statement << '\n';
  }
}
