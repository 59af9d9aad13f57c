#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a bare Debian to a verdict: installs what is missing, builds, runs every test, plain and
# sanitized.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh
cmake --preset ci -DPTXKIT_WERROR=ON
cmake --build --preset ci
ctest --preset ci -j "$(nproc)"
