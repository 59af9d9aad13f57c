# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the targets that the help of `ptxas` or ptx-verify on standard input names, as programs look for
them: the `'sm_NN'` between `--gpu-name` and the next option."""

import re
import sys

section = re.search(r"--gpu-name(.*?)--", sys.stdin.read(), re.DOTALL)
print(*re.findall(r"'sm_(\d+[af]?)'", section[1]))
