# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module of many functions, some with errors. Usage: many_functions.py COUNT"""

import sys

print(".version 7.0\n.target sm_80\n.address_size 64")
for n in range(int(sys.argv[1])):
    print(f".visible .entry k{n}()\n{{\n    .reg .b32 %r<{n % 5 + 3}>;\n    .reg .b64 %rd<4>;")
    for i in range(40):
        print(f"    add.s32 %r{i % 3}, %r{i % 2}, {i};  // {n}.{i}")
    if n % 3 == 0:
        print(f"    mov.b32 %r{n % 7}, %rd1;\n    add.u16x2 %r1, %r1, %r2;")
    if n % 11 == 0:
        print("    mov.u32 %r1 %r2;")
    print("    ret;\n}")
