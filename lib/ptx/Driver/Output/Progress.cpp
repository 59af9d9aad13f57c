// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/Progress.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace ptx;

/// Whether the terminal, if there is one, can erase a line.
static bool canErase() {
  const char *terminal = std::getenv("TERM");
  return terminal && *terminal && llvm::StringRef(terminal) != "dumb";
}

Progress::Progress(ToolStreams &streams, size_t files, bool sharesTerminal)
    : streams(streams), files(files), isOn(files && streams.err.is_displayed() && canErase() &&
                                           !(sharesTerminal && streams.out.is_displayed())) {
  if (isOn)
    due = Clock::now() + std::chrono::milliseconds(500);
}

void Progress::erase() {
  if (!isShown)
    return;
  streams.err << "\r\x1b[K";
  streams.err.flush();
  isShown = false;
}

void Progress::advance() {
  ++done;
  if (isOn && done != files && Clock::now() >= due)
    show(llvm::Twine(done) + " of " + llvm::Twine(files) + " files");
}

void Progress::tell(llvm::function_ref<std::string()> what) {
  if (tellsSteps() && Clock::now() >= due)
    show(what());
}

void Progress::show(const llvm::Twine &what) {
  streams.out.flush(); // earlier output must precede the line
  streams.err << "\r\x1b[K" << streams.tool << ": " << what;
  streams.err.flush();
  isShown = true;
  due = Clock::now() + std::chrono::milliseconds(100);
}
