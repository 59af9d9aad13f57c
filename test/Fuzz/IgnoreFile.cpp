// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are a line of a .gitignore and a path. Where neither has a slash, it matches as fnmatch
// says.

#include "ptx/Driver/Project/IgnoreFiles.h"

#include <cstdio>
#include <cstdlib>
#include <fnmatch.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ptx;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  if (text.contains('\0'))
    return 0;
  auto [line, path] = text.split('\n');
  IgnorePattern pattern(line);
  if (pattern.isEmpty())
    return 0;
  bool matches = pattern.matches(path, /*isFolder=*/true);
  // What fnmatch takes grows with the power of the number of stars. A class with a name in a set
  // that is not closed, such as `[[:t:]`, is no match for it, and characters here.
  bool isPlain = !text.contains('/') && !line.contains("[:") && !line.starts_with("!") &&
                 !line.ends_with("\r") && !line.ends_with(" ") && line.count('*') < 6 &&
                 path.size() < 30;
  if (isPlain && matches != (fnmatch(line.str().c_str(), path.str().c_str(), 0) == 0)) {
    fprintf(stderr, "%s matches %s: %d\n", line.str().c_str(), path.str().c_str(), matches);
    abort();
  }
  return 0;
}
