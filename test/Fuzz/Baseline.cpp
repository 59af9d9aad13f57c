// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are a baseline or an error in one line, and what is read is printed and read again.

#include "ptx/Driver/Project/Baseline.h"
#include "ptx/Diagnostics/Writers/Printable.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>

using namespace ptx;

static std::string printed(llvm::StringRef text) {
  llvm::Expected<Baseline> baseline = Baseline::parse("baseline.json", text);
  std::string result;
  if (baseline) {
    llvm::raw_string_ostream os(result);
    baseline->print(os);
  } else if (std::string error = llvm::toString(baseline.takeError()); findUnprintable(error)) {
    fprintf(stderr, "no line: %s\n", error.c_str());
    abort();
  }
  return result;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string once = printed(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  if (!once.empty() && printed(once) != once) {
    fprintf(stderr, "another baseline: %s\n", once.c_str());
    abort();
  }
  return 0;
}
