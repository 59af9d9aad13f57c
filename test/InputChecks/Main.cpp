// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-input-checks [--split-input-file] FILE...
//
// The checks that the lit suite runs on every PTX file of a test, unasked: the properties of lexer,
// parser, printer, canonical spelling and fixes, and equality with ANTLR's own parser where its run
// time is. Inputs with syntax errors are fine. Exit code 1 with an explanation if an input fails a
// check, 2 if it cannot be read.

#include "Properties.h"
#ifdef PTX_TEST_STOCK
#include "StockParser.h"
#endif

#include "ptx/Check/SplitInput.h"

#include "llvm/Support/raw_ostream.h"

#include <vector>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

static bool check(StringRef text, const std::string &name) {
  auto source = SourceBuffer::fromString(text.str(), name);
  bool sound = true;
  for (const Problem &problem :
       {checkLexer(*source), checkParser(*source), checkRoundTrip(*source), checkKeptLines(*source),
        checkMeaning(*source), checkCanonical(*source), checkFixes(*source),
#ifdef PTX_TEST_STOCK
        compareWithStock(*source)
#endif
       })
    if (!problem.empty()) {
      llvm::errs() << name << ": " << problem << '\n';
      sound = false;
    }
  return sound;
}

int main(int argc, char **argv) {
  bool split = false, sound = true;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--split-input-file") {
      split = true;
      continue;
    }
    llvm::Expected<std::unique_ptr<SourceBuffer>> file = SourceBuffer::open(argument);
    if (!file) {
      llvm::errs() << argument << ": " << llvm::toString(file.takeError()) << '\n';
      return 2;
    }
    if (!split) {
      sound &= check((*file)->text(), argument.str());
      continue;
    }
    unsigned part = 0;
    for (SourceRange range : splitInput((*file)->text()))
      sound &= check((*file)->text(range), (argument + ", part " + llvm::Twine(++part)).str());
  }
  return sound ? 0 : 1;
}
