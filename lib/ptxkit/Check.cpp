// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Check.h"

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Check/Check.h"
#include "ptx/Check/FixEngine.h"
#include "ptx/Check/LowerVersion.h"
#include "ptx/Check/TensorMapInput.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Inline/InlineCheck.h"
#include "ptx/Inline/Read/HeaderFiles.h"
#include "ptx/Inline/Read/OperandList.h"
#include "ptx/Inline/RequirementsReport.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Reference/PlatformNames.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptxkit/State.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;
using detail::State;

/// The value of an option, read by `read`; none if the option is empty. Adds to `problem`.
template <class Read>
static auto readName(const std::string &text, std::string &problem, Read read)
    -> std::optional<std::remove_reference_t<decltype(*read(text))>> {
  if (text.empty())
    return std::nullopt;
  auto value = read(text);
  if (value)
    return *value;
  problem = llvm::toString(value.takeError());
  return std::nullopt;
}

/// Reads the options about versions and targets; returns their errors.
static std::string readPlatform(const Options &options, ptx::SemaOptions &sema) {
  std::string problem;
  for (const std::string &name : options.targets) {
    std::optional<ptx::TargetId> target = ptx::targetNamed(name);
    if (!target)
      return llvm::toString(ptx::readTarget(name).takeError());
    if (!llvm::is_contained(sema.targets, *target))
      sema.targets.push_back(*target);
  }
  sema.version = readName(options.version, problem, ptx::readVersion);
  sema.gpu = readName(options.forGpu, problem, ptx::readTarget);
  if (!options.forCuda.empty() && !options.forDriver.empty())
    return "a CUDA release and a driver exclude each other";
  if (auto release = readName(options.forCuda, problem, ptx::readRelease))
    sema.consumer = {*release, false};
  if (auto release = readName(options.forDriver, problem, ptx::readDriver))
    sema.consumer = {*release, true};
  return problem;
}

/// Reads the language and the operands of `asm` statements.
static std::string readLanguage(const Options &options, detail::Input &input) {
  if (options.operands) {
    if (!options.fragment)
      return "operands are of a statement list";
    auto operands = ptx::parseOperands(*options.operands);
    if (!operands)
      return llvm::toString(operands.takeError());
    input.operands = std::move(*operands);
  }
  input.includeFolders = options.includeFolders;
  if (options.language.empty() || options.language == "ptx")
    return "";
  input.host = ptx::hostLanguageNamed(options.language);
  return input.host ? "" : "unknown language `" + options.language + "`";
}

static ptx::LineOrigin translate(const LineOrigin &of) {
  return {of.line, {of.origin.file, of.origin.line, of.origin.column}};
}

static Origin translate(const ptx::Origin &origin) {
  return {origin.file, origin.line, origin.column};
}

/// Reads the file of tensor maps.
static std::string readTensorMaps(const Options &options, ptx::CheckOptions &result) {
  if (options.tensorMaps.empty())
    return "";
  llvm::Expected<ptx::TensorMapFile> file = ptx::readTensorMapFile(options.tensorMaps);
  if (!file)
    return llvm::toString(file.takeError());
  result.tensorMaps = std::make_shared<ptx::TensorMapSource>(options.tensorMaps, std::move(*file));
  return "";
}

/// The options in the form that the passes require.
static Expected<detail::Input> translate(const Options &options) {
  detail::Input input;
  ptx::CheckOptions &result = input.options;
  result.kind = options.fragment ? ptx::SourceKind::Fragment : ptx::SourceKind::Module;
  result.syntaxOnly = options.syntaxOnly;
  result.lints = options.lints;
  result.sema.declaresNames = options.declaresNames;
  result.diagnostics.ptxasCompat = options.ptxasCompat;
  result.diagnostics.isFinal = options.isFinal;
  result.diagnostics.errorLimit = options.errorLimit;
  for (const std::string &flag : options.warnings)
    if (llvm::Error error = result.diagnostics.addWarningFlag(flag))
      return Failure{llvm::toString(std::move(error))};
  std::string problem = readPlatform(options, result.sema);
  if (problem.empty())
    problem = readLanguage(options, input);
  if (problem.empty())
    problem = readTensorMaps(options, result);
  for (const LineOrigin &of : options.origins)
    input.origins.push_back(translate(of));
  llvm::stable_sort(input.origins, [](const auto &a, const auto &b) { return a.line < b.line; });
  if (!problem.empty())
    return Failure{problem};
  return input;
}

std::string Options::problem() const { return translate(*this).error(); }

Diagnostic detail::describe(const ptx::Diagnostic &d) {
  Diagnostic result;
  result.severity = d.severity == ptx::Severity::Error ? Severity::Error : Severity::Warning;
  result.code = ptx::codeText(d.id);
  result.name = ptx::info(d.id).name.str();
  result.message = d.message;
  result.range = detail::rangeOf(d.range);
  result.entry = d.entry;
  if (d.origin)
    result.origin = translate(*d.origin);
  for (const ptx::Note &note : d.notes)
    result.notes.push_back({detail::rangeOf(note.range), note.message});
  for (const ptx::FixIt &fix : d.fixes)
    result.fixes.push_back({detail::rangeOf(fix.range), fix.replacement, fix.description,
                            fix.applicability == ptx::Applicability::Safe});
  return result;
}

/// The functions of the module, with their bodies, without prototypes of calls.
static std::vector<detail::FunctionEntry> functionsOf(const ptx::CheckedSource &checked) {
  std::vector<detail::FunctionEntry> entries;
  if (!checked.sema)
    return entries;
  const ptx::Module &module = *checked.module;
  const ptx::SemaResult &sema = *checked.sema;
  auto body = [&](const ptx::SyntaxUnit &unit, const ptx::CheckedUnit *found) {
    return std::unique_ptr<detail::Body>(new detail::Body{module, unit, found, nullptr});
  };
  if (module.isFragment())
    entries.push_back({nullptr, body(module.top(), sema.top.get())});
  for (const ptx::Function &function : module.top().functions()) {
    if (module.top().tokens().kind(function.keyword.index) == ptx::TokenKind::CallPrototype)
      continue;
    const ptx::SyntaxUnit *unit = module.bodyOf(function);
    entries.push_back({&function, unit ? body(*unit, sema.bodies[function.body].get()) : nullptr});
  }
  return entries;
}

/// The statements of a source, or the source as a template. `headers` contains the macros and
/// constants that they use.
static std::vector<ptx::AsmStatement> statementsOf(const ptx::SourceBuffer &source,
                                                   const detail::Input &input,
                                                   ptx::HeaderFiles &headers) {
  if (!input.host)
    return {ptx::wholeStatement(source, input.operands)};
  if (input.host != &ptx::cppLanguage || input.includeFolders.empty())
    return input.host->find(source);
  ptx::HeaderSearch search;
  search.folders = input.includeFolders;
  return ptx::findAsmWithHeaders(source, headers, search);
}

static ptx::InlineResult checkStatements(const ptx::SourceBuffer &source,
                                         const detail::Input &input,
                                         const ptx::CheckOptions &options,
                                         const ptx::CheckRun &run) {
  ptx::HeaderFiles headers;
  return ptx::checkInline(source, statementsOf(source, input, headers), options, run);
}

static void checkModule(State &state, const ptx::CheckRun &run) {
  const ptx::CheckOptions &options = state.input.options;
  state.checked = ptx::checkPasses(*state.source, options, run, ptx::Trees::Kept);
  state.report = ptx::reportOn(state.checked, std::move(state.checked.diagnostics), options);
  state.functions = functionsOf(state.checked);
}

/// Whether the name of the file implies that the source has PTX in statements or strings.
static const ptx::HostLanguage *hostByName(const Options &options, llvm::StringRef name) {
  return options.fragment || !options.language.empty() ? nullptr : ptx::hostLanguageOf(name);
}

/// Checks `source` with `options`, whose translation is `input`.
static std::unique_ptr<State> checked(std::unique_ptr<ptx::SourceBuffer> source,
                                      detail::Input input, const Options &options) {
  auto state = std::make_unique<State>();
  if (!input.host)
    input.host = hostByName(options, source->name());
  // Only the template of an `asm` statement contains `%%`.
  input.isTemplate =
      !input.host && options.fragment && (input.operands || source->text().contains("%%"));
  state->source = std::move(source);
  state->input = std::move(input);
  state->threads = options.threads;
  ptx::Workers workers(options.threads);
  ptx::Stats stats;
  ptx::CheckRun run{workers.forBytes(state->source->text().size()), stats};
  if (state->input.hasStatements())
    state->report = checkStatements(*state->source, state->input, state->input.options, run).report;
  else
    checkModule(*state, run);
  ptx::addSourceLines(*state->source, state->input.origins, state->report);
  for (const ptx::Diagnostic &d : state->report.diagnostics)
    state->diagnostics.push_back(detail::describe(d));
  return state;
}

Expected<Check> Check::file(const std::string &path, const Options &options) {
  Expected<detail::Input> input = translate(options);
  if (!input)
    return Failure{input.error()};
  llvm::Expected<std::unique_ptr<ptx::SourceBuffer>> source = ptx::SourceBuffer::open(path);
  if (!source)
    return Failure{"cannot read `" + path + "`: " + llvm::toString(source.takeError())};
  return Check(checked(std::move(*source), *std::move(input), options));
}

Expected<Check> Check::text(std::string text, std::string name, const Options &options) {
  Expected<detail::Input> input = translate(options);
  if (!input)
    return Failure{input.error()};
  if (text.size() >= ptx::SourceBuffer::maxSize)
    return Failure{"the text has 4 GiB or more"};
  return Check(checked(ptx::SourceBuffer::fromString(std::move(text), std::move(name)),
                       *std::move(input), options));
}

Check::Check(std::unique_ptr<State> state) : state(std::move(state)) {}
Check::Check(Check &&) noexcept = default;
Check &Check::operator=(Check &&) noexcept = default;
Check::~Check() = default;

const std::vector<Diagnostic> &Check::diagnostics() const { return state->diagnostics; }
uint64_t Check::errors() const { return state->report.errors; }
uint64_t Check::warnings() const { return state->report.warnings; }

static std::string rendered(const State &state, ptx::OutputFormat format,
                            Colors colors = Colors::Off) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ptx::render(format, os, *state.source, state.report,
              {colors == Colors::On ? ptx::ColorMode::Always : ptx::ColorMode::Never});
  return text;
}

std::string Check::reportText() const { return rendered(*state, ptx::OutputFormat::Text); }
std::string Check::reportJsonl() const { return rendered(*state, ptx::OutputFormat::Jsonl); }

Expected<std::string> Check::report(std::string_view format, Colors colors) const {
  std::optional<ptx::OutputFormat> found = ptx::findOutputFormat({format.data(), format.size()});
  if (!found)
    return Failure{"unknown format `" + std::string(format) + "`"};
  return rendered(*state, *found, colors);
}

std::string Check::version() const {
  return state->checked.sema ? state->checked.sema->tables->platform.version.str() : "";
}

std::vector<std::string_view> Check::targets() const {
  std::vector<std::string_view> names;
  if (!state->checked.sema)
    return names;
  for (ptx::TargetId target : state->checked.sema->tables->platform.targets)
    names.push_back(detail::view(ptx::info(target).name));
  return names;
}

std::vector<Function> Check::functions() const {
  std::vector<Function> functions;
  for (uint32_t i = 0; i < state->functions.size(); ++i)
    functions.push_back(Function(*state, i));
  return functions;
}

std::vector<Symbol> Check::symbols() const {
  std::vector<Symbol> symbols;
  if (!state->checked.sema)
    return symbols;
  for (const ptx::Symbol &symbol : state->checked.sema->tables->symbols.all())
    symbols.push_back(detail::describe(symbol));
  return symbols;
}

std::string_view Check::source() const { return detail::view(state->source->text()); }

Position Check::position(uint32_t offset) const {
  ptx::LineColumn place = state->source->lineColumn(offset);
  return {place.line, place.column};
}

//===-- Fixes ---------------------------------------------------------------------------------===//

Expected<FixedText> Check::fixed(bool unsafeToo, const std::vector<std::string> &rules) const {
  ptx::FixSelection selection;
  selection.unsafeToo = unsafeToo;
  for (const std::string &name : rules) {
    std::optional<ptx::RuleName> rule = ptx::RuleName::find(name);
    llvm::StringRef nearest = ptx::nearestRuleName(name, /*withErrors=*/true);
    if (!rule)
      return Failure{"unknown rule `" + name + "`" +
                     (nearest.empty() ? "" : "; did you mean `" + nearest.str() + "`?")};
    selection.rules.push_back(*rule);
  }
  ptx::CheckOptions all = state->input.options;
  all.diagnostics.errorLimit = 0;
  ptx::Workers workers(state->threads);
  ptx::Stats stats;
  ptx::CheckRun run{workers.forBytes(state->source->text().size()), stats};
  ptx::FixedText fixed =
      ptx::applyFixes(*state->source, selection, [&](const ptx::SourceBuffer &text) {
        if (state->input.hasStatements())
          return checkStatements(text, state->input, all, run).report;
        return ptx::checkSource(text, all, run);
      });
  return FixedText{std::move(fixed.text), fixed.applied};
}

//===-- Requirements --------------------------------------------------------------------------===//

namespace {

/// The requirements of a source for its version and target.
struct Uses {
  ptx::GatedUses ofModule;
  std::vector<ptx::StatementUses> ofStatements;
};

} // namespace

static Uses usesOf(const State &state) {
  Uses uses;
  ptx::CheckOptions options = state.input.options;
  options.syntaxOnly = false;
  options.sema = ptx::recordingUses({});
  ptx::Workers workers(state.threads);
  ptx::Stats stats;
  ptx::CheckRun run{workers.forBytes(state.source->text().size()), stats, &uses.ofModule};
  if (state.input.hasStatements())
    uses.ofStatements = checkStatements(*state.source, state.input, options, run).uses;
  else
    ptx::checkSource(*state.source, options, run);
  return uses;
}

static Requirements translate(const ptx::GatedUses &uses, const ptx::Requirements &found) {
  Requirements result;
  if (std::optional<ptx::PtxVersion> minimum = found.minimum()) {
    result.version = minimum->str();
    if (const ptx::ReleaseInfo *release = ptx::firstReleaseFor(*minimum))
      result.cuda = release->cuda.str();
    if (const ptx::ReleaseInfo *release = ptx::firstDriverFor(*minimum))
      result.driver = std::to_string(release->driver);
  }
  for (const ptx::TargetVersions &of : found.targets) {
    TargetVersions versions{detail::view(ptx::info(of.target).name), {}};
    for (const ptx::VersionRange &range : of.versions)
      versions.versions.push_back(
          {range.first.str(), range.last == ptx::newestVersion ? "" : range.last.str()});
    result.targets.push_back(std::move(versions));
  }
  for (uint32_t index : found.reasons) {
    const ptx::GatedUse &use = uses.all()[index];
    result.reasons.push_back({detail::rangeOf(use.first), ptx::reasonText(use)});
  }
  return result;
}

Requirements Check::requirements() const {
  ptx::GatedUses uses = usesOf(*state).ofModule;
  return translate(uses, ptx::requirementsOf(uses, state->input.options.diagnostics.ptxasCompat));
}

std::vector<AsmStatement> Check::statements() const {
  bool ptxasCompat = state->input.options.diagnostics.ptxasCompat;
  std::vector<AsmStatement> result;
  for (const ptx::StatementUses &of : usesOf(*state).ofStatements) {
    ptx::Requirements found = ptx::requirementsOf(of.uses, ptxasCompat);
    result.push_back({detail::rangeOf(of.range), of.function, translate(of.uses, found),
                      ptx::conditionFor(found)});
  }
  return result;
}

std::string Check::requirementsJsonl() const {
  bool ptxasCompat = state->input.options.diagnostics.ptxasCompat;
  Uses uses = usesOf(*state);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (state->input.hasStatements())
    ptx::printRequirements(ptx::OutputFormat::Jsonl, os, *state->source, uses.ofStatements,
                           ptxasCompat);
  else
    ptx::printRequirements(ptx::OutputFormat::Jsonl, os, *state->source, uses.ofModule,
                           ptx::requirementsOf(uses.ofModule, ptxasCompat));
  return text;
}

//===-- Printing ------------------------------------------------------------------------------===//

/// The reason why the source cannot be printed; empty if it can.
static std::optional<Failure> notPrintable(const State &state) {
  if (!state.checked.module)
    return Failure{"the source is not a PTX module"};
  if (!state.checked.module->isComplete())
    return Failure{"the source has a syntax error"};
  return std::nullopt;
}

Expected<std::string> Check::formatted() const {
  if (std::optional<Failure> failure = notPrintable(*state))
    return *failure;
  std::string text;
  ptx::printLayout(*state->checked.module, text);
  return text;
}

Expected<std::string> Check::canonical() const {
  if (std::optional<Failure> failure = notPrintable(*state))
    return *failure;
  if (!state->checked.sema)
    return Failure{"only the syntax of the source was checked"};
  std::string text;
  ptx::Workers workers(state->threads);
  ptx::printCanonical(*state->checked.module, *state->checked.sema, text, &workers);
  return text;
}

/// The first reason for `report` on a module that cannot be lowered: another error than that of the
/// version, else the first note of the latter.
static std::string reasonOf(const ptx::Report &report) {
  for (const ptx::Diagnostic &d : report.diagnostics)
    if (d.id != ptx::diag::NewerThanRelease::id)
      return d.message;
  const ptx::Diagnostic &version = report.diagnostics.front();
  return version.notes.empty() ? version.message : version.notes.front().message;
}

Expected<std::string> Check::lowered() const {
  if (!state->checked.module)
    return Failure{"the source is not a PTX module"};
  const ptx::CheckOptions &options = state->input.options;
  if (!options.sema.consumer)
    return Failure{"the options name neither a CUDA release nor a driver"};
  ptx::Workers workers(state->threads);
  ptx::LoweredSource lowered = ptx::lowerSource(*state->source, options, workers);
  if (lowered.text)
    return *std::move(lowered.text);
  return Failure{reasonOf(lowered.report)};
}
