#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a bare Debian to a checked kernel: installs what the tools need, builds them, runs ptx-check. What tests need comes with
# run-tests.sh, which goes on in the same build folder.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh tools
cmake --preset release -DBUILD_TESTING=OFF
cmake --build --preset release --target ptx-check ptx-fmt ptx-dump
echo '$ ptx-check docs/examples/saxpy.ptx'
build/release/bin/ptx-check docs/examples/saxpy.ptx
echo "ptx-check is silent: the kernel has no error. The tools are in build/release/bin."
