# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The target `train` runs the tools, which record what they do for `PTXKIT_PROFILE=use`.
include_guard()

add_custom_target(train
  COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/test/Cost/train.py"
    --bin "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}" --build "${PROJECT_BINARY_DIR}"
  DEPENDS ptx-check ptx-fmt
  USES_TERMINAL
  VERBATIM)
