# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A suite of its own, which knows nothing of ptxkit but where its tools are."""

import os

import lit.formats

config.name = "outside"
config.test_format = lit.formats.ShTest()
config.suffixes = [".ptx"]
config.environment["PATH"] = os.pathsep.join(
    [os.environ["TOOLS"], os.environ["LLVM_TOOLS"], config.environment["PATH"]])
