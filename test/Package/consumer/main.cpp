// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An outside user of the library: parses one sound and one broken module.

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <cstdio>
#include <string>

/// Whether `text` parses without an error.
static bool parses(std::string text) {
  auto buffer = ptx::SourceBuffer::fromString(std::move(text), "module.ptx");
  ptx::DiagnosticList diagnostics;
  auto module = ptx::parseModule(*buffer, diagnostics);
  return module && !diagnostics.hasErrors();
}

int main() {
  const std::string header = ".version 8.0\n.target sm_80\n.address_size 64\n";
  if (!parses(header + ".visible .entry k()\n{\n    ret;\n}\n")) {
    std::puts("the sound module was rejected");
    return 1;
  }
  if (parses(header + ".visible .entry k()\n{\n    ret\n}\n")) {
    std::puts("the broken module was accepted");
    return 1;
  }
  return 0;
}
