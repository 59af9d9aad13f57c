// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any lines are read as the arguments of each tool.

#include "ptx/Driver/Options/CommandLine.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::vector<std::string> words;
  for (llvm::StringRef word : llvm::split(text, '\n'))
    words.push_back(word.take_until([](char c) { return c == '\0'; }).str());
  std::vector<const char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(word.c_str());
  for (Tool tool : {CheckTool, FmtTool, DumpTool, LayoutTool, LspTool, LitmusTool}) {
    llvm::Expected<CommandLine> line = CommandLine::parse(tool, arguments);
    if (!line && llvm::toString(line.takeError()).empty())
      abort();
    if (line)
      (void)line->inputs();
  }
  return 0;
}
