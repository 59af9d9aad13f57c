// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Check.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/ReportWriter.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Options/PtxasCommandLine.h"
#include "ptx/Driver/Output/CanonicalText.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Isa/Reference/PlatformNames.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace ptx;
using llvm::StringRef;

namespace {

/// The definitions of a module.
struct Definitions {
  explicit Definitions(const SemaResult::Tables &tables);

  std::optional<PtxVersion> version;
  std::vector<std::string> entries;
  /// Functions and variables that are visible to other modules; each name must be defined only
  /// once.
  std::vector<std::string> visible;
  /// Functions that `ptxas` cannot make linkable: they have a parameter or result that the calling
  /// convention does not pass.
  std::vector<std::string> unlinkable;
};

/// One run of ptx-verify.
class VerifyRun {
public:
  VerifyRun(const PtxasCommandLine &line, ToolStreams &streams);

  ExitCode run();

private:
  ExitCode fatal(const llvm::Twine &text) { return say("fatal", "error", text); }
  ExitCode say(StringRef ptxasWord, StringRef word, const llvm::Twine &text);
  llvm::Error readOptions();
  llvm::Error readRelease();
  llvm::Error readGpu();
  llvm::Error readGpu(StringRef name);
  llvm::Error readMode();
  void printVersions();
  void printArchitectures();
  ExitCode checkInputs();
  ExitCode check(const SourceBuffer &source);
  ExitCode checkDefinitions(StringRef name, const Definitions &found);
  ExitCode checkEntries();
  bool overwritesInput() const;
  ExitCode writeOutput();

  const PtxasCommandLine &line;
  ToolStreams &streams;
  OutputFormat format = OutputFormat::Ptxas;
  const ReleaseInfo *release = nullptr;
  /// Whether `ptxas` would generate code, not only parse the module.
  bool makesCode = true;
  CheckOptions options;
  std::unique_ptr<ReportWriter> writer;
  Workers workers{0, prepareHeapOfThread};
  llvm::StringSet<> entries;
  /// The defining input for each name.
  llvm::StringMap<std::string> defined;
  std::string canonical;
};

} // namespace

VerifyRun::VerifyRun(const PtxasCommandLine &line, ToolStreams &streams)
    : line(line), streams(streams) {
  if (std::optional<StringRef> name = line.value(PTXAS_message_format))
    format = *findOutputFormat(*name); // the parser checked it
}

/// Writes a message without a location in an input, in the requested format.
ExitCode VerifyRun::say(StringRef ptxasWord, StringRef word, const llvm::Twine &text) {
  std::string message = printable(text.str());
  if (format == OutputFormat::Ptxas)
    streams.err << "ptxas " << llvm::left_justify(ptxasWord, 8) << ": " << message << '\n';
  else
    streams.err << streams.tool << ": " << word << ": " << message << '\n';
  return ExitCode::Unusable;
}

//===-- Options -------------------------------------------------------------------------------===//

llvm::Error VerifyRun::readRelease() {
  // A link can have a name like `ptx-verify-12.9`, for programs that pass neither options nor
  // environment variables.
  StringRef name = streams.tool;
  if (!name.consume_front("ptx-verify-"))
    name = "";
  if (const char *fromEnvironment = std::getenv("PTX_VERIFY_RELEASE"))
    name = fromEnvironment;
  name = line.value(PTXAS_release).value_or(name);
  if (name.empty()) {
    release = &allReleases().back();
    return llvm::Error::success();
  }
  llvm::Expected<const ReleaseInfo *> found = ptx::readRelease(name);
  if (!found)
    return found.takeError();
  release = *found;
  return llvm::Error::success();
}

/// Reads `-arch`: `sm_90`, `compute_90` if no code is generated, `lto_90`.
llvm::Error VerifyRun::readGpu() {
  // Each value must be valid; the last one is used.
  std::vector<std::string> names = line.values(PTXAS_gpu_name);
  if (names.empty())
    names.push_back(info(release->defaultTarget).name.str());
  for (StringRef name : names)
    if (llvm::Error error = readGpu(name))
      return error;
  return llvm::Error::success();
}

llvm::Error VerifyRun::readGpu(StringRef name) {
  StringRef number = name;
  bool isLinked = number.consume_front("lto_");
  makesCode = !number.consume_front("compute_");
  number.consume_front("sm_");
  std::optional<TargetId> gpu = findTarget(("sm_" + number).str());
  if (!gpu || number == name || !makesCodeFor(*release, *gpu))
    return llvm::createStringError("Value '" + name + "' is not defined for option 'gpu-name'");
  if (isLinked && info(*gpu).variant == TargetVariant::Architecture)
    return llvm::createStringError("Unsupported gpu architecture '" + name + "'");
  options.sema.gpu = gpu;
  return llvm::Error::success();
}

/// Reads the options for the kind of program.
llvm::Error VerifyRun::readMode() {
  if (std::optional<StringRef> bits = line.value(PTXAS_machine)) {
    bool isNarrow = bits->trim() == "32" && release->narrowAddresses;
    if (*bits != "64" && !isNarrow)
      return llvm::createStringError("Value '" + *bits + "' is not defined for option 'machine'");
  }
  StringRef level = line.value(PTXAS_opt_level).value_or("0");
  if (line.has(PTXAS_device_debug) && level != "0")
    return llvm::createStringError("Optimized debugging not supported");
  if (line.value(PTXAS_emit) == "canonical" &&
      (!line.has(PTXAS_output_file) ||
       line.inputs().size() + line.values(PTXAS_input_as_string).size() != 1))
    return llvm::createStringError("--emit=canonical takes one input, and --output-file");
  return llvm::Error::success();
}

llvm::Error VerifyRun::readOptions() {
  if (llvm::Error error = readGpu())
    return error;
  if (llvm::Error error = readMode())
    return error;
  DiagnosticOptions &diagnostics = options.diagnostics;
  options.sema.consumer = {release, /*isDriver=*/false};
  diagnostics.ptxasCompat = true;
  diagnostics.isFinal = makesCode;
  diagnostics.errorLimit = 0;
  diagnostics.noWarnings = line.has(PTXAS_disable_warnings);
  // `-arch` determines the valid targets of the module.
  llvm::cantFail(diagnostics.addWarningFlag("no-dropped-target"));
  if (line.has(PTXAS_compile_only) || line.has(PTXAS_whole_program))
    llvm::cantFail(diagnostics.addWarningFlag("no-unresolved-function"));
  bool isStrict = line.has(PTXAS_warning_as_error) && !diagnostics.noWarnings;
  if (isStrict)
    llvm::cantFail(diagnostics.addWarningFlag("error=ptxas-warns"));
  if (line.has(PTXAS_warn_double))
    llvm::cantFail(
        diagnostics.addWarningFlag(isStrict ? "error=double-precision" : "double-precision"));
  return llvm::Error::success();
}

/// In the format of `ptxas`, which programs parse.
void VerifyRun::printVersions() {
  printVersion(streams.out, streams.tool);
  streams.out << "Cuda compilation tools, release " << release->cuda << ", V" << release->cuda
              << ".0\n";
}

//===-- Checking ------------------------------------------------------------------------------===//

static bool hasNarrowParameter(const Symbol &function) {
  bool isAny = false;
  forEachParameter({*function.unit, (*function.unit)[function.function]},
                   [&](const Symbol &each) { isAny |= isNarrowParameter(each); });
  return isAny;
}

Definitions::Definitions(const SemaResult::Tables &tables) : version(tables.header.version) {
  for (const Symbol &symbol : tables.symbols.all()) {
    if (symbol.kind == SymbolKind::Entry)
      entries.push_back(symbol.name.str());
    bool isDefined = symbol.isFunction() ? (*symbol.unit)[symbol.function].hasBody()
                                         : symbol.kind == SymbolKind::Variable;
    if (symbol.linkage == Linkage::Visible && isDefined)
      visible.push_back(symbol.name.str());
    if (symbol.kind == SymbolKind::Function && isDefined && hasNarrowParameter(symbol))
      unlinkable.push_back(symbol.name.str());
  }
}

/// Checks the errors that `ptxas` reports for a valid module during code generation.
ExitCode VerifyRun::checkDefinitions(StringRef name, const Definitions &found) {
  constexpr PtxVersion firstLinked{3, 1};
  if (makesCode && line.has(PTXAS_compile_only) && found.version && *found.version < firstLinked)
    return fatal("'Compile only(-c)' requires PTX ISA .version " + firstLinked.str() + " or later");
  for (const std::string &entry : found.entries)
    entries.insert(entry);
  ExitCode code = ExitCode::Success;
  if (makesCode && line.has(PTXAS_compile_only))
    for (const std::string &function : found.unlinkable)
      code =
          fatal("function '" + function + "' has a parameter or a result of 8 or 16 bits, or a " +
                "predicate, which cannot be passed");
  for (const std::string &symbol : found.visible) {
    auto [other, isNew] = defined.try_emplace(symbol, name.str());
    if (!isNew && other->second != name)
      code = fatal("Duplicate definition of '" + symbol + "', in '" + other->second + "' and in '" +
                   name + "'");
  }
  return code;
}

ExitCode VerifyRun::check(const SourceBuffer &source) {
  Stats stats;
  CheckedSource checked =
      checkPasses(source, options, {workers.forBytes(source.text().size()), stats}, Trees::Dropped);
  Report report = reportOn(checked, std::move(checked.diagnostics), options);
  writer->add(source, report);
  streams.err.flush();
  if (report.errors)
    return ExitCode::Findings;
  if (line.value(PTXAS_emit) == "canonical") {
    DiagnosticList diagnostics;
    printCanonical(source, SourceKind::Module, diagnostics, canonical, workers);
  }
  return checkDefinitions(source.name(), Definitions(*checked.sema->tables));
}

/// In the format of `ptxas`: the numbers of the targets without suffix.
void VerifyRun::printArchitectures() {
  for (const TargetInfo &target : allTargets()) {
    StringRef number = target.name;
    if (number.consume_front("sm_") && llvm::all_of(number, llvm::isDigit) &&
        makesCodeFor(*release, target.id))
      streams.out << number << '\n';
  }
}

/// Whether the output is also an input.
bool VerifyRun::overwritesInput() const {
  std::optional<StringRef> path = line.value(PTXAS_output_file);
  llvm::sys::fs::UniqueID output, input;
  return path && !llvm::sys::fs::getUniqueID(*path, output) &&
         llvm::any_of(line.inputs(), [&](const std::string &name) {
           return name != "-" && !llvm::sys::fs::getUniqueID(name, input) && input == output;
         });
}

ExitCode VerifyRun::checkInputs() {
  ExitCode code = ExitCode::Success;
  for (const std::string &path : line.inputs()) {
    FileInProgress inProgress(path);
    llvm::Expected<std::unique_ptr<SourceBuffer>> source =
        SourceBuffer::open(path, &workers, "<stdin>", prepareHeapFor);
    if (source) {
      code = worst(code, check(**source));
      continue;
    }
    writer->addUnreadable(path, llvm::toString(source.takeError()));
    code = ExitCode::Unusable;
  }
  for (const std::string &text : line.values(PTXAS_input_as_string))
    code = worst(code, check(*SourceBuffer::fromString(text, "application ptx input")));
  return code;
}

ExitCode VerifyRun::checkEntries() {
  for (StringRef name : line.list(PTXAS_entry))
    if (!entries.contains(name))
      return fatal("Unknown function " + name);
  return ExitCode::Success;
}

ExitCode VerifyRun::writeOutput() {
  std::optional<StringRef> path = line.value(PTXAS_output_file);
  if (!path || !makesCode)
    return ExitCode::Success;
  if (overwritesInput())
    return fatal("Output file '" + *path + "' is an input");
  if (llvm::Error error = writeFile(*path, canonical)) {
    llvm::consumeError(std::move(error));
    return fatal("Output file '" + *path + "' could not be opened");
  }
  return ExitCode::Success;
}

ExitCode VerifyRun::run() {
  if (llvm::Error error = readRelease())
    return fatal(llvm::toString(std::move(error)));
  if (line.has(PTXAS_help)) {
    printPtxasHelp(streams.out, *release);
    return ExitCode::Success;
  }
  if (line.has(PTXAS_version)) {
    printVersions();
    return ExitCode::Success;
  }
  if (line.has(PTXAS_list_version)) {
    for (PtxVersion version : allVersions())
      if (version <= release->version)
        streams.out << version.str() << '\n';
    return ExitCode::Success;
  }
  if (line.has(PTXAS_list_arch)) {
    printArchitectures();
    return ExitCode::Success;
  }
  if (llvm::Error error = readOptions())
    return fatal(llvm::toString(std::move(error)));
  if (line.inputs().empty() && !line.has(PTXAS_input_as_string)) {
    printPtxasHelp(streams.out, *release);
    return ExitCode::Success;
  }
  for (const std::string &text : line.warnings())
    if (!options.diagnostics.noWarnings)
      say("warning", "warning", text);
  for (const std::string &text : line.notDone())
    say("info", "note", text);
  bool isOfCompiler = format == OutputFormat::Ptxas || format == OutputFormat::Text;
  writer = makeReportWriter(format, isOfCompiler ? streams.err : streams.out,
                            {RenderOptions(), streams.tool, toolVersion()});
  ExitCode code = checkInputs();
  writer->finish();
  if (code == ExitCode::Success)
    code = checkEntries();
  return code == ExitCode::Success ? writeOutput() : code;
}

ExitCode ptx::verifyTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  prepareHeap();
  llvm::Expected<PtxasCommandLine> line = PtxasCommandLine::parse(arguments);
  if (line)
    return VerifyRun(*line, streams).run();
  streams.err << "ptxas fatal   : " << printable(llvm::toString(line.takeError())) << '\n';
  return ExitCode::Unusable;
}
