// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are read as a litmus test, in PTX and in the dialect, with their condition; an error is
// a text that a terminal can show.

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Memory/Model/Events.h"
#include "ptx/Memory/Read/ConditionReader.h"
#include "ptx/Memory/Read/DialectReader.h"
#include "ptx/Memory/Read/PtxReader.h"
#include "ptx/Support/SourceBuffer.h"

#include <cstdio>
#include <cstdlib>

using namespace ptx;

static void look(llvm::Error error) {
  if (error.isA<IllegalModule>())
    return llvm::consumeError(std::move(error));
  std::string text = llvm::toString(std::move(error));
  // The tool prints an error as one line; what it quotes is of the input.
  if (text.size() > (1 << 20) || printable(text).empty() != text.empty()) {
    fprintf(stderr, "no text: %s\n", text.c_str());
    abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  auto source = SourceBuffer::fromString(text, "input.ptx");
  auto read = [](llvm::Expected<LitmusTest> test) {
    if (test)
      (void)questionText(*test);
    else
      look(test.takeError());
  };
  read(readDialect(text));
  read(readPtxLitmus(*source, /*needsCondition=*/true));
  LitmusTest test;
  test.addVariable("x");
  look(readCondition(text, test));
  return 0;
}
