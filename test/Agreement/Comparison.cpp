// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "Comparison.h"

#include "Edits.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::raw_ostream;
using llvm::StringRef;

static constexpr StringRef modeNames[] = {"default", "--ptxas-compat"};

std::string Rate::str() const {
  double percent = whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 100.0;
  return formatv("{0,5} of {1,5} {2,6:F2} %", part, whole, percent);
}

void Comparison::add(const Verdict &verdict, const SourceBuffer &source) {
  std::array<Outcome, numModes> outcomes{check(source, false), check(source, true)};
  for (unsigned mode = 0; mode != numModes; ++mode) {
    if (verdict.accepted)
      addAccepted(verdict, mode, outcomes[mode]);
    else
      addRejected(verdict, mode, outcomes[mode]);
  }
  for (unsigned mode = 0; mode != numModes; ++mode)
    equal[mode].add(verdict.accepted != outcomes[mode].rejected());
  if (verdict.accepted == outcomes[0].rejected())
    ++differences[differenceOf(verdict, outcomes)];
  if (outcomes[1].rejected() && !outcomes[0].rejected()) {
    warned.add(outcomes[0].warnsOfPtxas);
    if (!outcomes[0].warnsOfPtxas)
      list(List::Unwarned)
          .push_back({groupOf(causeOf(verdict.message)),
                      formatv("{0}: {1}", verdict.name, describe(*outcomes[1].error))});
  }
  if (!verdict.accepted && !verdict.edit.empty() && outcomes[0].rejected())
    addCoverage(verdict, source, *outcomes[0].error);
}

/// Why the verdict with default settings is not that of `ptxas`: a rule that only
/// `--ptxas-compat` makes an error or no error, or what the module is not to blame for.
std::string Comparison::differenceOf(const Verdict &verdict,
                                     const std::array<Outcome, numModes> &outcomes) {
  if (verdict.accepted && outcomes[0].error->beyondPtxas)
    return ("beyond ptxas: " + info(outcomes[0].error->rule).name).str();
  if (!verdict.accepted && outcomes[1].rejected())
    return ("an error under --ptxas-compat: " + info(outcomes[1].error->rule).name).str();
  StringRef message = verdict.message;
  if (message.starts_with("Unsupported .version"))
    return "newer than the ptxas that was asked";
  if (message.starts_with("SM version specified by .target is higher") ||
      message.contains("cannot be compiled to"))
    return "ptxas was asked for a lower -arch than the module's .target";
  return "none of these";
}

void Comparison::addAccepted(const Verdict &verdict, unsigned mode, const Outcome &outcome) {
  accepted[mode].add(!outcome.rejected());
  if (!outcome.rejected())
    return;
  const FirstError &error = *outcome.error;
  ++falseRules[mode][error.rule];
  beyond[mode] += error.beyondPtxas;
  list(error.beyondPtxas ? List::Beyond : List::FalseRejections)
      .push_back(
          {CauseGroup::Instruction, formatv("{0}:{1}: {2}{3}", verdict.name, error.line,
                                            describe(error), mode ? " (--ptxas-compat)" : "")});
}

void Comparison::addRejected(const Verdict &verdict, unsigned mode, const Outcome &outcome) {
  Cause cause = causeOf(verdict.message);
  // Without a line there is nothing to compare: the error is about the file.
  bool sameLine = outcome.rejected() && (verdict.line == 0 || verdict.line == outcome.error->line);
  auto count = [&](Rejections &counts) {
    counts.rejected[mode].add(outcome.rejected());
    if (outcome.rejected())
      counts.sameLine[mode].add(sameLine);
  };
  count(causes[static_cast<unsigned>(cause)]);
  count(byMessage[patternOf(verdict.message).str()]);
  if (!verdict.edit.empty())
    count(byKind[verdict.kind]);
  if (mode != 0)
    return;
  std::string theirs = formatv("{0}:{1}: {2}", verdict.name, verdict.line, verdict.message);
  if (!verdict.edit.empty())
    theirs += formatv(" <{0}: {1}>", verdict.kind, verdict.edit).str();
  if (!outcome.rejected())
    list(List::Missed)
        .push_back({groupOf(cause), theirs + (outcome.warnsOfPtxas ? " (warned of)" : "")});
  else if (!sameLine)
    list(List::OtherLine)
        .push_back({groupOf(cause), formatv("{0}\n      here at line {1}: {2}", theirs,
                                            outcome.error->line, describe(*outcome.error))});
}

void Comparison::addCoverage(const Verdict &verdict, const SourceBuffer &source,
                             const FirstError &error) {
  std::optional<Edit> edit = findEdit(verdict.edit, source.text());
  if (!edit) {
    ++editsNotFound;
    return;
  }
  bool covered = edit->isCoveredBy(error.ranges);
  Coverage &counts = coverage[verdict.kind];
  (edit->single ? counts.single : counts.several).add(covered);
  if (edit->single && !covered)
    list(List::NotCovered)
        .push_back({groupOf(causeOf(verdict.message)),
                    formatv("{0}:{1}: {2}: {3}\n      here: {4} at `{5}`", verdict.name, error.line,
                            verdict.kind, verdict.edit, describe(error),
                            source.text(error.ranges.front()))});
}

bool Comparison::isSound() const {
  for (unsigned mode = 0; mode != numModes; ++mode)
    if (accepted[mode].whole - accepted[mode].part != beyond[mode])
      return false;
  return warned.part == warned.whole;
}

//===-- Printing
//--------------------------------------------------------------------------------===//

static void printRow(raw_ostream &os, const llvm::Twine &name, const std::array<Rate, 2> &rates) {
  os << formatv("  {0,-44}{1,25}   {2,25}\n", name.str(), rates[0].str(), rates[1].str());
}

/// The sum of both modes' rates.
static void addTo(std::array<Rate, 2> &sum, const std::array<Rate, 2> &rates) {
  for (unsigned mode = 0; mode != 2; ++mode) {
    sum[mode].part += rates[mode].part;
    sum[mode].whole += rates[mode].whole;
  }
}

void Comparison::printList(raw_ostream &os, List which, const ReportOptions &options) const {
  static constexpr StringRef titles[numLists] = {
      "accepted by ptxas, rejected here",
      "accepted by ptxas, rejected by rules of the group beyond-ptxas",
      "rejected by ptxas, accepted here with default settings",
      "first error on another line",
      "first error does not cover the edited token",
      "rejected under --ptxas-compat alone, without a warning by default"};
  unsigned index = static_cast<unsigned>(which);
  if (!options.lists[index] || lists[index].empty())
    return;
  std::vector<StringRef> shown;
  for (const Entry &entry : lists[index])
    if (!options.instructionsOnly || entry.group == CauseGroup::Instruction)
      shown.push_back(entry.text);
  os << "  " << titles[index] << " (" << shown.size() << "):\n";
  for (size_t i = 0; i != std::min(shown.size(), options.limit); ++i)
    os << "    " << shown[i] << '\n';
  if (shown.size() > options.limit)
    os << "    and " << shown.size() - options.limit << " more\n";
}

void Comparison::print(raw_ostream &os, const ReportOptions &options) const {
  os << formatv("  {0,-44}{1,25}   {2,25}\n", "", modeNames[0], modeNames[1]);
  printRow(os, "verdict equal", equal);
  for (const auto &[reason, count] : differences)
    os << formatv("    differs by default, {0}: {1}\n", reason, count);
  printRow(os, "accepted by ptxas, accepted here", accepted);
  for (unsigned mode = 0; mode != numModes; ++mode)
    for (auto [rule, count] : falseRules[mode])
      os << formatv("    rejected, {0}: {1} {2}: {3}\n", modeNames[mode], codeText(rule),
                    info(rule).name, count);

  std::array<Rejections, numCauseGroups> groups;
  for (unsigned cause = 0; cause != numCauses; ++cause) {
    Rejections &group = groups[static_cast<unsigned>(groupOf(static_cast<Cause>(cause)))];
    addTo(group.rejected, causes[cause].rejected);
    addTo(group.sameLine, causes[cause].sameLine);
  }
  for (unsigned group = 0; group != numCauseGroups; ++group) {
    if (groups[group].rejected[0].whole == 0)
      continue;
    printRow(os, "rejected by ptxas, rejected here: " + nameOf(static_cast<CauseGroup>(group)),
             groups[group].rejected);
    for (unsigned cause = 0; cause != numCauses; ++cause)
      if (unsigned(groupOf(static_cast<Cause>(cause))) == group && causes[cause].rejected[0].whole)
        printRow(os, "  " + nameOf(static_cast<Cause>(cause)), causes[cause].rejected);
    printRow(os, "  first error on the same line", groups[group].sameLine);
  }
  os << "  rejected under --ptxas-compat alone, warned of by default: " << warned.str() << '\n';

  if (!coverage.empty()) {
    Coverage all;
    os << formatv("  {0,-13}{1,24}{2,24}{3,26}{4,26}\n", "kind of edit", "rejected", "same line",
                  "one token, covered", "several, touched");
    auto row = [&os](StringRef name, const Rejections &r, const Coverage &c) {
      os << formatv("  {0,-13}{1,24}{2,24}{3,26}{4,26}\n", name, r.rejected[0].str(),
                    r.sameLine[0].str(), c.single.str(), c.several.str());
    };
    Rejections sum;
    for (const auto &[kind, counts] : byKind) {
      auto found = coverage.find(kind);
      Coverage covered = found == coverage.end() ? Coverage() : found->second;
      row(kind, counts, covered);
      addTo(sum.rejected, counts.rejected);
      addTo(sum.sameLine, counts.sameLine);
      for (auto [to, from] :
           {std::pair(&all.single, &covered.single), std::pair(&all.several, &covered.several)}) {
        to->part += from->part;
        to->whole += from->whole;
      }
    }
    row("all", sum, all);
    os << "  edits without a token that differs: " << editsNotFound << '\n';
  }

  if (!byMessage.empty())
    os << "  of what ptxas rejects: rejected here, under --ptxas-compat, on the same line\n";
  for (const auto &[message, counts] : byMessage)
    os << formatv("    {0,5}{1,6}{2,6}{3,6}  {4}: {5}\n", counts.rejected[0].whole,
                  counts.rejected[0].part, counts.rejected[1].part, counts.sameLine[0].part,
                  nameOf(causeOf(message)), message);
  for (unsigned which = 0; which != numLists; ++which)
    printList(os, static_cast<List>(which), options);
}
