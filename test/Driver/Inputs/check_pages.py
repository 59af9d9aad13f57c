# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the ```ptx, ```cuda and ```llvm blocks of all pages of a folder: check_pages.py PAGES FOLDER.

A block that holds `.version` is a module. A page that says `-W<name>` of its own rule, which is off by
default, is checked with it, and one that says that its blocks are checked with an option, with that one. Writes the blocks to FOLDER and runs `ptx-check --verify`
over them, or what a page says that its blocks are executed by; prints what differs and exits with 1 if anything does.
"""

import re
import subprocess
import sys
from pathlib import Path

pages, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True)
blocks = []
status = 0
for page in sorted(pages.glob("*.md")):
    text = page.read_text(encoding="utf-8")
    first = len(blocks)
    for match in re.finditer(r"^```(ptx|cuda|llvm)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, match.start()) + 1
        extension = {"ptx": "ptx", "cuda": "cu", "llvm": "ll"}[match.group(1)]
        block = folder / f"{page.stem}-{line}.{extension}"
        block.write_text(match.group(2), encoding="utf-8", newline="\n")
        blocks.append(str(block))
    options = re.findall(r"blocks of this page are checked with `(--[^`]+)`", text)
    if f"`-W{page.stem}`" in text:
        options.append(f"-W{page.stem}")
    executed = re.search(r"blocks of this page are executed by `(ptx-sanitize[^`]*)`", text)
    if executed:
        launched, blocks[first:] = blocks[first:], []
        status |= subprocess.run([*executed.group(1).split(), "--verify", *launched], check=False).returncode
    elif options:
        flagged, blocks[first:] = blocks[first:], []
        status |= subprocess.run(["ptx-check", "--verify", *options, *flagged],
                                 check=False).returncode
if len(blocks) < 2:
    sys.exit(f"{pages}: no blocks")
sys.exit(status | subprocess.run(["ptx-check", "--verify", *blocks], check=False).returncode)
