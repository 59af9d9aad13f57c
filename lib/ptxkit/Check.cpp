// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Check.h"

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Check/Check.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptxkit/State.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;
using detail::State;

/// The options as the passes take them.
static Expected<ptx::CheckOptions> translate(const Options &options) {
  ptx::CheckOptions result;
  result.kind = options.fragment ? ptx::SourceKind::Fragment : ptx::SourceKind::Module;
  result.lints = options.lints;
  result.diagnostics.ptxasCompat = options.ptxasCompat;
  result.diagnostics.errorLimit = options.errorLimit;
  for (const std::string &flag : options.warnings)
    if (llvm::Error error = result.diagnostics.addWarningFlag(flag))
      return Failure{llvm::toString(std::move(error))};
  for (const std::string &name : options.targets) {
    std::optional<ptx::TargetId> target = ptx::targetNamed(name);
    if (!target)
      return Failure{"`" + name + "` is not a target"};
    if (!llvm::is_contained(result.sema.targets, *target))
      result.sema.targets.push_back(*target);
  }
  if (!options.version.empty()) {
    std::optional<ptx::PtxVersion> version = ptx::parseVersion(options.version);
    if (!version || !ptx::isVersion(*version))
      return Failure{"`" + options.version + "` is not a version of PTX"};
    result.sema.version = version;
  }
  return result;
}

std::string Options::problem() const { return translate(*this).error(); }

static Diagnostic translate(const ptx::Diagnostic &d) {
  Diagnostic result;
  result.severity = d.severity == ptx::Severity::Error ? Severity::Error : Severity::Warning;
  result.code = ptx::codeText(d.id);
  result.name = ptx::info(d.id).name.str();
  result.message = d.message;
  result.range = detail::rangeOf(d.range);
  result.entry = d.entry;
  for (const ptx::Note &note : d.notes)
    result.notes.push_back({detail::rangeOf(note.range), note.message});
  for (const ptx::FixIt &fix : d.fixes)
    result.fixes.push_back({detail::rangeOf(fix.range), fix.replacement, fix.description});
  return result;
}

/// The functions of the module, with their bodies; prototypes of calls are none.
static std::vector<detail::FunctionEntry> functionsOf(const ptx::CheckedSource &checked) {
  std::vector<detail::FunctionEntry> entries;
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

/// Checks `source`, which was read with the translated options.
static std::unique_ptr<State> checked(std::unique_ptr<ptx::SourceBuffer> source,
                                      const ptx::CheckOptions &options, unsigned threads) {
  auto state = std::make_unique<State>();
  state->source = std::move(source);
  state->threads = threads;
  ptx::Workers workers(threads);
  ptx::Stats stats;
  ptx::Workers &some = workers.forBytes(state->source->text().size());
  state->checked = ptx::checkPasses(*state->source, options, {some, stats}, ptx::Trees::Kept);
  state->report = ptx::reportOn(state->checked, std::move(state->checked.diagnostics), options);
  for (const ptx::Diagnostic &d : state->report.diagnostics)
    state->diagnostics.push_back(translate(d));
  state->functions = functionsOf(state->checked);
  return state;
}

Expected<Check> Check::file(const std::string &path, const Options &options) {
  Expected<ptx::CheckOptions> translated = translate(options);
  if (!translated)
    return Failure{translated.error()};
  llvm::Expected<std::unique_ptr<ptx::SourceBuffer>> source = ptx::SourceBuffer::open(path);
  if (!source)
    return Failure{"cannot read `" + path + "`: " + llvm::toString(source.takeError())};
  return Check(checked(std::move(*source), *translated, options.threads));
}

Expected<Check> Check::text(std::string text, std::string name, const Options &options) {
  Expected<ptx::CheckOptions> translated = translate(options);
  if (!translated)
    return Failure{translated.error()};
  if (text.size() >= ptx::SourceBuffer::maxSize)
    return Failure{"the text has 4 GiB or more"};
  return Check(checked(ptx::SourceBuffer::fromString(std::move(text), std::move(name)), *translated,
                       options.threads));
}

Check::Check(std::unique_ptr<State> state) : state(std::move(state)) {}
Check::Check(Check &&) noexcept = default;
Check &Check::operator=(Check &&) noexcept = default;
Check::~Check() = default;

const std::vector<Diagnostic> &Check::diagnostics() const { return state->diagnostics; }
uint64_t Check::errors() const { return state->report.errors; }
uint64_t Check::warnings() const { return state->report.warnings; }

static std::string rendered(const State &state, ptx::OutputFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ptx::render(format, os, *state.source, state.report, {ptx::ColorMode::Never});
  return text;
}

std::string Check::reportText() const { return rendered(*state, ptx::OutputFormat::Text); }
std::string Check::reportJsonl() const { return rendered(*state, ptx::OutputFormat::Jsonl); }

std::string Check::version() const { return state->checked.sema->tables->platform.version.str(); }

std::vector<std::string_view> Check::targets() const {
  std::vector<std::string_view> names;
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
  for (const ptx::Symbol &symbol : state->checked.sema->tables->symbols.all())
    symbols.push_back(detail::describe(symbol));
  return symbols;
}

std::string_view Check::source() const { return detail::view(state->source->text()); }

Position Check::position(uint32_t offset) const {
  ptx::LineColumn place = state->source->lineColumn(offset);
  return {place.line, place.column};
}

static Failure syntaxError() { return {"the source has a syntax error"}; }

Expected<std::string> Check::formatted() const {
  if (!state->checked.module->isComplete())
    return syntaxError();
  std::string text;
  ptx::printLayout(*state->checked.module, text);
  return text;
}

Expected<std::string> Check::canonical() const {
  if (!state->checked.module->isComplete())
    return syntaxError();
  std::string text;
  ptx::Workers workers(state->threads);
  ptx::printCanonical(*state->checked.module, *state->checked.sema, text, &workers);
  return text;
}
