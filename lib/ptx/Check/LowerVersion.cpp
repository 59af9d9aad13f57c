// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/LowerVersion.h"

#include "ptx/Check/Check.h"
#include "ptx/Check/TextEdits.h"
#include "ptx/Diagnostics/DiagArguments.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Isa/Forms/OlderSpellings.h"
#include "ptx/Sema/Module/ModuleChecker.h"
#include "ptx/Sema/Module/Pragmas.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// An edit that replaces what a version lacks.
struct Rewrite {
  SourceRange range;
  std::string replacement;
  /// What the module has there, the version that has it, and what the lowered module has.
  std::string feature;
  std::string needed;
  std::string older;
};

/// Searches a module, without errors, for what a lower version lacks and older spellings of it.
class Lowering {
public:
  Lowering(const CheckedSource &checked, const Platform &lower)
      : module(*checked.module), sema(*checked.sema), lower(lower) {}

  /// The rewrites, in source order; not sufficient if something has no older spelling.
  std::vector<Rewrite> run();

private:
  void addTarget();
  void addInstructions(const SyntaxUnit &unit, const CheckedUnit &checked, InFunction function);
  void addInstruction(const SyntaxUnit &unit, const Instruction &inst, const Signature &signature,
                      const GateFailures &failures, InFunction function);
  bool isLegal(const MnemonicWords &words, const Signature &signature) const;
  std::optional<MnemonicWords> olderWords(const MnemonicWords &words, const Signature &signature,
                                          InFunction function) const;
  void addDirectives(const SyntaxUnit &unit);
  void drop(const SyntaxUnit &unit, const Directive &directive, Feature feature);

  const Module &module;
  const SemaResult &sema;
  const Platform &lower;
  std::vector<Rewrite> rewrites;
  /// The failed gates of signatures: a module has few.
  llvm::DenseMap<const Signature *, GateFailures> failed;
};

} // namespace

/// The version that all failures require.
static std::string neededVersion(llvm::ArrayRef<GateFailure> failures) {
  PtxVersion needed;
  for (const GateFailure &failure : failures)
    needed = std::max(needed, failure.version.value_or(needed));
  return "PTX " + needed.str();
}

std::vector<Rewrite> Lowering::run() {
  addTarget();
  addDirectives(module.top());
  for (const Function &function : module.top().functions()) {
    const SyntaxUnit *body = module.bodyOf(function);
    if (!body || !sema.bodies[function.body])
      continue;
    addDirectives(*body);
    addInstructions(*body, *sema.bodies[function.body],
                    module.top().isEntry(function) ? InFunction::Entry : InFunction::Func);
  }
  llvm::sort(rewrites, [](const Rewrite &a, const Rewrite &b) { return a.range < b.range; });
  return std::move(rewrites);
}

/// The name that the target has in the lower version.
void Lowering::addTarget() {
  if (lower.targets.size() != 1 || !lower.targetIsDeclared)
    return;
  std::optional<TargetId> earlier = earlierName(lower.targets.front(), lower.version);
  if (!earlier)
    return;
  const TargetInfo &target = info(lower.targets.front());
  std::string name = info(*earlier).name.str();
  rewrites.push_back({sema.tables->header.targetRange, name, target.name.str(),
                      "PTX " + target.since.str(), "`" + name + "`"});
}

//===-- Instructions --------------------------------------------------------------------------===//

void Lowering::addInstructions(const SyntaxUnit &unit, const CheckedUnit &checked,
                               InFunction function) {
  for (auto [inst, signature] : llvm::zip(unit.instructions(), checked.signatures)) {
    if (!signature)
      continue;
    auto [entry, isNew] = failed.try_emplace(signature);
    if (isNew)
      entry->second = failedGates(signature->view, lower);
    if (!entry->second.empty())
      addInstruction(unit, inst, *signature, entry->second, function);
  }
}

/// Whether an address among the operands has a qualifier.
static bool isQualified(const InstrView &view) {
  for (auto [i, operand] : llvm::enumerate(view.form->operands()))
    if (operand.kinds == OperandKind::suffix && view.operands >> i & 1)
      return true;
  return false;
}

/// Whether the lower version has an instruction with `words` and as many operands.
bool Lowering::isLegal(const MnemonicWords &words, const Signature &signature) const {
  Mnemonic mnemonic(words.opcode, words.present(), lower, /*hasBank=*/false,
                    /*findsChanges=*/false);
  const SignatureSet &set = mnemonic.signatures(static_cast<unsigned>(signature.places.size()),
                                                isQualified(signature.view));
  return llvm::any_of(set.all, [](const Signature &s) {
    return !s.brokenRule && s.gateFailures.empty() && !s.view.form->undocumented;
  });
}

/// `words` after as few rewrites as possible that make them legal.
std::optional<MnemonicWords> Lowering::olderWords(const MnemonicWords &words,
                                                  const Signature &signature,
                                                  InFunction function) const {
  InstructionId id = signature.view.form->instructionId;
  llvm::SmallVector<const OlderSpelling *, 4> candidates;
  for (const OlderSpelling &record : olderSpellings()) {
    bool isHere = record.where == InFunction::Any || record.where == function;
    if (MnemonicWords changed = words; isHere && record.apply(id, changed))
      candidates.push_back(&record);
  }
  std::optional<MnemonicWords> best;
  int fewest = static_cast<int>(candidates.size()) + 1;
  for (uint32_t choice = 1; choice < 1u << candidates.size(); ++choice) {
    if (llvm::popcount(choice) >= fewest)
      continue;
    MnemonicWords changed = words;
    bool applies = true;
    for (auto [i, record] : llvm::enumerate(candidates))
      applies = applies && (!(choice >> i & 1) || record->apply(id, changed));
    if (!applies || !isLegal(changed, signature))
      continue;
    best = std::move(changed);
    fewest = llvm::popcount(choice);
  }
  return best;
}

void Lowering::addInstruction(const SyntaxUnit &unit, const Instruction &inst,
                              const Signature &signature, const GateFailures &failures,
                              InFunction function) {
  MnemonicWords words{signature.view.form->opcode, {}};
  for (uint32_t i = 1; i <= inst.modifierCount; ++i)
    words.modifiers.push_back(findModifier(unit.text(TokenId{inst.opcode.index + i}).drop_front()));
  if (llvm::is_contained(words.modifiers, Modifier::none))
    return; // `.const[2]`
  std::optional<MnemonicWords> older = olderWords(words, signature, function);
  if (!older)
    return;
  // The edit is from the first word that changes to the last one.
  auto textOf = [](const MnemonicWords &of, uint32_t i) {
    Modifier word = of.modifiers[i - 1];
    return word == Modifier::none ? std::string() : ("." + info(word).name).str();
  };
  uint32_t first = 0, last = 0;
  if (older->opcode == words.opcode) {
    first = 1;
    while (words.modifiers[first - 1] == older->modifiers[first - 1])
      ++first;
  }
  for (uint32_t i = first; i <= inst.modifierCount; ++i)
    if (i != 0 && words.modifiers[i - 1] != older->modifiers[i - 1])
      last = i;
  std::string replacement = first == 0 ? info(older->opcode).name.str() : "";
  for (uint32_t i = std::max(first, 1u); i <= last; ++i)
    replacement += textOf(*older, i);
  std::string feature = info(words.opcode).name.str(), text = info(older->opcode).name.str();
  for (uint32_t i = 1; i <= inst.modifierCount; ++i) {
    feature += textOf(words, i);
    text += textOf(*older, i);
  }
  SourceRange range =
      unit.range(TokenId{inst.opcode.index + first}, TokenId{inst.opcode.index + last});
  // Of words with comments between them it is not known which one a comment is about.
  if (unit.tokens().buffer().slice(range.begin, range.end).find_first_of(" \t\r\n/") !=
      StringRef::npos)
    return;
  rewrites.push_back({range, std::move(replacement), std::move(feature), neededVersion(failures),
                      "`" + text + "`"});
}

//===-- Directives ----------------------------------------------------------------------------===//

/// The feature that a directive is, if a module can do without it.
static std::optional<Feature> droppableFeature(const SyntaxUnit &unit, const Directive &directive) {
  llvm::ArrayRef<Feature> features;
  Feature feature;
  switch (unit.tokens().kind(directive.keyword.index)) {
  case TokenKind::Pragma:
    // Of several strings, others may not be hints.
    if (directive.operands.count != 1)
      return std::nullopt;
    features = featuresOfPragma(
        unit.text(unit[unit.list(directive.operands)[0]].token).drop_front().drop_back());
    if (features.empty())
      return std::nullopt;
    feature = features.front();
    break;
  case TokenKind::Language:
    feature = Feature::Language;
    break;
  case TokenKind::LocIntermediate:
    feature = Feature::LocIntermediate;
    break;
  case TokenKind::IntermediateSection:
    feature = Feature::IntermediateSection;
    break;
  default:
    return std::nullopt;
  }
  return llvm::any_of(droppableFeatures(),
                      [&](const DroppableFeature &entry) { return entry.feature == feature; })
             ? std::optional(feature)
             : std::nullopt;
}

/// `range`, or the whole line if there is nothing else on it.
static SourceRange withLine(StringRef text, SourceRange range) {
  size_t begin = text.take_front(range.begin).rtrim(" \t").size();
  size_t end = text.find_first_not_of(" \t\r", range.end);
  if ((begin == 0 || text[begin - 1] == '\n') && end != StringRef::npos && text[end] == '\n')
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end + 1)};
  return range;
}

void Lowering::drop(const SyntaxUnit &unit, const Directive &directive, Feature feature) {
  GateFailures failures = failedGates(feature, lower);
  if (failures.empty())
    return;
  SourceRange range = unit.range(directive.first, directive.last);
  std::string text = failures.front().feature;
  if (directive.kind == DirectiveKind::Pragma)
    text = ".pragma " + unit.source(unit.list(directive.operands)[0]).str();
  rewrites.push_back(
      {withLine(module.source().text(), range), "", std::move(text), neededVersion(failures), ""});
}

void Lowering::addDirectives(const SyntaxUnit &unit) {
  for (const Directive &directive : unit.directives())
    if (std::optional<Feature> feature = droppableFeature(unit, directive))
      drop(unit, directive, *feature);
}

//===-- The fix -------------------------------------------------------------------------------===//

/// The edits of `rewrites` that do not overlap.
static TextEdits editsOf(llvm::ArrayRef<Rewrite> rewrites) {
  TextEdits edits;
  for (const Rewrite &rewrite : rewrites)
    edits.add({rewrite.range, rewrite.replacement, "", Applicability::Safe});
  return edits;
}

/// The place in the original text of a place in the text after `rewrites`.
static uint32_t originalPlace(llvm::ArrayRef<Rewrite> rewrites, uint32_t place) {
  int64_t shift = 0;
  for (const Rewrite &rewrite : rewrites) {
    int64_t begin = rewrite.range.begin + shift;
    if (place < begin)
      break;
    auto size = static_cast<int64_t>(rewrite.replacement.size());
    if (place < begin + size)
      return rewrite.range.begin;
    shift += size - rewrite.range.size();
  }
  return static_cast<uint32_t>(place - shift);
}

/// Notes about targets that the lower version does not have under any name. Returns whether there
/// are some.
static bool noteTargets(const Platform &lower, SourceRange range, Diagnostic &error) {
  bool isAny = false;
  for (TargetId target : lower.targets)
    if (info(target).since > lower.version && !earlierName(target, lower.version)) {
      error.note(range, "target `" + info(target).name.str() + "` requires PTX " +
                            info(target).since.str());
      isAny = true;
    }
  return isAny;
}

/// Notes of the errors `found` in the lowered text, in the order of the source: what has no older
/// spelling.
static void noteObstacles(llvm::ArrayRef<Rewrite> rewrites, const DiagnosticList &found,
                          Diagnostic &error) {
  std::vector<Note> notes;
  for (const Diagnostic &d : found.items()) {
    if (info(d.id).severity != Severity::Error)
      continue;
    std::string text = d.message;
    if (d.id == diag::RequiresVersion::id)
      text = "`" + d.argument(diag::RequiresVersionArgument::feature) + "` requires " +
             d.argument(diag::RequiresVersionArgument::needed) + " and has no older spelling";
    notes.push_back({{originalPlace(rewrites, d.range.begin), originalPlace(rewrites, d.range.end)},
                     std::move(text)});
  }
  llvm::sort(notes);
  llvm::append_range(error.notes, notes);
}

/// One note for each kind of rewrite, at its first place.
static void noteRewrites(llvm::ArrayRef<Rewrite> rewrites, Diagnostic &error) {
  llvm::MapVector<std::pair<StringRef, StringRef>, std::pair<const Rewrite *, size_t>> kinds;
  for (const Rewrite &rewrite : rewrites) {
    auto &entry = kinds.try_emplace({rewrite.feature, rewrite.older}, &rewrite, 0).first->second;
    ++entry.second;
  }
  for (const auto &[words, entry] : kinds)
    error.note(entry.first->range,
               "`" + entry.first->feature + "` requires " + entry.first->needed + "; the fix " +
                   (entry.first->older.empty() ? "removes it" : "writes " + entry.first->older) +
                   (entry.second == 1 ? "" : " in " + std::to_string(entry.second) + " places"));
}

static bool isError(const Diagnostic &d) { return info(d.id).severity == Severity::Error; }

void ptx::suggestLowerVersion(const SourceBuffer &source, const CheckOptions &options,
                              const CheckRun &run, CheckedSource &checked) {
  const Consumer &consumer = options.sema.consumer;
  if (!consumer || !checked.sema || llvm::count_if(checked.diagnostics.items(), isError) != 1 ||
      llvm::find_if(checked.diagnostics.items(), isError)->id != diag::NewerThanRelease::id)
    return;
  const Platform &declared = checked.sema->tables->platform;
  if (declared.targets.empty() || !declared.versionIsDeclared)
    return;
  CheckRun again{run.workers, run.stats, nullptr, nullptr, nullptr};
  CheckOptions plain = options;
  plain.lints = false;
  plain.bans.clear();
  plain.sema.consumer = {};
  CheckedSource tree = checkPasses(source, plain, again, Trees::Kept);
  Platform lower = declared;
  lower.version = consumer.release->version;
  std::vector<Rewrite> rewrites = Lowering(tree, lower).run();
  SourceRange versionRange = checked.sema->tables->header.versionRange;
  std::string version = lower.version.str();
  std::vector<Rewrite> all = rewrites;
  all.insert(all.begin(), {versionRange, version, "", "", ""});
  std::string text = editsOf(all).apply(source.text());
  plain.sema.consumer = consumer;
  DiagnosticList found =
      runPasses(*SourceBuffer::fromString(text, source.name().str()), plain, again);

  Diagnostic &error = *llvm::find_if(checked.diagnostics.items(), isError);
  if (found.hasErrors() || !rewrites.empty())
    error.notes.clear(); // those about names of targets, which are rewritten
  if (found.hasErrors()) {
    // If it is the target, nothing else matters.
    if (!noteTargets(lower, checked.sema->tables->header.targetRange, error))
      noteObstacles(all, found, error);
  } else if (rewrites.empty()) {
    error.fix(error.range, version,
              "lower the version to `" + version + "`, which has all that the module uses");
  } else {
    // One edit from the version to the last rewrite, since neither is right without the other.
    noteRewrites(rewrites, error);
    SourceRange range = {versionRange.begin, rewrites.back().range.end};
    auto after = static_cast<uint32_t>(source.text().size() - range.end);
    error.fix(range, StringRef(text).drop_front(range.begin).drop_back(after).str(),
              "lower the version to `" + version + "`, with older spellings");
  }
}

LoweredSource ptx::lowerSource(const SourceBuffer &source, const CheckOptions &options,
                               Workers &workers) {
  CheckOptions plain = options;
  plain.lints = false;
  Stats stats;
  CheckedSource checked = checkPasses(source, plain, {workers, stats}, Trees::Dropped);
  llvm::ArrayRef<Diagnostic> found = checked.diagnostics.items();
  const auto *error =
      llvm::find_if(found, [](const Diagnostic &d) { return d.id == diag::NewerThanRelease::id; });
  if (error == found.end())
    return {source.text().str(), {}};
  if (error->fixes.empty()) {
    // Comments that suppress an error do not make it less of a reason.
    DiagnosticOptions errorsOnly = plain.diagnostics;
    errorsOnly.noWarnings = true;
    return {std::nullopt, makeReport(std::move(checked.diagnostics), errorsOnly)};
  }
  TextEdits edits;
  edits.add(error->fixes.front());
  return {edits.apply(source.text()), {}};
}
