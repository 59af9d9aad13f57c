#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a bare Debian to a checked kernel: installs what is missing, builds, runs ptx-check.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh
cmake --preset release
cmake --build --preset release --target ptx-check ptx-fmt ptx-dump
echo '$ ptx-check docs/examples/saxpy.ptx'
build/release/bin/ptx-check docs/examples/saxpy.ptx
echo "ptx-check is silent: the kernel has no error. The tools are in build/release/bin."
