// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are read as a configuration, and each fault is one line that names the file.

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Project/ConfigurationReader.h"

#include <cstdio>
#include <cstdlib>

/// LLVM's library is not sanitized: what this program has compiled of its arenas forbids memory
/// which the library then hands out.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  ConfigurationFile file;
  file.path = "input.yml";
  std::vector<std::string> problems;
  readConfiguration(llvm::StringRef(reinterpret_cast<const char *>(data), size), file, problems);
  for (llvm::StringRef problem : problems)
    if (!problem.starts_with("input.yml:") || problem.contains('\n') || findUnprintable(problem)) {
      fprintf(stderr, "no line about the file: %s\n", problem.str().c_str());
      abort();
    }
  CheckOptions options;
  Configuration::apply({{&file.general, &file}}, options);
  return 0;
}
