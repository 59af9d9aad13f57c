// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckFile.h"
#include "FileSettingsReader.h"
#include "Texts.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Output/RuleLinks.h"
#include "ptx/Lsp/MessageLoop.h"
#include "ptx/Lsp/Server.h"

#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::lsp::Logger;

/// The default for finding the pages of the rules.
static std::string rulePages(const CommandLine &line) {
  std::string named = line.rulePages();
  return named.empty() ? installedRulePages() : named;
}

static ExitCode lspTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(LspTool, arguments, streams, code);
  if (!line)
    return code;
  if (!line->inputs().empty())
    return usageError(streams, "ptx-lsp reads its messages from standard input and takes no file");
  llvm::Expected<unsigned> threads = line->threads();
  if (!threads)
    return usageError(streams, llvm::toString(threads.takeError()));
  Logger::setLogLevel(line->has(OPT_log) ? Logger::Level::Info : Logger::Level::Error);

  if (std::optional<llvm::StringRef> path = line->value(OPT_check_file)) {
    FileSettingsReader settings(*line);
    return checkFile(*path, settings, streams, *threads);
  }

  // Tests write messages between lines of dashes, and get readable answers.
  bool isTest = line->has(OPT_lit_test);
  auto style =
      isTest ? llvm::lsp::JSONStreamStyle::Delimited : llvm::lsp::JSONStreamStyle::Standard;
  (void)llvm::sys::ChangeStdinToBinary();
  auto input = std::make_unique<llvm::lsp::JSONTransportInputOverFile>(stdin, style);
  llvm::lsp::JSONTransport output(nullptr, streams.out, isTest);
  llvm::lsp::MessageHandler handler(output);
  FileSettingsReader settings(*line);
  Texts texts;
  lsp::Server server(handler, settings, texts, {toolVersion().str(), rulePages(*line), *threads});
  using Reading = MessageQueue::Reading;
  lsp::MessageLoop loop(std::move(input), output, handler,
                        isTest ? Reading::InTurn : Reading::Ahead);
  return loop.run([&] { server.publish(); }) ? ExitCode::Success : ExitCode::Findings;
}

int main(int argc, char **argv) { return runTool("ptx-lsp", lspTool, argc, argv); }
