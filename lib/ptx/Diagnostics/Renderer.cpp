// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Renderer.h"

#include "llvm/ADT/StringSwitch.h"

using namespace ptx;

std::optional<OutputFormat> ptx::findOutputFormat(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<OutputFormat>>(name)
      .Case("text", OutputFormat::Text)
      .Case("concise", OutputFormat::Concise)
      .Case("jsonl", OutputFormat::Jsonl)
      .Default(std::nullopt);
}

void ptx::render(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &buffer,
                 const Report &report, const RenderOptions &options) {
  switch (format) {
  case OutputFormat::Text:
    return renderText(os, buffer, report, options);
  case OutputFormat::Concise:
    return renderConcise(os, buffer, report);
  case OutputFormat::Jsonl:
    return renderJsonl(os, buffer, report);
  }
}
