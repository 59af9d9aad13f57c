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

/// Codes from 1000 on are those of the syntax.
static bool isSyntax(DiagId id) { return info(id).code < 2000; }

/// Whether a statement, a header or a block ends with the character at `place`: a brace in a
/// statement is not at the end of its line.
static bool endsStatement(StringRef text, size_t place) {
  char c = text[place];
  if (c != '{' && c != '}')
    return c == ';';
  StringRef after = text.substr(place + 1).ltrim(" \t\r");
  return after.empty() || after.starts_with("\n");
}

/// The statements of `text` that `range` is in or touches, with what ends them and those before.
static SourceRange statementsAround(StringRef text, SourceRange range) {
  // Far more than a statement has, and so few that the time stays linear.
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

/// Of equal ones, addresses tell the order in which they are reported.
static bool inOrderOfFixes(const Diagnostic *a, const Diagnostic *b) {
  return std::tie(a->fixes.front(), a) < std::tie(b->fixes.front(), b);
}

namespace {
/// What came of fixes that were made together.
struct Trial {
  std::unique_ptr<SourceBuffer> source;
  Report report;
  uint64_t applied = 0;
  /// The fixes after which there is something new, if some can be blamed for it.
  Findings guilty;
  bool isGood = false;
};

/// A text on the way, with what is wrong with it.
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
  // Of the present round:
  const SourceBuffer *source = nullptr;
  Report report;
  Findings accepted;         // in the order of their fixes
  std::optional<Trial> best; // that of those accepted
};

/// Tells what is new in a text after edits of several steps.
class Comparison {
public:
  Comparison(StringRef oldText, const Report &before, ArrayRef<const Diagnostic *> fixed,
             StringRef text, ArrayRef<TextEdits> steps);

  /// Whether `d` is an error that was not there before and may not be there now, is what a fix
  /// should have mended, or shows that a fix took its statement for another one.
  bool isHarmful(const Diagnostic &d) const;
  /// Adds where `d` is: of a name that is declared twice, the first can be the one that a fix has
  /// made.
  static void addPlaces(std::vector<uint32_t> &places, const Diagnostic &d);
  /// Whether one of `places`, which are in their order, is in a statement that finding `index` is
  /// in or that its fix touches.
  bool isAt(ArrayRef<uint32_t> places, size_t index) const;

private:
  struct Place {
    DiagId id;
    SourceRange range; ///< in the new text, both ends included
  };

  static bool isAmong(ArrayRef<Place> places, const Diagnostic &d);
  static bool contains(ArrayRef<SourceRange> inOrder, uint32_t place);

  std::vector<Place> known; // the errors from before
  std::vector<Place> mended;
  struct Statements {
    SourceRange ofFinding, ofFix;
    bool isOfName, isEmpty;
  };
  std::vector<Statements> touched;        // for each of the fixes
  std::vector<SourceRange> covered;       // by all of these, in the order of the text
  std::vector<SourceRange> coveredByName; // by those whose finding is an unknown name
  std::vector<SourceRange> coveredByText; // by fixes of other findings than empty statements
  bool hasSyntaxFix = false;
  bool knowsAll;
};

} // namespace

/// Sorts `ranges` and makes one of those that overlap or meet.
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
    // Of findings with one cause the first is reported, with a note at the next.
    for (const Note &note : d.notes)
      add(known, d.id, note.range.begin);
  }
  for (const Diagnostic *d : fixed) {
    add(mended, d->id, d->range.begin);
    SourceRange finding = statementsAround(oldText, d->range);
    // From the brace that is not closed on, all is one.
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

/// Whether one of `places` can be that of `d`. What is before another place is not after it when
/// both have moved, so that they are sorted by their ends as well.
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
  // Of a statement whose syntax is still wrong it is not known what was meant, and a name that is
  // meant fits. Of several stray `;`, each is a statement of its own.
  if (isAmong(known, d))
    return isTouched &&
           (d.id != diag::EmptyStatement::id || contains(coveredByText, d.range.begin)) &&
           (isSyntax(d.id) ||
            llvm::any_of(places, [&](uint32_t place) { return contains(coveredByName, place); }));
  // What a limit did not show may have been there, and so may what an error of the syntax hid.
  return isTouched || (knowsAll && (!hasSyntaxFix || isSyntax(d.id)));
}

/// The findings of `report` whose fixes can be made at the same time, in the order of these.
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
    // What a fix brings to light in its statement, such as the next comma that is missing, has to
    // be fixed along with it.
    next.clear();
    llvm::copy_if(harmful, std::back_inserter(next),
                  [&](const Diagnostic *d) { return selection.fixOf(*d); });
    llvm::sort(next, inOrderOfFixes);
  }
  return trial;
}

/// Accepts as many of `findings` as go well together.
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
      return; // the guilty ones get another chance in the next round
  }
  search(findings.take_front(findings.size() / 2));
  search(findings.drop_front(findings.size() / 2));
}

/// Applies what can be applied at the same time. Returns whether the text is another one.
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

/// How often a text of `size` bytes is checked at most. A round mends up to 10,000 findings of a
/// rule, so that the number grows with the text, and the time with its square.
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
