// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/FixEngine.h"

#include "ptx/Check/TextEdits.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <memory>
#include <optional>
#include <tuple>

using namespace ptx;
using llvm::ArrayRef;
using llvm::StringRef;

const FixIt *FixSelection::fixOf(const Diagnostic &d) const {
  auto isMeant = [&](const RuleName &name) { return name.covers(info(d.id)); };
  if (d.fixes.size() != 1 || (!rules.empty() && llvm::none_of(rules, isMeant)))
    return nullptr;
  const FixIt &fix = d.fixes.front();
  return unsafeToo || fix.applicability == Applicability::Safe ? &fix : nullptr;
}

/// Codes from 1000 to 1999 belong to syntax rules.
static bool isSyntax(DiagId id) { return info(id).code < 2000; }

/// Whether the character at `place` ends a statement, a header or a block. A brace inside a
/// statement is not at the end of its line.
static bool endsStatement(StringRef text, size_t place) {
  char c = text[place];
  if (c != '{' && c != '}')
    return c == ';';
  StringRef after = text.substr(place + 1).ltrim(" \t\r");
  return after.empty() || after.starts_with("\n");
}

/// The statements of `text` that `range` is in or touches, from the end of the statement before
/// them to their own end.
static SourceRange statementsAround(StringRef text, SourceRange range) {
  // Longer than any statement, but short enough for linear time.
  constexpr uint32_t farthest = 2048;
  uint32_t first = range.begin - std::min(range.begin, farthest);
  while (range.begin != first && !endsStatement(text, range.begin - 1))
    --range.begin;
  range.begin -= range.begin != first;
  StringRef after = text.substr(range.end, farthest);
  range.end += static_cast<uint32_t>(std::min(after.find(';'), after.size()) + 1);
  return range;
}

using Findings = std::vector<const Diagnostic *>;

/// Findings with equal fixes are ordered by address, which is the order of the report.
static bool inOrderOfFixes(const Diagnostic *a, const Diagnostic *b) {
  return std::tie(a->fixes.front(), a) < std::tie(b->fixes.front(), b);
}

namespace {
/// The result of applying several fixes together.
struct Trial {
  std::unique_ptr<SourceBuffer> source;
  Report report;
  uint64_t applied = 0;
  /// The fixes to which new errors can be attributed, if any.
  Findings guilty;
  bool isGood = false;
};

/// Applies fixes to a text round by round.
class Fixer {
public:
  Fixer(const FixSelection &selection, llvm::function_ref<Report(const SourceBuffer &)> check)
      : selection(selection), check(check) {}

  FixedText run(const SourceBuffer &original);

private:
  /// Which fixes a round applies.
  enum class Stage : uint8_t { Syntax, All };

  bool round(Stage stage);
  Findings plan(Stage stage) const;
  void search(ArrayRef<const Diagnostic *> findings);
  Trial attempt(ArrayRef<const Diagnostic *> findings);

  const FixSelection &selection;
  llvm::function_ref<Report(const SourceBuffer &)> check;
  unsigned checksLeft = 0;
  uint64_t applied = 0;
  std::unique_ptr<SourceBuffer> changed; // null while the text is the original one
  // State of the current round:
  const SourceBuffer *source = nullptr;
  Report report;
  Findings accepted;         // in the order of their fixes
  std::optional<Trial> best; // the trial of `accepted`
};

/// Finds the new errors of a text after the edits of several steps.
class Comparison {
public:
  Comparison(StringRef oldText, const Report &before, ArrayRef<const Diagnostic *> fixed,
             StringRef text, ArrayRef<TextEdits> steps);

  /// Whether `d` is caused by the fixes: a new error that they do not explain, a finding that a fix
  /// should have removed, or a sign that a fix misread its statement.
  bool isHarmful(const Diagnostic &d) const;
  /// Adds the places of `d`. If a name is declared twice, the first declaration may be the result
  /// of a fix.
  static void addPlaces(std::vector<uint32_t> &places, const Diagnostic &d);
  /// Whether one of `places`, which are sorted, is in the statement of finding `index` or in the
  /// statement that its fix touches.
  bool isAt(ArrayRef<uint32_t> places, size_t index) const;

private:
  struct Place {
    DiagId id;
    SourceRange range; ///< in the new text, both ends included
  };

  static bool isAmong(ArrayRef<Place> places, const Diagnostic &d);
  static bool contains(ArrayRef<SourceRange> inOrder, uint32_t place);

  std::vector<Place> known; // the errors before the edits
  std::vector<Place> mended;
  struct Statements {
    SourceRange ofFinding, ofFix;
    bool isOfName, isEmpty;
  };
  std::vector<Statements> touched;        // for each fix
  std::vector<SourceRange> covered;       // by all fixes, in source order
  std::vector<SourceRange> coveredByName; // by fixes whose finding is an unknown name
  std::vector<SourceRange> coveredByText; // by fixes of findings other than empty statements
  bool hasSyntaxFix = false;
  bool knowsAll;
};

} // namespace

/// Sorts `ranges` and joins ranges that overlap or touch.
static void joinRanges(std::vector<SourceRange> &ranges) {
  llvm::sort(ranges, [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  size_t kept = 0;
  for (SourceRange range : ranges)
    if (kept != 0 && range.begin <= ranges[kept - 1].end)
      ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
    else
      ranges[kept++] = range;
  ranges.resize(kept);
}

bool Comparison::contains(ArrayRef<SourceRange> inOrder, uint32_t place) {
  auto after =
      llvm::partition_point(inOrder, [&](SourceRange range) { return range.end <= place; });
  return after != inOrder.end() && after->contains(place);
}

Comparison::Comparison(StringRef oldText, const Report &before, ArrayRef<const Diagnostic *> fixed,
                       StringRef text, ArrayRef<TextEdits> steps)
    : knowsAll(before.errorsNotShown == 0) {
  auto now = [&](SourceRange range) {
    for (const TextEdits &step : steps)
      range = step.placesOf(range);
    return range;
  };
  auto add = [&](std::vector<Place> &places, DiagId id, uint32_t offset) {
    places.push_back({id, now({offset, offset})});
  };
  llvm::DenseSet<const Diagnostic *> isFixed(fixed.begin(), fixed.end());
  for (const Diagnostic &d : before.diagnostics) {
    if (d.severity != Severity::Error || isFixed.contains(&d))
      continue;
    add(known, d.id, d.range.begin);
    // Findings with one cause are reported at the first place, with notes at the others.
    for (const Note &note : d.notes)
      add(known, d.id, note.range.begin);
  }
  for (const Diagnostic *d : fixed) {
    add(mended, d->id, d->range.begin);
    SourceRange finding = statementsAround(oldText, d->range);
    // The text after an unclosed brace counts as one statement.
    if (d->id == diag::UnbalancedBrace::id && !d->notes.empty())
      finding = {d->notes.front().range.begin, static_cast<uint32_t>(oldText.size())};
    touched.push_back({now(finding), statementsAround(text, now(d->fixes.front().range)),
                       d->id == diag::UnknownName::id, d->id == diag::EmptyStatement::id});
    hasSyntaxFix |= isSyntax(d->id);
  }
  for (const Statements &statements : touched)
    for (SourceRange range : {statements.ofFinding, statements.ofFix}) {
      covered.push_back(range);
      if (statements.isOfName)
        coveredByName.push_back(range);
      if (!statements.isEmpty)
        coveredByText.push_back(range);
    }
  joinRanges(covered);
  joinRanges(coveredByName);
  joinRanges(coveredByText);
  for (std::vector<Place> *places : {&known, &mended})
    llvm::sort(*places, [](const Place &a, const Place &b) {
      return std::tie(a.id, a.range) < std::tie(b.id, b.range);
    });
}

/// Whether one of `places` can be the place of `d`. Edits preserve the order of places, so they are
/// sorted by their ends as well.
bool Comparison::isAmong(ArrayRef<Place> places, const Diagnostic &d) {
  const Place *place = llvm::partition_point(places, [&](const Place &p) {
    return std::tie(p.id, p.range.end) < std::tie(d.id, d.range.begin);
  });
  return place != places.end() && place->id == d.id && place->range.begin <= d.range.begin;
}

void Comparison::addPlaces(std::vector<uint32_t> &places, const Diagnostic &d) {
  places.push_back(d.range.begin);
  if (d.id == diag::Redeclared::id)
    for (const Note &note : d.notes)
      places.push_back(note.range.begin);
}

bool Comparison::isAt(ArrayRef<uint32_t> places, size_t index) const {
  auto isIn = [&](SourceRange statements) {
    auto next = llvm::lower_bound(places, statements.begin);
    return next != places.end() && *next < statements.end;
  };
  return isIn(touched[index].ofFinding) || isIn(touched[index].ofFix);
}

bool Comparison::isHarmful(const Diagnostic &d) const {
  if (isAmong(mended, d))
    return true;
  if (d.severity != Severity::Error)
    return false;
  std::vector<uint32_t> places;
  addPlaces(places, d);
  bool isTouched = llvm::any_of(places, [&](uint32_t place) { return contains(covered, place); });
  // If a statement still has a syntax error, the fix may have misread it. If it still has an error
  // although its unknown name was replaced, the new name is not the intended one. Each stray `;` is
  // a separate statement.
  if (isAmong(known, d))
    return isTouched &&
           (d.id != diag::EmptyStatement::id || contains(coveredByText, d.range.begin)) &&
           (isSyntax(d.id) ||
            llvm::any_of(places, [&](uint32_t place) { return contains(coveredByName, place); }));
  // An error may have existed before without being reported: because of the limit, or hidden by a
  // syntax error.
  return isTouched || (knowsAll && (!hasSyntaxFix || isSyntax(d.id)));
}

/// The findings of `report` whose fixes can be applied together, in the order of their fixes.
Findings Fixer::plan(Stage stage) const {
  Findings candidates, planned;
  for (const Diagnostic &d : report.diagnostics)
    if (selection.fixOf(d) && (stage == Stage::All || isSyntax(d.id)))
      candidates.push_back(&d);
  llvm::sort(candidates, inOrderOfFixes);
  TextEdits edits;
  for (const Diagnostic *d : candidates)
    if (edits.add(d->fixes.front()))
      planned.push_back(d);
  return planned;
}

Trial Fixer::attempt(ArrayRef<const Diagnostic *> findings) {
  constexpr size_t mostSteps = 4;
  llvm::SmallVector<TextEdits, mostSteps> steps;
  Trial trial;
  std::string text = source->text().str();
  Findings next(findings);
  while (!next.empty() && steps.size() != mostSteps && checksLeft != 0) {
    TextEdits &edits = steps.emplace_back();
    for (const Diagnostic *d : next)
      edits.add(d->fixes.front());
    trial.applied += edits.size();
    text = edits.apply(text);
    trial.source = SourceBuffer::fromString(text, source->name().str());
    --checksLeft;
    trial.report = check(*trial.source);
    Comparison comparison(source->text(), report, findings, text, steps);
    Findings harmful;
    std::vector<uint32_t> places;
    for (const Diagnostic &d : trial.report.diagnostics)
      if (comparison.isHarmful(d)) {
        harmful.push_back(&d);
        comparison.addPlaces(places, d);
      }
    llvm::sort(places);
    trial.isGood = harmful.empty();
    trial.guilty.clear();
    for (auto [i, d] : llvm::enumerate(findings))
      if (comparison.isAt(places, i))
        trial.guilty.push_back(d);
    // A fix can reveal another error in its statement, such as the next missing comma, which must
    // be fixed together with it.
    next.clear();
    llvm::copy_if(harmful, std::back_inserter(next),
                  [&](const Diagnostic *d) { return selection.fixOf(*d); });
    llvm::sort(next, inOrderOfFixes);
  }
  return trial;
}

/// Accepts as many of `findings` as can be applied together without new errors.
void Fixer::search(ArrayRef<const Diagnostic *> findings) {
  if (findings.empty() || checksLeft == 0)
    return;
  Findings together(accepted);
  llvm::append_range(together, findings);
  llvm::sort(together, inOrderOfFixes);
  Trial trial = attempt(together);
  if (trial.isGood) {
    accepted = std::move(together);
    best = std::move(trial);
    return;
  }
  if (findings.size() == 1)
    return;
  Findings others;
  llvm::DenseSet<const Diagnostic *> guilty(trial.guilty.begin(), trial.guilty.end());
  llvm::copy_if(findings, std::back_inserter(others),
                [&](const Diagnostic *d) { return !guilty.contains(d); });
  if (others.size() != findings.size()) {
    size_t before = accepted.size();
    search(others);
    if (accepted.size() != before)
      return; // the findings in `guilty` are tried again in the next round
  }
  search(findings.take_front(findings.size() / 2));
  search(findings.drop_front(findings.size() / 2));
}

/// Applies all fixes that are possible together. Returns whether the text has changed.
bool Fixer::round(Stage stage) {
  accepted.clear();
  best.reset();
  search(plan(stage));
  if (!best)
    return false;
  applied += best->applied;
  changed = std::move(best->source);
  source = changed.get();
  report = std::move(best->report);
  return true;
}

/// The maximum number of checks for a text of `size` bytes. A round fixes up to 10,000 findings of
/// a rule, so without the limit the number of rounds would grow with the text, and the time
/// quadratically.
static unsigned checksFor(size_t size) {
  constexpr size_t most = 128, least = 8, mostBytes = 32 << 20;
  return static_cast<unsigned>(std::clamp(mostBytes / (size + 1), least, most));
}

FixedText Fixer::run(const SourceBuffer &original) {
  source = &original;
  checksLeft = checksFor(original.text().size());
  report = check(original);
  while (round(Stage::Syntax) || round(Stage::All)) {
  }
  return {source->text().str(), applied};
}

FixedText ptx::applyFixes(const SourceBuffer &source, const FixSelection &selection,
                          llvm::function_ref<Report(const SourceBuffer &text)> check) {
  return Fixer(selection, check).run(source);
}
