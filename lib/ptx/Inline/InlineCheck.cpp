// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/InlineCheck.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagArguments.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Inline/Fragments/AsmBodies.h"
#include "ptx/Inline/Fragments/AsmCache.h"
#include "ptx/Inline/Fragments/Fragment.h"
#include "ptx/Inline/Fragments/FragmentText.h"
#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Inline/Fragments/SplicedConstant.h"
#include "ptx/Inline/Fragments/UnknownNames.h"
#include "ptx/Inline/Lints/StatementLints.h"
#include "ptx/Inline/Read/Guards.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Platform/Requirements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

/// Moves the modules in strings out of `statements`.
static std::vector<AsmStatement> takeModules(std::vector<AsmStatement> &statements) {
  auto first = llvm::find_if(statements, [](const AsmStatement &s) { return s.isModule; });
  if (first == statements.end())
    return {};
  auto middle = std::stable_partition(
      first, statements.end(), [](const AsmStatement &statement) { return !statement.isModule; });
  std::vector<AsmStatement> modules(std::make_move_iterator(middle),
                                    std::make_move_iterator(statements.end()));
  statements.erase(middle, statements.end());
  return modules;
}

namespace {

class InlineChecker {
public:
  InlineChecker(const SourceBuffer &source, std::vector<AsmStatement> statements,
                const CheckOptions &options, const CheckRun &run, AsmCache *given)
      : source(source), options(options), fragmentOptions(optionsOfFragments(options)), run(run),
        cache(options.sema.recordsUses ? nullptr : given), modules(takeModules(statements)),
        bodies(std::move(statements), options.sema.targets), counts(bodies.counts()) {
    fragmentOptions.sema.recordsUses = options.sema.targets.empty();
  }

  InlineResult check();

private:
  void reportFault(const AsmStatement &statement);
  void checkModule(const AsmStatement &module);
  void checkBody(const AsmBody &body);
  bool checkText(const AsmBody &body);
  bool checkValues(const AsmBody &body, const SplicedConstant &constant);
  bool findInText(const AsmBody &body, DiagnosticList &found);
  void report(const AsmBody &body, std::vector<Diagnostic> found);
  void checkUses(const Fragment &fragment, const GatedUses &uses, DiagnosticList &found) const;
  void checkGuard(const Fragment &fragment, const GatedUses &uses, DiagnosticList &found) const;
  bool isForNewTargets(const AsmStatement &statement, const GatedUses &uses) const;
  bool repeatsGuard(const Diagnostic &d);
  bool repeatsUse(const AsmStatement &statement, Diagnostic &d);
  void reportUnavailable();
  void recordUses(const Fragment &fragment, const GatedUses &uses);

  const SourceBuffer &source;
  const CheckOptions &options;
  CheckOptions fragmentOptions;
  const CheckRun &run;
  AsmCache *const cache;
  std::vector<AsmStatement> modules; ///< in strings
  AsmBodies bodies;
  InlineCounts counts;
  DiagnosticList diagnostics;
  std::vector<StatementUses> statementUses;
  std::vector<std::string> partlyKnownMacros;
  std::vector<std::pair<std::string, std::string>> expandedMacros;
  /// The names of special registers without `%`, and whether the source declares such variables.
  llvm::StringMap<bool> declaredNames;
  llvm::StringSet<> guards; ///< guards with a finding
  /// The definitions of macros whose uses are checked, by the position of the keyword, and whether
  /// all their expansions are known.
  llvm::DenseMap<uint32_t, bool> expanded;
  std::vector<uint32_t> definitions; ///< those in this source
  llvm::StringSet<> foundInUses;     ///< the findings, with their locations
  bool hidesFinding = false;         ///< whether the current body has a repeated finding
  /// The findings about features that no target has for which a statement is compiled.
  std::vector<std::pair<const AsmStatement *, Diagnostic>> unavailable;
};

} // namespace

void InlineChecker::reportFault(const AsmStatement &statement) {
  if (const std::optional<AsmExcess> &excess = statement.excess) {
    diagnostics
        .emit(diag::AsmLimit{
            .range = statement.keyword, .excess = excess->excess, .unchecked = excess->unchecked})
        .function = statement.function;
    return;
  }
  if (const std::optional<AsmFault> &fault = statement.fault) {
    diagnostics
        .emit(diag::MalformedAsm{
            .range = fault->range, .problem = fault->problem, .expected = fault->expected})
        .function = statement.function;
    return;
  }
  auto [range, isLiteral] = *statement.missingEnd;
  diagnostics
      .emit(diag::UnterminatedAsm{.range = range,
                                  .problem = isLiteral ? "the literal that begins here has no end"
                                                       : "the `asm` statement does not end here",
                                  .expected = isLiteral ? "`\"`" : "`)` after its last operand"})
      .note(statement.keyword, "the statement begins here")
      .function = statement.function;
}

/// Whether one of the targets in `allowed` has a feature that satisfies `has` at version `newest`.
template <class Has> static bool someTarget(Platforms allowed, PtxVersion newest, Has has) {
  return llvm::any_of(llvm::reverse(allTargets()), [&](const TargetInfo &target) {
    return target.since <= newest && allowed.contains(target.id) && has(target.id);
  });
}

/// Whether `target` at version `newest` satisfies the requirement.
static bool meets(TargetId target, PtxVersion newest, const FeatureGate &gate) {
  return !gate.closes && gate.version <= newest && satisfies(target, newest, gate.targets);
}

static bool meets(TargetId target, PtxVersion newest, const GatedUse &use) {
  return llvm::any_of(use.ways, [&](const FeatureGates &way) {
    return llvm::all_of(way, [&](const FeatureGate &gate) { return meets(target, newest, gate); });
  });
}

/// A combination that no target supports, although each part is legal. (Manual 11.1)
void InlineChecker::checkUses(const Fragment &fragment, const GatedUses &uses,
                              DiagnosticList &found) const {
  Platforms allowed = fragment.statements().front()->platforms;
  const Consumer &consumer = options.sema.consumer;
  PtxVersion newest = consumer ? std::min(newestVersion, consumer.release->version) : newestVersion;
  auto meetsAll = [&](TargetId target) {
    return llvm::all_of(uses.all(),
                        [&](const GatedUse &use) { return meets(target, newest, use); });
  };
  // Most have a target at the newest version; the others are examined in detail.
  if (uses.all().empty() || someTarget(allowed, newest, meetsAll))
    return;
  Requirements requirements = requirementsOf(uses, options.diagnostics.ptxasCompat);
  if (llvm::any_of(requirements.targets, [&](const TargetVersions &t) {
        return allowed.contains(t.target) && t.versions.front().first <= newest;
      }))
    return;
  std::string condition;
  if (!allowed.containsAllTargets())
    condition = " for which it is compiled (" + allowed.targetsInWords() + ")";
  if (consumer)
    condition += " with PTX up to " + newest.str() + " (" + consumer.str() + ")";
  // Features that no target supports, or else all features that are not supported together.
  llvm::SmallVector<std::pair<SourceRange, const FeatureGate *>> reasons, alone;
  for (const GatedUse &use : uses.all())
    for (const FeatureGate &gate : use.ways.front()) {
      reasons.push_back({use.first, &gate});
      if (!someTarget(allowed, newest,
                      [&](TargetId target) { return meets(target, newest, gate); }))
        alone.push_back(reasons.back());
    }
  if (!alone.empty())
    reasons = std::move(alone);
  std::string list;
  SourceRange first = reasons.front().first;
  std::vector<Note> notes;
  for (auto [place, gate] : reasons) {
    list += (list.empty() ? "`" : ", `") + gate->feature + "`";
    std::string text = "`" + gate->feature + "` requires " + gate->text();
    if (gate->version > newest)
      text += ": " + releasesFor(gate->version);
    notes.push_back({place, std::move(text)});
  }
  Diagnostic &d =
      found.emit(diag::NeverAvailable{.range = first, .condition = condition, .needs = list});
  d.notes = std::move(notes);
}

/// A target that the enclosing condition admits, but that lacks a required feature. If the user
/// specifies targets, other rules report it.
void InlineChecker::checkGuard(const Fragment &fragment, const GatedUses &uses,
                               DiagnosticList &found) const {
  const AsmStatement &statement = *fragment.statements().front();
  if (!statement.guard || uses.all().empty() || !options.sema.targets.empty())
    return;
  Platforms having = Platforms::none();
  for (const TargetInfo &target : allTargets())
    if (llvm::all_of(uses.all(),
                     [&](const GatedUse &use) { return meets(target.id, newestVersion, use); }))
      having |= Platforms::of(target.id);
  if (!lowestWithout(having, statement.platforms))
    return;
  having |= platformsOf(requirementsOf(uses, options.diagnostics.ptxasCompat));
  std::optional<TargetId> lacking = lowestWithout(having, statement.platforms);
  if (!lacking || (having & statement.platforms & ~Platforms::others()).isEmpty())
    return; // `checkUses` reports it
  for (const GatedUse &use : uses.all())
    for (const FeatureGate &gate : use.ways.front())
      if (!gate.closes && !meets(*lacking, newestVersion, gate)) {
        std::string guard = guardFor(having, statement.platforms);
        if (!source.text(*statement.guard).starts_with("#"))
          guard = targetMacroFor(guard);
        std::string expected =
            guard.empty() ? "expected one that leaves it out" : "expected `" + guard + "`";
        found
            .emit(diag::WideCondition{.range = fragment.sourceOf(use.first),
                                      .feature = gate.feature,
                                      .needs = gate.text(),
                                      .target = info(*lacking).name,
                                      .expected = expected})
            .note(*statement.guard, "the condition around it");
        return;
      }
}

/// Whether `d` suggests the same change of a condition as another diagnostic: several statements
/// may require it.
bool InlineChecker::repeatsGuard(const Diagnostic &d) {
  if (d.id != diag::WideCondition::id)
    return false;
  std::string key = std::to_string(d.notes.front().range.begin) + ' ' +
                    d.argument(diag::WideConditionArgument::expected);
  return !guards.insert(key).second;
}

/// Reports a finding in a macro expansion at its location. Returns whether another use has the same
/// finding.
bool InlineChecker::repeatsUse(const AsmStatement &statement, Diagnostic &d) {
  if (!statement.macroUse)
    return false;
  // A warning refers to the definition, for any arguments.
  std::string key = std::to_string(d.range.begin) + ' ' + codeText(d.id) +
                    (d.severity == Severity::Error ? d.message : std::string());
  if (!statement.range.contains(d.range.begin))
    d.note(statement.macroUse->name, "`" + statement.macroUse->macro + "` is used here");
  return !foundInUses.insert(key).second;
}

/// Reports features that no target has for which a statement is compiled. A branch inside of a
/// statement can concern another part of it. So text that several variants share is accepted if one
/// of them has a target.
void InlineChecker::reportUnavailable() {
  if (unavailable.empty())
    return;
  llvm::DenseMap<uint32_t, llvm::SmallVector<const AsmStatement *, 2>> variants;
  for (const AsmBody &body : bodies.all())
    for (const AsmStatement *statement : body.parts)
      variants[statement->keyword.begin].push_back(statement);
  llvm::DenseSet<std::pair<const AsmStatement *, uint32_t>> places;
  for (const auto &[statement, d] : unavailable)
    places.insert({statement, d.range.begin});
  for (auto &finding : unavailable) {
    const AsmStatement &statement = *finding.first;
    Diagnostic &d = finding.second;
    uint32_t place = d.range.begin;
    bool isShared = llvm::any_of(variants[statement.keyword.begin], [&](const AsmStatement *other) {
      return other->variant != statement.variant &&
             llvm::any_of(other->literals,
                          [&](SourceRange literal) { return literal.contains(place); }) &&
             !places.contains({other, place});
    });
    if (!isShared && !repeatsUse(statement, d))
      diagnostics.add(std::move(d));
  }
}

/// Whether every target that can have the statement is `sm_90` or newer.
bool InlineChecker::isForNewTargets(const AsmStatement &statement, const GatedUses &uses) const {
  constexpr uint16_t firstNew = 90;
  auto isOld = [&](const TargetInfo &target) {
    bool isMeant =
        options.sema.targets.empty() || llvm::is_contained(options.sema.targets, target.id);
    return target.number < firstNew && isMeant && statement.platforms.contains(target.id) &&
           llvm::all_of(
               uses.all(),
               [&](const GatedUse &use) { return meets(target.id, newestVersion, use); });
  };
  return llvm::none_of(allTargets(), isOld);
}

void InlineChecker::recordUses(const Fragment &fragment, const GatedUses &uses) {
  const AsmStatement &first = *fragment.statements().front();
  statementUses.push_back({first.range, first.function, uses});
}

/// Adds the findings in the PTX of `body`, with places in the source. Returns whether no part of
/// the templates was omitted.
bool InlineChecker::findInText(const AsmBody &body, DiagnosticList &found) {
  const AsmStatement &first = *body.parts.front();
  Fragment fragment(source, body.parts, body.before, found);
  GatedUses uses;
  fragmentOptions.sema.wideAddresses = first.hasWideAddresses;
  // Registers can get other values between statements, and in unknown text.
  fragmentOptions.lints = options.lints && fragment.isComplete() && body.parts.size() == 1;
  CheckedSource checked = checkPasses(
      fragment.buffer(), fragmentOptions,
      {run.workers.forBytes(fragment.buffer().text().size()), run.stats, &uses}, Trees::Kept);
  if (checked.sema) {
    checkUses(fragment, uses, checked.diagnostics);
    checkGuard(fragment, uses, found);
    if (options.sema.recordsUses && !checked.diagnostics.hasErrors())
      recordUses(fragment, uses);
    if (checked.module->isComplete() && fragment.isComplete()) {
      auto declares = [&](StringRef name) {
        auto [entry, isNew] = declaredNames.try_emplace(name);
        if (isNew)
          entry->second = declaresVariable(source.text(), name);
        return entry->second;
      };
      reportUnknownNames(fragment, *checked.module, *checked.sema, bodies.leaked(),
                         first.hasOperands, declares, checked.diagnostics);
      lintStatement(fragment, *checked.module, *checked.sema, options.diagnostics,
                    checked.diagnostics, found);
    }
  }
  std::vector<Diagnostic> inside = checked.diagnostics.take();
  if (llvm::any_of(inside, [](const Diagnostic &d) { return d.id == diag::NarrowAddress::id; }))
    fragment.setForNewTargets(isForNewTargets(first, uses));
  for (Diagnostic &d : inside)
    if (fragment.toSource(d))
      found.add(std::move(d));
  return fragment.isComplete();
}

/// Reports the findings in `body`, unless they repeat others.
void InlineChecker::report(const AsmBody &body, std::vector<Diagnostic> found) {
  const AsmStatement &first = *body.parts.front();
  for (Diagnostic &d : found) {
    if (d.function.empty())
      d.function = first.function;
    if (!body.isCertain)
      d.fixes.clear();
    if (d.id == diag::NeverAvailable::id) {
      unavailable.push_back({&first, std::move(d)});
      hidesFinding = true;
      continue;
    }
    if (repeatsGuard(d) || repeatsUse(first, d)) {
      hidesFinding = true;
      continue;
    }
    diagnostics.add(std::move(d));
  }
}

/// Checks the PTX of `body`. Returns whether no part of the templates was omitted.
bool InlineChecker::checkText(const AsmBody &body) {
  // The requirements of a statement depend on the value.
  std::optional<SplicedConstant> constant;
  if (body.parts.size() == 1 && !options.sema.recordsUses)
    constant = findSplicedConstant(*body.parts.front());
  if (constant)
    return checkValues(body, *constant);
  DiagnosticList found;
  bool isComplete = findInText(body, found);
  report(body, found.take());
  return isComplete;
}

/// Checks a statement with each value of a constant, and reports what is found with all of them. A
/// value with an error in the word of the constant is not meant.
bool InlineChecker::checkValues(const AsmBody &body, const SplicedConstant &constant) {
  std::optional<std::vector<Diagnostic>> common;
  bool isComplete = true;
  for (StringRef value : constant.values) {
    AsmStatement statement = *body.parts.front();
    statement.operands[constant.operand].value = value.str();
    DiagnosticList list;
    isComplete &= findInText({{&statement}, body.before, body.isCertain}, list);
    std::vector<Diagnostic> found = list.take();
    if (llvm::any_of(found, [&](const Diagnostic &d) {
          return d.severity == Severity::Error && constant.isIn(d.range);
        }))
      continue;
    for (Diagnostic &d : found) {
      constant.restore(d, value);
      d.fixes.clear();
    }
    if (common)
      llvm::erase_if(*common, [&](const Diagnostic &d) {
        return llvm::none_of(found, [&](const Diagnostic &other) {
          return d.id == other.id && d.range == other.range && d.message == other.message;
        });
      });
    else
      common = std::move(found);
  }
  if (common)
    report(body, std::move(*common));
  return isComplete && common;
}

void InlineChecker::checkBody(const AsmBody &body) {
  const AsmStatement &first = *body.parts.front();
  if (!first.macroUse && body.parts.size() == 1 && expanded.contains(first.keyword.begin)) {
    // It is checked where it is used, and its variants are one statement.
    if (first.variant == 0) {
      ++counts.checked;
      definitions.push_back(first.keyword.begin);
    }
    return;
  }
  std::optional<bool> isComplete = cache ? cache->completeness(body) : std::nullopt;
  if (!isComplete) {
    size_t found = diagnostics.size();
    hidesFinding = false;
    isComplete = checkText(body);
    if (cache && diagnostics.size() == found && !hidesFinding)
      cache->keep(*isComplete);
  }
  for (const AsmStatement *statement : body.parts)
    if (const std::optional<AsmStatement::MacroUse> &use = statement->macroUse) {
      expanded[use->definition] &= *isComplete;
      if (*isComplete && !use->header.empty())
        expandedMacros.push_back({use->header, use->macro});
    } else if (statement->variant == 0) {
      ++counts.checked;
      counts.withHoles += !*isComplete;
      if (!*isComplete && statement->isInMacro)
        partlyKnownMacros.push_back(statement->function);
    }
}

/// Checks a module in a string like one in a file.
void InlineChecker::checkModule(const AsmStatement &module) {
  ++counts.modules;
  constexpr unsigned firstGate = 4000, lastGate = 4999;
  CheckOptions own = options;
  own.kind = SourceKind::Module;
  own.split = false;
  own.sema.recordsUses = false;
  auto text = SourceBuffer::fromString(module.text.text().str(), source.name().str());
  CheckedSource checked = checkPasses(
      *text, own, {run.workers.forBytes(text->text().size()), run.stats}, Trees::Dropped);
  for (Diagnostic &d : checked.diagnostics.take()) {
    unsigned code = info(d.id).code;
    if (module.isModulePart && code >= firstGate && code <= lastGate)
      continue;
    llvm::erase_if(d.fixes, [&](const FixIt &fix) {
      return !module.text.isEditable(fix.range) ||
             StringRef(fix.replacement).find_first_of("\"\\\n") != StringRef::npos ||
             StringRef(fix.replacement).find_first_of(module.reserved) != StringRef::npos;
    });
    for (FixIt &fix : d.fixes)
      fix.range = module.text.sourceOf(fix.range);
    d.range = module.text.sourceOf(d.range);
    for (SourceRange &highlight : d.highlights)
      highlight = module.text.sourceOf(highlight);
    for (Note &note : d.notes)
      note.range = module.text.sourceOf(note.range);
    diagnostics.add(std::move(d));
  }
}

InlineResult InlineChecker::check() {
  if (cache)
    cache->begin(source.text(), bodies.leaked());
  for (const AsmStatement *statement : bodies.faulty())
    reportFault(*statement);
  for (const AsmBody &body : bodies.all())
    for (const AsmStatement *statement : body.parts)
      if (statement->macroUse)
        expanded[statement->macroUse->definition] = true;
  for (const AsmBody &body : bodies.all())
    checkBody(body);
  reportUnavailable();
  for (const AsmStatement &module : modules)
    checkModule(module);
  counts.withHoles +=
      llvm::count_if(definitions, [&](uint32_t place) { return !expanded.lookup(place); });
  return {makeReport(std::move(diagnostics), options.diagnostics, source), counts,
          std::move(statementUses), std::move(partlyKnownMacros), std::move(expandedMacros)};
}

InlineResult ptx::checkInline(const SourceBuffer &source, std::vector<AsmStatement> statements,
                              const CheckOptions &options, const CheckRun &run, AsmCache *cache) {
  return InlineChecker(source, std::move(statements), options, run, cache).check();
}
