// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools/DebugAdapter.h"

#include "ptx/Debug/Adapter.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Driver/Tools/RunRequest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Program.h"

#include <cstdio>

using namespace ptx;
using execution::CompleteLaunch;
using execution::Launch;
using execution::RunResult;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

/// The launch of a `launch` request.
class LaunchOfClient : public debug::Debuggee {
public:
  LaunchOfClient(RunModule module, RunRequest request, CompleteLaunch launch, std::string path)
      : module(std::move(module)), request(std::move(request)), launch(std::move(launch)),
        absolute(std::move(path)) {}

  const CheckedSource &checked() const override { return module.checked; }
  StringRef path() const override { return absolute; }
  bool isStrict() const override { return request.options.isStrict; }
  int run(execution::Inspector &inspector, llvm::function_ref<void(StringRef)> tell) override;

private:
  RunModule module;
  RunRequest request;
  CompleteLaunch launch;
  std::string absolute;
};

} // namespace

int LaunchOfClient::run(execution::Inspector &inspector, llvm::function_ref<void(StringRef)> tell) {
  request.options.inspector = &inspector;
  // The arrays are changed without a copy, since a launch is executed once.
  RunResult result = execution::run(module.checked, std::move(launch), request.options);
  std::string text;
  llvm::raw_string_ostream os(text);
  ExitCode code = result.findings.hasErrors() ? ExitCode::Findings : ExitCode::Success;
  os << result.printed;
  for (const std::string &problem : result.problems) {
    os << "error: " << problem << '\n';
    code = ExitCode::Unusable;
  }
  for (const std::string &reason : result.notFollowed)
    os << "not followed: " << reason << '\n';
  if (!result.notFollowed.empty() && code == ExitCode::Success)
    code = ExitCode::NotDecided;
  for (const Diagnostic &diagnostic : result.findings.items())
    os << "line " << module.source->lineColumn(diagnostic.range.begin).line << ": "
       << diagnostic.message << " [" << codeText(diagnostic.id) << "]\n";
  if (result.isComputed())
    request.writeResults(result, os, [&](const llvm::Twine &problem) {
      os << "error: " << problem << '\n';
      code = ExitCode::Unusable;
    });
  tell(text);
  return static_cast<int>(code);
}

/// A value as on the command line: `2,1,1` of `[2, 1, 1]`.
static std::string wordOf(const json::Value &value) {
  if (std::optional<StringRef> text = value.getAsString())
    return text->str();
  const json::Array *list = value.getAsArray();
  std::string text;
  if (!list)
    llvm::raw_string_ostream(text) << value;
  else
    for (const json::Value &part : *list)
      text += (text.empty() ? "" : ",") + wordOf(part);
  return text;
}

/// The options of ptx-run for the members of a `launch` request. Those of the client itself, such
/// as `name`, are left out.
static std::vector<std::string> optionsOf(const json::Object &arguments) {
  std::vector<std::string> words;
  for (auto [member, option] :
       {std::pair("entry", "--entry="), std::pair("grid", "--grid="),
        std::pair("block", "--block="), std::pair("cluster", "--cluster="),
        std::pair("dynamic_shared", "--dynamic-shared="), std::pair("seed", "--seed=")})
    if (const json::Value *value = arguments.get(member))
      words.push_back(option + wordOf(*value));
  for (auto [member, option] : {std::pair("args", "--arg="), std::pair("out", "--out=")})
    if (const json::Object *list = arguments.getObject(member))
      for (const auto &[name, value] : *list)
        words.push_back(option + name.str() + "=" + wordOf(value));
  for (auto [member, option] : {std::pair("print", "--print="), std::pair("options", "")})
    if (const json::Array *list = arguments.getArray(member))
      for (const json::Value &value : *list)
        words.push_back(option + wordOf(value));
  return words;
}

/// The launch that a request describes, or else the first one in the comments of the module.
static llvm::Expected<CompleteLaunch> launchOf(RunRequest &request, const RunModule &module) {
  Launch launch = std::move(request.launch);
  if (!request.hasLaunch) {
    llvm::Expected<std::vector<Launch>> comments =
        execution::readLaunchComments(module.source->text());
    if (!comments)
      return comments.takeError();
    if (!comments->empty())
      launch = std::move(comments->front());
  }
  return execution::completeLaunch(std::move(launch), module.checked);
}

/// Reads the module and the arrays of a `launch` request.
static llvm::Expected<std::unique_ptr<debug::Debuggee>> load(const json::Object &arguments) {
  std::optional<StringRef> program = arguments.getString("program");
  if (!program)
    return llvm::createStringError("the launch has no `program`, the path of a module");
  if (std::optional<StringRef> folder = arguments.getString("cwd"))
    if (std::error_code error = llvm::sys::fs::set_current_path(*folder))
      return llvm::createStringError("cannot use the folder `" + *folder + "`: " + error.message());
  std::vector<std::string> words = optionsOf(arguments);
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  llvm::Expected<CommandLine> line = CommandLine::parse(RunTool, pointers);
  if (!line)
    return line.takeError();
  llvm::Expected<RunRequest> request = RunRequest::read(*line);
  if (!request)
    return request.takeError();
  llvm::Expected<RunModule> module = RunModule::read(*program);
  if (!module)
    return module.takeError();
  for (const Diagnostic &diagnostic : module->checked.diagnostics.items())
    if (diagnostic.severity >= Severity::Error)
      return llvm::createStringError(
          *program + ":" + llvm::Twine(module->source->lineColumn(diagnostic.range.begin).line) +
          ": " + diagnostic.message + " [" + codeText(diagnostic.id) + "]");
  llvm::Expected<CompleteLaunch> launch = launchOf(*request, *module);
  if (!launch)
    return launch.takeError();
  llvm::SmallString<128> path(*program);
  if (std::error_code error = llvm::sys::fs::make_absolute(path))
    return llvm::createStringError(error.message());
  return std::make_unique<LaunchOfClient>(std::move(*module), std::move(*request),
                                          std::move(*launch), path.str().str());
}

ExitCode ptx::runDebugAdapter(const CommandLine &line, ToolStreams &streams) {
  if (!line.inputs().empty())
    return usageError(streams,
                      "--debug-adapter reads its messages from standard input and takes no "
                      "file");
  (void)llvm::sys::ChangeStdinToBinary();
  debug::MessageStream stream(stdin, streams.out);
  debug::Adapter(stream, load).run();
  return ExitCode::Success;
}
