// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Suppressions.h"

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/ProjectRules.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// Reads the comments of a source in order.
class Suppressions::Reader {
public:
  Reader(Suppressions &result, DiagnosticList &problems)
      : source(result.source), result(result), problems(problems) {}

  void read();

private:
  static constexpr StringRef commands[] = {"ignore", "disable", "enable", "ignore-file"};
  // A longer list of names would make matching findings slow.
  static constexpr size_t mostBytes = 1000;

  size_t findMarker(size_t from) const;
  void readComment(size_t markerBegin);
  bool isInComment(size_t offset) const;
  SourceRange lineOf(size_t markerBegin);
  size_t nextCodeLine(size_t offset);
  void add(StringRef command, SourceRange where, StringRef name, StringRef reason);
  void close(StringRef name, StringRef of);
  void malformed(StringRef at, const llvm::Twine &problem, const llvm::Twine &expected);
  uint32_t offset(const char *place) const { return place - source.data(); }
  SourceRange range(StringRef text) const { return {offset(text.begin()), offset(text.end())}; }

  StringRef source;
  Suppressions &result;
  DiagnosticList &problems;
  /// The disabled rules, by name.
  llvm::StringMap<Suppression> open;
  /// The line of code after the comment of the last search.
  SourceRange codeLine;
};

/// The start of the next marker, at `from` or after it.
size_t Suppressions::Reader::findMarker(size_t from) const {
  // Searching for one byte is faster, and a colon is rare in PTX.
  size_t colon = source.find(suppressionMark.back(), from);
  while (colon != StringRef::npos && !source.slice(from, colon + 1).ends_with(suppressionMark))
    colon = source.find(suppressionMark.back(), colon + 1);
  return colon == StringRef::npos ? colon : colon + 1 - suppressionMark.size();
}

static StringRef ofLine(StringRef source, size_t offset) {
  size_t begin = source.rfind('\n', offset) + 1; // npos + 1 is 0
  return source.slice(begin, source.find('\n', offset));
}

void Suppressions::Reader::malformed(StringRef at, const llvm::Twine &problem,
                                     const llvm::Twine &expected) {
  problems.emit(diag::MalformedSuppression{
      .range = range(at), .problem = problem.str(), .expected = expected.str()});
}

/// Whether a comment starts directly before `offset`.
bool Suppressions::Reader::isInComment(size_t offset) const {
  StringRef before = source.take_front(offset).rtrim(" \t");
  return before.ends_with("//") || before.ends_with("/*") || before.ends_with("#") ||
         before.ends_with(";");
}

/// The first line after the line of `offset` that contains more than a comment. Consecutive
/// comments have the same one, so it is cached.
size_t Suppressions::Reader::nextCodeLine(size_t offset) {
  if (codeLine.begin <= offset && offset < codeLine.end)
    return codeLine.end;
  codeLine.begin = offset;
  size_t begin = source.find('\n', offset);
  while (begin != StringRef::npos) {
    StringRef line = ofLine(source, begin + 1);
    StringRef text = line.ltrim(" \t\r\"");
    if (!text.empty() && !text.starts_with("//"))
      break;
    begin = source.find('\n', line.end() - source.begin());
  }
  codeLine.end = begin == StringRef::npos ? source.size() : begin + 1;
  return codeLine.end;
}

/// The line to which an ignoring comment applies: its own, or the next one if its own contains
/// nothing else.
SourceRange Suppressions::Reader::lineOf(size_t markerBegin) {
  StringRef line = ofLine(source, markerBegin);
  StringRef before = StringRef(line.begin(), source.begin() + markerBegin - line.begin());
  size_t end = line.find("*/", before.size());
  StringRef after = end == StringRef::npos ? "" : line.drop_front(end + 2);
  if (before.count('"') % 2) // the line of PTX begins in a literal of C++
    before = before.rsplit('"').second;
  bool isAlone = before.trim(" \t/*#;").empty() && after.trim(" \t\r").empty();
  if (isAlone)
    line = ofLine(source, nextCodeLine(markerBegin));
  // The end of the line is included: a finding about a missing token can be there.
  uint64_t lineEnd = uint64_t(offset(line.end())) + 1;
  return {offset(line.begin()), uint32_t(std::min<uint64_t>(lineEnd, UINT32_MAX))};
}

/// Ends the disabling of `name`, at the name `of` in the source.
void Suppressions::Reader::close(StringRef name, StringRef of) {
  auto found = open.find(name);
  if (found == open.end())
    return malformed(of, "`" + name + "` is not disabled here", "`disable` before it");
  found->second.where.end = offset(of.begin());
  result.ranges[name].push_back(found->second);
  open.erase(found);
}

/// Executes `command` for the rules called `name`, or for all if the name is the command itself.
void Suppressions::Reader::add(StringRef command, SourceRange where, StringRef name,
                               StringRef reason) {
  Suppression suppression{.rules = {}, .name = range(name), .where = where, .reason = reason};
  bool isAll = name.data() == command.data();
  if (!isAll) {
    suppression.rules = RuleName::find(name);
    if (!suppression.rules) {
      StringRef nearest = nearestRuleName(name, /*withErrors=*/true);
      return malformed(name, "`" + printable(name) + "` is not a rule",
                       nearest.empty() ? "a name that --list-rules shows" : "`" + nearest + "`");
    }
  }
  StringRef key = isAll ? "" : suppression.rules->name();
  if (command == "ignore")
    result.lines.push_back(suppression);
  else if (command == "ignore-file")
    result.file.try_emplace(key, suppression);
  else if (command == "enable")
    close(key, name);
  else if (!open.try_emplace(key, suppression).second)
    malformed(name, "`" + key + "` is disabled already", "`enable` before it");
}

/// The list after a colon at the start of `text`, the end of a comment. The end of a C++ literal is
/// not part of it.
static StringRef reasonIn(StringRef text) {
  text = text.ltrim();
  return text.consume_front(":") ? text.split('"').first.split("\\n").first.trim() : "";
}

void Suppressions::Reader::readComment(size_t markerBegin) {
  StringRef text = ofLine(source, markerBegin);
  text = text.drop_front(source.begin() + markerBegin - text.begin() + suppressionMark.size());
  text = text.take_front(text.find("*/")).take_front(mostBytes).ltrim();
  StringRef command = text.take_while([](char c) { return llvm::isAlpha(c) || c == '-'; });
  if (!llvm::is_contained(commands, command)) {
    StringRef nearest = nearestSpelling(command, commands);
    return malformed(command, "`" + command + "` is not a command of these comments",
                     nearest.empty() ? "`ignore`, `disable`, `enable` or `ignore-file`"
                                     : "`" + nearest + "`");
  }
  text = text.drop_front(command.size()).ltrim();
  SourceRange where{uint32_t(markerBegin), uint32_t(source.size())};
  if (command == "ignore")
    where = lineOf(markerBegin);

  if (!text.consume_front("[")) {
    if (command == "ignore" || command == "disable")
      return malformed(command, "`" + command + "` names no rule", "`" + command + "[name]`");
    if (command == "ignore-file")
      return add(command, where, command, reasonIn(text));
    if (open.empty())
      return malformed(command, "nothing is disabled here", "`disable` before it");
    while (!open.empty())
      close(open.begin()->first().str(), command);
    return;
  }
  size_t end = text.find(']');
  if (end == StringRef::npos)
    return malformed(command, "the list of names has no end", "`]`");
  for (StringRef name : llvm::split(text.take_front(end), ','))
    add(command, where, name.trim(), reasonIn(text.drop_front(end + 1)));
}

void Suppressions::Reader::read() {
  for (size_t at = findMarker(0); at != StringRef::npos; at = findMarker(at + 1))
    if (isInComment(at))
      readComment(at);
  for (auto &[name, suppression] : open)
    result.ranges[name].push_back(suppression);
  for (auto &[name, list] : result.ranges)
    llvm::sort(list, [](const Suppression &a, const Suppression &b) {
      return a.where.begin < b.where.begin;
    });
}

Suppressions::Suppressions(const SourceBuffer &source, DiagnosticList &problems)
    : source(source.text()) {
  if (source.survey().mayHaveSuppressions)
    Reader(*this, problems).read();
}

/// The suppression that contains `offset`; null if there is none. `among` is sorted.
Suppressions::Suppression *Suppressions::at(std::vector<Suppression> &among, uint32_t offset) {
  auto after = llvm::upper_bound(among, offset, [](uint32_t offset, const Suppression &of) {
    return offset < of.where.begin;
  });
  if (after == among.begin() || offset >= std::prev(after)->where.end)
    return nullptr;
  return &*std::prev(after);
}

std::optional<StringRef> Suppressions::hide(const Diagnostic &d) {
  const DiagInfo &rule = info(d.id);
  uint32_t offset = d.range.begin;
  Suppression *found = nullptr;
  if (Suppression *last = at(lines, offset)) {
    // All names of a line are consecutive.
    uint32_t begin = last->where.begin;
    for (Suppression *of = last; !found && of->where.begin == begin; --of) {
      if (of->rules->covers(rule))
        found = of;
      if (of == lines.data())
        break;
    }
  }
  auto lookFor = [&](StringRef name) {
    if (auto list = ranges.find(name); !found && list != ranges.end())
      found = at(list->second, offset);
    if (auto whole = file.find(name); !found && whole != file.end())
      found = &whole->second;
  };
  if (!found && !(ranges.empty() && file.empty())) {
    lookFor(rule.name);
    for (const DiagGroupInfo &group : allDiagnosticGroups())
      if (rule.groups.contains(group.group))
        lookFor(group.name);
    lookFor("");
  }
  if (!found)
    return std::nullopt;
  found->used = true;
  return found->reason;
}

void Suppressions::reportUnused(const Suppression &of, StringRef where,
                                const DiagnosticOptions &options, DiagnosticList &list) const {
  auto isOn = [&](const DiagInfo &rule) { return of.rules->covers(rule) && options.isOn(rule.id); };
  // A rule that is off, or has nothing to report here, can be on elsewhere.
  if (!of.used && of.rules && llvm::any_of(allDiagnostics(), isOn))
    list.emit(diag::UnusedSuppression{.range = of.name, .name = of.rules->name(), .where = where});
}

void Suppressions::reportUnused(const DiagnosticOptions &options, DiagnosticList &list) const {
  for (const Suppression &of : lines)
    reportUnused(of, of.where.contains(of.name.begin) ? "on this line" : "on the next line",
                 options, list);
  for (const auto &[name, of] : ranges)
    for (const Suppression &range : of)
      reportUnused(range, "in this range", options, list);
  for (const auto &[name, of] : file)
    reportUnused(of, "in this file", options, list);
}
