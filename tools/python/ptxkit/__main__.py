# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python3 -m ptxkit check kernel.ptx` runs ptx-check; without a tool it lists them."""

import os
import sys

from ptxkit import programs

program = programs.find("ptxkit")
if program is None:
    sys.exit("ptxkit: error: the program `ptxkit` was not found beside this package, nor on PATH")
os.execv(program, [program, *sys.argv[1:]])
