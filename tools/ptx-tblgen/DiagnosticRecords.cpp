// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DiagnosticRecords.h"
#include "RecordText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

#include <set>
#include <utility>

using namespace llvm;

namespace ptx {

void report(const Record &def, const Twine &text) {
  PrintError(def.getLoc(), Twine("`") + def.getName() + "`: " + text);
}

/// `NonAsciiInComment` -> `non-ascii-in-comment`.
static std::string kebab(StringRef camel) {
  std::string result;
  for (char c : camel) {
    if (isUpper(c) && !result.empty())
      result += '-';
    result += toLower(c);
  }
  return result;
}

bool isSectionNumber(StringRef text) {
  SmallVector<StringRef> parts;
  text.split('@').first.split(parts, '.');
  return all_of(parts, [](StringRef part) { return !part.empty() && all_of(part, isDigit); });
}

/// Splits `message` at its `{argument}`s. A literal brace is the only character between its
/// backticks.
static std::vector<MessagePiece> splitMessage(const Record &def, StringRef message) {
  std::vector<MessagePiece> pieces;
  std::string text;
  for (size_t i = 0; i < message.size(); ++i) {
    bool brace = message[i] == '{' || message[i] == '}';
    bool quoted = i > 0 && message[i - 1] == '`' && message.substr(i + 1).starts_with("`");
    if (!brace || quoted) {
      text += message[i];
      continue;
    }
    StringRef name = message.substr(i + 1).take_while([](char c) { return isAlnum(c); });
    size_t end = i + 1 + name.size();
    if (message[i] == '}' || name.empty() || end >= message.size() || message[end] != '}') {
      report(def, "a brace in a message begins `{argument}` or is alone between backticks");
      return {};
    }
    if (!text.empty())
      pieces.push_back({std::exchange(text, {}), false});
    pieces.push_back({name.str(), true});
    i = end;
  }
  if (!text.empty())
    pieces.push_back({std::move(text), false});
  return pieces;
}

static void checkMessage(const DiagnosticRecord &d) {
  if (d.message.empty())
    return report(*d.def, "the message is empty");
  if (isUpper(d.message.front()))
    report(*d.def, "a message starts in lower case");
  if (d.message.ends_with(".") && !d.message.ends_with("..."))
    report(*d.def, "a message has no final period");
  if (!all_of(d.message, isPrint))
    report(*d.def, "a message is one line of printable ASCII");
  if (d.message.count('`') % 2)
    report(*d.def, "a backtick of the message has no partner");

  StringSet<> declared, used;
  for (const DiagnosticArgument &argument : d.arguments) {
    if (argument.name == "id" || argument.name == "range" || argument.name == "message")
      report(*d.def, "an argument cannot be named `" + argument.name + "`");
    if (!declared.insert(argument.name).second)
      report(*d.def, "two arguments are named `" + argument.name + "`");
  }
  for (const MessagePiece &piece : d.pieces)
    if (piece.isArgument && used.insert(piece.text).second && !declared.contains(piece.text))
      report(*d.def, "`{" + piece.text + "}` of the message is not an argument");
  for (const DiagnosticArgument &argument : d.arguments)
    if (!d.pieces.empty() && !used.contains(argument.name))
      report(*d.def, "the message does not show argument `" + argument.name + "`");
}

static void checkFamily(const DiagnosticRecord &d) {
  if (d.def->isValueUnset("Of"))
    return report(*d.def, "no family; set `Of`");
  const Record *family = d.def->getValueAsDef("Of");
  if (d.section.empty() && family->getValueAsBit("OfManual"))
    report(*d.def, "no manual section; set `Section`");
  int64_t first = family->getValueAsInt("First");
  int64_t last = family->getValueAsInt("Last");
  if (d.code < first || d.code > last)
    report(*d.def, "code " + Twine(d.code) + " is outside of family `" + family->getName() + "` (" +
                       Twine(first) + " to " + Twine(last) + ")");
}

static bool isSeverity(StringRef text) {
  return text == "Error" || text == "Warning" || text == "Ignored";
}

static DiagnosticRecord readDiagnostic(const Record &def) {
  DiagnosticRecord d;
  d.def = &def;
  d.code = def.getValueAsInt("Code");
  d.name = def.getValueAsString("Name");
  d.severity = def.getValueAsString("Severity");
  d.message = def.getValueAsString("Message");
  d.section = def.getValueAsString("Section");
  d.ptxas = def.getValueAsString("Ptxas");
  d.lint = def.getValueAsString("Lint");
  d.pieces = splitMessage(def, d.message);
  for (const Record *argument : def.getValueAsListOfDefs("Args"))
    d.arguments.push_back(
        {argument->getValueAsString("Name"), argument->getValueAsString("CppType")});
  for (const Record *group : def.getValueAsListOfDefs("In"))
    d.groups.push_back(group);

  if (d.name != kebab(def.getName()))
    report(def, "its kebab name is `" + kebab(def.getName()) + "`, not `" + d.name + "`");
  if (d.name.starts_with("no-"))
    report(def, "a name does not begin with `no-`");
  if (d.name == "error" || d.name == "none")
    report(def, "a flag is called `" + d.name + "`");
  if (!isSeverity(d.severity))
    report(def, "no severity is named `" + d.severity + "`");
  if (!d.lint.empty() && !d.looksAt("Body") && !d.looksAt("Module"))
    report(def, "a lint looks at a `Body`, a `Module` or at `Both`, not at a `" + d.lint + "`");
  if (!d.section.empty() && !isSectionNumber(d.section))
    report(def, "`" + d.section + "` is not a section number such as `4.5.1`");
  checkFamily(d);
  checkMessage(d);
  return d;
}

std::vector<GroupRecord> readDiagnosticGroups(const RecordKeeper &records) {
  std::vector<GroupRecord> groups;
  for (const Record *def : inSourceOrder(records, "Group")) {
    groups.push_back({def, def->getValueAsString("Name"), def->getValueAsString("Summary"),
                      def->getValueAsString("UnderCompat"), def->getValueAsBit("HasWarnings"),
                      def->getValueAsBit("HasOff")});
    StringRef underCompat = groups.back().underCompat;
    if (!underCompat.empty() && !isSeverity(underCompat))
      report(*def, "no severity is named `" + underCompat + "`");
  }
  sort(groups, [](auto &a, auto &b) { return a.name < b.name; });
  if (groups.size() > GroupRecord::most)
    report(*groups.back().def, "there are more than " + Twine(GroupRecord::most) + " groups");
  return groups;
}

/// Adds `group` and all groups that contain it.
static void addGroup(const Record &group, SetVector<const Record *> &known) {
  if (known.insert(&group))
    for (const Record *outer : group.getValueAsListOfDefs("In"))
      addGroup(*outer, known);
}

std::vector<const Record *> groupsOf(const DiagnosticRecord &d, ArrayRef<GroupRecord> groups) {
  SetVector<const Record *> known;
  for (const Record *group : d.groups)
    addGroup(*group, known);
  for (const GroupRecord &group : groups)
    if ((group.hasWarnings && d.severity == "Warning") || (group.hasOff && d.severity == "Ignored"))
      addGroup(*group.def, known);
  return {known.begin(), known.end()};
}

std::vector<DiagnosticRecord> readDiagnostics(const RecordKeeper &records) {
  std::vector<DiagnosticRecord> diagnostics;
  for (const Record *def : inSourceOrder(records, "Diagnostic"))
    diagnostics.push_back(readDiagnostic(*def));
  stable_sort(diagnostics, [](auto &a, auto &b) { return a.code < b.code; });
  return diagnostics;
}

DiagnosticRecords readDiagnosticRecords(const RecordKeeper &records) {
  DiagnosticRecords result{readDiagnosticGroups(records), readDiagnostics(records)};
  StringMap<const Record *> names; // flags name rules and groups, so they share one namespace
  auto claimName = [&](const Record &def, StringRef name) {
    auto [other, isNew] = names.try_emplace(name, &def);
    if (!isNew)
      report(def, "`" + other->second->getName() + "` is already named `" + name + "`");
  };
  for (const GroupRecord &group : result.groups)
    claimName(*group.def, group.name);

  std::set<const Record *> usedGroups;
  const DiagnosticRecord *previous = nullptr;
  for (const DiagnosticRecord &d : result.diagnostics) {
    claimName(*d.def, d.name);
    if (previous && previous->code == d.code)
      report(*d.def, "`" + previous->def->getName() + "` already has code " + Twine(d.code));
    previous = &d;
    for (const Record *group : groupsOf(d, result.groups))
      usedGroups.insert(group);
  }
  for (const GroupRecord &group : result.groups)
    if (!usedGroups.contains(group.def))
      report(*group.def, "no diagnostic is in this group");
  return result;
}

} // namespace ptx
