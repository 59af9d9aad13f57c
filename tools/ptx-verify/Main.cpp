// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools.h"

#include <cstring>

/// `ptxas` has one exit status for all errors.
int main(int argc, char **argv) {
  constexpr int error = 255;
  // The name of a link can include the release to emulate.
  const char *slash = argc > 0 ? std::strrchr(argv[0], '/') : nullptr;
  const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "ptx-verify";
  int code = ptx::runTool(name, ptx::verifyTool, argc, argv);
  return code == 0 || code == static_cast<int>(ptx::ExitCode::Internal) ? code : error;
}
