// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of the T-rules. lib/ptx/Diagnostics/TRules/TRules.h declares what it is made of.

#include "Backends.h"
#include "DiagnosticRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

#include <set>

using namespace llvm;

namespace ptx {

/// The fields with an enumerated word, and the corresponding C++ enumerations.
struct WordField {
  StringRef name, enumeration, words;
};
static constexpr WordField wordFields[] = {
    {"DecidedBy", "TRuleClass", "Syntax Value Map Module Order"},
    {"Severity", "TRuleSeverity", "Error Warning Lint Style"},
    {"Ptxas", "TRulePtxas", "Rejects RejectsSome Accepts"},
};

static void checkStatement(const Record &def) {
  StringRef statement = def.getValueAsString("Statement");
  if (!statement.ends_with("."))
    report(def, "a statement ends in a period");
  if (!all_of(statement, isPrint))
    report(def, "a statement is one line of printable ASCII");
  if (statement.count('`') % 2)
    report(def, "a backtick of the statement has no partner");
}

static void checkSource(const Record &def) {
  StringRef section = def.getValueAsString("Section");
  if (section.empty() && def.getValueAsString("Driver").empty())
    report(def, "nothing states it; set `Section` or `Driver`");
  if (section.empty())
    return;
  for (StringRef number : split(section, ", "))
    if (!isSectionNumber(number))
      report(def, "`" + number + "` is not a section number such as `5.5.7`");
}

static void checkWords(const Record &def) {
  for (const WordField &field : wordFields) {
    StringRef word = def.getValueAsString(field.name);
    if (!is_contained(split(field.words, ' '), word))
      report(def, "its `" + field.name + "` is none of " + field.words);
  }
}

static void checkDiagnostics(const Record &def) {
  std::set<const Record *> seen;
  for (const Record *diagnostic : def.getValueAsListOfDefs("SaidBy"))
    if (!seen.insert(diagnostic).second)
      report(def, "`" + diagnostic->getName() + "` says it twice");
}

/// The checked rules, in the order of their numbers.
static std::vector<const Record *> readTRules(const RecordKeeper &records) {
  auto defs = records.getAllDerivedDefinitions("TRule");
  std::vector<const Record *> rules(defs.begin(), defs.end());
  sort(rules, [](auto *a, auto *b) { return a->getName() < b->getName(); });
  for (auto [i, rule] : enumerate(rules)) {
    if (std::string name = formatv("T{0,0+3}", utostr(i + 1)); rule->getName() != name)
      report(*rule, "it should be named `" + name + "`: the numbers have no gaps");
    checkStatement(*rule);
    checkSource(*rule);
    checkWords(*rule);
    checkDiagnostics(*rule);
  }
  return rules;
}

static std::string listName(const Record &rule) { return "saidOf" + rule.getName().str(); }

bool emitTRules(raw_ostream &os, const RecordKeeper &records) {
  std::vector<const Record *> rules = readTRules(records);
  emitSourceFileHeader("The T-rules", os);
  os << "#include \"ptx/Diagnostics/TRules/TRules.h\"\n\nnamespace ptx {\n\n";
  for (const Record *rule : rules) {
    auto saidBy = rule->getValueAsListOfDefs("SaidBy");
    if (saidBy.empty())
      continue;
    os << "static constexpr DiagId " << listName(*rule) << "[] = {";
    ListSeparator separator;
    for (const Record *diagnostic : saidBy)
      os << separator << "DiagId(" << diagnostic->getValueAsInt("Code") << ")";
    os << "};\n";
  }
  os << "\nstatic constexpr TRule rules[] = {\n";
  for (auto [i, rule] : enumerate(rules)) {
    os << "    {" << i + 1;
    for (const WordField &field : wordFields)
      os << ", " << field.enumeration << "::" << rule->getValueAsString(field.name);
    for (StringRef field : {"Statement", "Section", "Driver"})
      (os << ",\n     \"").write_escaped(rule->getValueAsString(field)) << '"';
    os << ",\n     " << (rule->getValueAsListOfDefs("SaidBy").empty() ? "{}" : listName(*rule))
       << "},\n";
  }
  os << "};\n\nllvm::ArrayRef<TRule> allTRules() { return rules; }\n\n} // namespace ptx\n";
  return ErrorsPrinted != 0;
}

} // namespace ptx
