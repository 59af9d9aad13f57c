# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the ```ptx blocks of a page as files: blocks.py PAGE FOLDER.

A block marked `ptx` becomes FOLDER/fragment-<line>.txt, one marked `ptx module` gets the directives
that begin a module and becomes FOLDER/module-<line>.ptx.
"""

import os
import re
import sys

page, folder = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    text = file.read()
os.makedirs(folder, exist_ok=True)
for match in re.finditer(r"^```ptx( module)?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
    line = text.count("\n", 0, match.start()) + 1
    is_module, block = match.groups()
    name = f"module-{line}.ptx" if is_module else f"fragment-{line}.txt"
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
        if is_module:
            file.write(".version 9.4\n.target sm_90\n.address_size 64\n\n")
        file.write(block)
