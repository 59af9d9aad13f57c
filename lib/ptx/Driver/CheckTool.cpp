// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Check.h"
#include "ptx/Check/TensorMapInput.h"
#include "ptx/Driver/Baseline.h"
#include "ptx/Driver/CheckUsage.h"
#include "ptx/Driver/Configuration.h"
#include "ptx/Driver/FileSharing.h"
#include "ptx/Driver/FixFiles.h"
#include "ptx/Driver/Information.h"
#include "ptx/Driver/InputFiles.h"
#include "ptx/Driver/OperandList.h"
#include "ptx/Driver/PlatformOptions.h"
#include "ptx/Driver/ReportOutput.h"
#include "ptx/Driver/Requirements.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/VerifyMode.h"
#include "ptx/Inline/InlineCheck.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <new>

using namespace ptx;
using llvm::StringRef;

namespace {

/// One run of ptx-check.
class Checker {
public:
  Checker(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), configuration(line), output(line, streams) {}

  ExitCode run();

private:
  llvm::Error readOptions();
  llvm::Error readBaseline();
  /// What to check an input for, and after how many errors to stop showing more.
  struct InputOptions : CheckOptions {
    uint32_t shownErrors = 0;
  };
  llvm::Error applyCommandLine(InputOptions &options) const;
  std::vector<std::string> configure(llvm::ArrayRef<std::string> paths);
  /// What a file is read as.
  enum class Language { Module, StatementList, AsmTemplate, Cuda, Llvm, Mlir };
  /// A file that was checked, or the reason why it could not be.
  struct Checked {
    Checked(StringRef path, const InputOptions &options) : path(path), options(options) {}

    StringRef path;
    /// What to check it for, by its configuration and the command line.
    const InputOptions &options;
    std::unique_ptr<SourceBuffer> source;
    Language language = Language::Module;
    std::string error;
    Report report;
    GatedUses uses;
    Stats stats;
    /// Of the `asm` statements in it.
    InlineCounts statements;
    std::vector<StatementUses> statementUses;
    /// What fixes made of it; the report is about that text then, and about `source` otherwise.
    FixedText fixed;
    std::unique_ptr<SourceBuffer> fixedSource;

    const SourceBuffer &reported() const { return fixedSource ? *fixedSource : *source; }
    /// Whether statements of another language hold the PTX.
    bool isInline() const {
      return language == Language::Cuda || language == Language::Llvm || language == Language::Mlir;
    }
    /// What begins a comment of one line.
    StringRef commentSign() const { return language == Language::Llvm ? ";" : "//"; }
  };
  Language languageOf(const SourceBuffer &source) const;
  llvm::Expected<InputFiles> findInputs();
  Checked checkFile(StringRef path, const InputOptions &options, Workers &workers) const;
  void readAndCheck(Checked &checked, Workers &workers) const;
  Report check(const SourceBuffer &source, const CheckOptions &how, Checked &checked,
               Workers &workers) const;
  void fix(Checked &checked, Workers &workers) const;
  ExitCode finish(Checked &checked, FixWriter &fixWriter);
  void showRequirements(const Checked &checked);
  ExitCode show(const SourceBuffer &source, const Report &report);
  ExitCode finishBaseline();

  const CommandLine &line;
  ToolStreams &streams;
  /// Without what configurations say.
  InputOptions options;
  Configuration configuration;
  /// Of each input; inputs for which configurations say the same share them.
  std::vector<std::shared_ptr<const InputOptions>> inputOptions;
  std::optional<Baseline> known, toWrite;
  FixOptions fixOptions;
  VerifyMode verifyMode;
  std::optional<std::vector<AsmOperand>> operands;
  ReportOutput output;
  unsigned threads = 0;
};

} // namespace

/// Adds what is after the `W` of each warning option, in the order of the command line.
static llvm::Error addWarningFlags(const CommandLine &line, DiagnosticOptions &options) {
  for (const llvm::opt::Arg *arg : line.arguments().filtered(OPT_Warning_Group)) {
    if (arg->getOption().matches(OPT_w)) {
      options.noWarnings = true;
      continue;
    }
    std::string flag = arg->getSpelling().drop_front(StringRef("-W").size()).str();
    if (arg->getNumValues())
      flag += arg->getValue();
    if (llvm::Error error = options.addWarningFlag(flag))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Checker::readOptions() {
  llvm::Expected<VerifyMode> verifying = VerifyMode::read(line);
  if (!verifying)
    return verifying.takeError();
  verifyMode = std::move(*verifying);
  llvm::Expected<FixOptions> fixes = FixOptions::read(line);
  if (!fixes)
    return fixes.takeError();
  fixOptions = std::move(*fixes);
  // Texts and differences go to standard output, as reports of the other formats do.
  bool printsText = fixOptions.action == FixOptions::Action::Diff ||
                    (fixOptions.changesText() && llvm::is_contained(line.inputs(), "-"));
  if (printsText && output.format() != OutputFormat::Text)
    return llvm::createStringError("--diff, and --fix of standard input, go with "
                                   "--output-format=text alone");
  if (line.has(OPT_stdin_filename) && !llvm::is_contained(line.inputs(), "-"))
    return llvm::createStringError(
        "--stdin-filename names standard input, which is not read; add -");
  if (llvm::Error error = applyCommandLine(options))
    return error;
  if (llvm::Error error = readBaseline())
    return error;
  if (std::optional<StringRef> list = line.value(OPT_operands)) {
    if (options.kind != SourceKind::Fragment)
      return llvm::createStringError("--operands goes with --fragment");
    llvm::Expected<std::vector<AsmOperand>> known = parseOperands(*list);
    if (!known)
      return known.takeError();
    operands = std::move(*known);
  }
  llvm::Expected<unsigned> wanted = line.threads();
  if (!wanted)
    return wanted.takeError();
  threads = *wanted;
  return llvm::Error::success();
}

/// Reads the baseline, or prepares the one to write.
llvm::Error Checker::readBaseline() {
  if (std::optional<StringRef> path = line.value(OPT_write_baseline))
    toWrite.emplace(*path);
  std::optional<StringRef> path = line.value(OPT_baseline);
  if (!path)
    return llvm::Error::success();
  llvm::Expected<Baseline> baseline = Baseline::read(*path);
  if (!baseline)
    return baseline.takeError();
  known = std::move(*baseline);
  return llvm::Error::success();
}

/// Applies what the command line says to `options`, over what is there.
llvm::Error Checker::applyCommandLine(InputOptions &options) const {
  options.kind = line.sourceKind();
  options.split = line.has(OPT_split_input_file);
  options.syntaxOnly = line.has(OPT_syntax_only);
  options.sema.recordsUses = line.has(OPT_requirements);
  if (line.has(OPT_requirements)) { // of the code, whatever platform and project say
    options.sema.targets.clear();
    options.sema.version.reset();
    options.bans.clear();
  }
  if (line.has(OPT_ptxas_compat))
    options.diagnostics.ptxasCompat = true;
  if (line.has(OPT_final_))
    options.diagnostics.isFinal = true;
  if (llvm::Error error = readPlatformOptions(line, options.sema))
    return error;
  if (llvm::Error error = addWarningFlags(line, options.diagnostics))
    return error;
  llvm::Expected<std::optional<uint32_t>> limit = line.number(OPT_error_limit);
  if (!limit)
    return limit.takeError();
  if (*limit)
    options.diagnostics.errorLimit = **limit;
  if (line.has(OPT_statistics))
    options.diagnostics.errorLimit = 0;
  options.shownErrors = options.diagnostics.errorLimit;
  // What is known, or expected, does not count.
  for (OptionId id : {OPT_verify, OPT_update_expected, OPT_baseline, OPT_write_baseline})
    if (line.has(id))
      options.diagnostics.errorLimit = 0;
  return llvm::Error::success();
}

/// Works out the options of each input. Returns what is wrong with the configurations.
std::vector<std::string> Checker::configure(llvm::ArrayRef<std::string> paths) {
  std::map<std::vector<Configuration::Applied>, std::shared_ptr<const InputOptions>> known;
  for (const std::string &path : paths) {
    std::vector<Configuration::Applied> sections = configuration.sectionsFor(line.nameOf(path));
    std::shared_ptr<const InputOptions> &found = known[sections];
    if (!found) {
      auto own = std::make_shared<InputOptions>();
      Configuration::apply(sections, *own);
      llvm::cantFail(applyCommandLine(*own)); // which has been tried
      own->tensorMaps = options.tensorMaps;
      found = std::move(own);
    }
    inputOptions.push_back(found);
  }
  return configuration.takeProblems();
}

ExitCode Checker::run() {
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  llvm::Expected<InputFiles> files = findInputs();
  if (!files)
    return usageError(streams, llvm::toString(files.takeError()));
  if (std::optional<StringRef> path = line.value(OPT_tensor_maps)) {
    llvm::Expected<TensorMapFile> file = readTensorMapFile(*path);
    if (!file)
      return streams.unusable(llvm::toString(file.takeError()));
    options.tensorMaps = std::make_shared<TensorMapSource>(path->str(), std::move(*file));
  }

  if (std::vector<std::string> problems = configure(files->paths); !problems.empty()) {
    for (const std::string &problem : problems)
      streams.unusable(problem);
    return ExitCode::Unusable;
  }

  ExitCode code = ExitCode::Success;
  for (const InputFiles::Unusable &input : files->unusable) {
    output.writer().addUnreadable(input.folder, input.reason);
    code = streams.unusable(input.reason);
  }
  Stats total;
  InlineCounts statements;
  FixWriter fixWriter(fixOptions.action, streams);
  Workers workers(threads);
  shareFiles<Checked>(
      workers, files->paths.size(),
      [&](size_t i, Workers &own) { return checkFile(files->paths[i], *inputOptions[i], own); },
      [&](Checked checked) {
        checked.stats.time(Phase::Report, [&] { code = worst(code, finish(checked, fixWriter)); });
        total.add(checked.stats);
        statements.add(checked.statements);
        return !streams.outputLost();
      });
  code = output.finish(code);
  fixWriter.printSummary();
  code = worst(code, finishBaseline());
  if (line.has(OPT_stats))
    total.print(streams.err, workers.count());
  if (line.has(OPT_stats) && statements.found)
    statements.print(streams.err);
  if (code == ExitCode::Findings && line.has(OPT_exit_zero))
    return ExitCode::Success;
  return code;
}

/// Writes the baseline, or tells what of it is not found any more.
ExitCode Checker::finishBaseline() {
  if (toWrite)
    if (llvm::Error error = toWrite->write())
      return streams.unusable(llvm::toString(std::move(error)));
  if (known)
    for (const std::string &text : known->stale())
      streams.err << streams.tool << ": note: " << text << '\n';
  return ExitCode::Success;
}

Checker::Checked Checker::checkFile(StringRef path, const InputOptions &options,
                                    Workers &workers) const {
  FileInProgress inProgress(path);
  Checked checked(path, options);
  try {
    readAndCheck(checked, workers);
  } catch (const std::bad_alloc &) {
    checked.source.reset();
    checked.report = {};
    checked.error = "out of memory";
  }
  return checked;
}

/// The files that the command line names, and those of a compilation database.
llvm::Expected<InputFiles> Checker::findInputs() {
  llvm::Expected<FileSelection> selection =
      FileSelection::make(line.has(OPT_inline_), line.values(OPT_include_));
  if (!selection)
    return selection.takeError();
  configuration.exclude(*selection);
  InputFiles files = collectInputs(line.inputs(), *selection);
  for (const std::string &folder : line.values(OPT_p)) {
    llvm::Expected<std::vector<std::string>> sources = compiledSources(folder);
    if (!sources)
      return sources.takeError();
    llvm::append_range(files.paths, *sources);
  }
  if (line.inputs().empty() && !line.has(OPT_p))
    return llvm::createStringError("no input; name files or folders, or - for standard input");
  return files;
}

Checker::Language Checker::languageOf(const SourceBuffer &source) const {
  std::optional<StringRef> language = line.value(OPT_language);
  bool byExtension = !language && options.kind == SourceKind::Module;
  if (byExtension ? isCppSource(source.name()) : language == "cuda")
    return Language::Cuda;
  if (byExtension ? isLlvmSource(source.name()) : language == "llvm")
    return Language::Llvm;
  if (byExtension ? isMlirSource(source.name()) : language == "mlir")
    return Language::Mlir;
  if (options.kind == SourceKind::Module)
    return Language::Module;
  // Only the template of an `asm` statement has this.
  return operands || source.text().contains("%%") ? Language::AsmTemplate : Language::StatementList;
}

void Checker::readAndCheck(Checked &checked, Workers &workers) const {
  const CheckOptions &options = checked.options;
  checked.stats.time(Phase::Read, [&] {
    if (auto source = SourceBuffer::open(checked.path, &workers, line.nameOf("-")))
      checked.source = std::move(*source);
    else
      checked.error = llvm::toString(source.takeError());
  });
  if (!checked.source)
    return;
  checked.stats.addFile(checked.source->text().size());
  checked.language = languageOf(*checked.source);
  checked.report = check(*checked.source, options, checked, workers);
  if (fixOptions.changesText())
    fix(checked, workers);
}

/// What there is to report of `source`, which is in the language of `checked`.
Report Checker::check(const SourceBuffer &source, const CheckOptions &how, Checked &checked,
                      Workers &workers) const {
  CheckRun run{workers, checked.stats, &checked.uses};
  auto checkStatements = [&](const SourceBuffer &text, std::vector<AsmStatement> statements) {
    InlineResult result = checkInline(text, std::move(statements), how, run);
    checked.statements.add(result.counts);
    checked.statementUses = std::move(result.uses);
    return std::move(result.report);
  };
  auto checkTemplate = [&](const SourceBuffer &text) {
    return checkStatements(text, {wholeStatement(text, operands)});
  };
  switch (checked.language) {
  case Language::Module:
  case Language::StatementList:
    return checkSource(source, how, run);
  case Language::AsmTemplate:
    return how.split ? checkParts(source, checkTemplate) : checkTemplate(source);
  case Language::Cuda:
    return checkStatements(source, findAsmStatements(source));
  case Language::Llvm:
    return checkStatements(source, findLlvmAsm(source));
  case Language::Mlir:
    return checkStatements(source, findMlirAsm(source));
  }
  llvm_unreachable("all languages are above");
}

/// Applies the fixes that are wanted, and checks what they make of the text.
void Checker::fix(Checked &checked, Workers &workers) const {
  const Report &found = checked.report;
  bool hasFix = llvm::any_of(found.diagnostics, [&](const Diagnostic &d) {
    return fixOptions.selection.fixOf(d) != nullptr;
  });
  checked.fixed.text = checked.source->text();
  if (!hasFix && found.errorsNotShown + found.warningsNotShown == 0)
    return;
  CheckOptions all = checked.options;
  all.diagnostics.errorLimit = 0;
  InlineCounts counts = checked.statements;
  auto checkAll = [&](const SourceBuffer &text) { return check(text, all, checked, workers); };
  checked.fixed = applyFixes(*checked.source, fixOptions.selection, checkAll);
  if (checked.fixed.applied != 0) {
    checked.fixedSource =
        SourceBuffer::fromString(checked.fixed.text, checked.source->name().str());
    checked.report = check(*checked.fixedSource, checked.options, checked, workers);
  }
  checked.statements = counts; // not of each check
}

ExitCode Checker::finish(Checked &checked, FixWriter &fixWriter) {
  if (!checked.source) {
    output.writer().addUnreadable(checked.path, checked.error);
    return streams.unusable("cannot read `" + checked.path + "`: " + checked.error);
  }
  if (line.has(OPT_requirements))
    showRequirements(checked);
  if (line.has(OPT_requirements) && !checked.report.errors)
    return ExitCode::Success;
  if (verifyMode.isOn())
    return verifyMode.finish(checked.path, *checked.source, checked.report, checked.commentSign(),
                             streams);
  StringRef name = line.nameOf(checked.path);
  if (toWrite) {
    toWrite->add(name, *checked.source, checked.report);
    return ExitCode::Success;
  }
  if (known) {
    known->hideKnown(name, *checked.source, checked.report);
    limitReport(checked.report, checked.options.shownErrors);
  }
  ExitCode code = ExitCode::Success;
  if (fixOptions.changesText())
    code = fixWriter.write(checked.path, *checked.source, checked.fixed);
  if (fixOptions.action == FixOptions::Action::Diff || code == ExitCode::Unusable)
    return code;
  return worst(code, show(checked.reported(), checked.report));
}

void Checker::showRequirements(const Checked &checked) {
  bool ptxasCompat = checked.options.diagnostics.ptxasCompat;
  if (checked.isInline())
    printRequirements(output.format(), output.results(), *checked.source, checked.statementUses,
                      ptxasCompat);
  else if (!checked.report.errors) // of a module with an error it is not known
    printRequirements(output.format(), output.results(), *checked.source, checked.uses,
                      requirementsOf(checked.uses, ptxasCompat));
  output.flush(); // before errors
}

ExitCode Checker::show(const SourceBuffer &source, const Report &report) {
  output.writer().add(source, report);
  output.flush();
  return report.errors ? ExitCode::Findings : ExitCode::Success;
}

ExitCode ptx::checkTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(CheckTool, arguments, streams, code);
  if (!line)
    return code;
  if (llvm::Error error = checkUsage(*line))
    return usageError(streams, llvm::toString(std::move(error)));
  if (line->has(OPT_show_config))
    return showConfiguration(*line, streams);
  if (std::optional<ExitCode> answered = answerQuestion(*line, streams))
    return *answered;
  return Checker(*line, streams).run();
}
