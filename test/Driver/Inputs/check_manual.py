# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares manual pages with `--help` of their tools: check_manual.py FOLDER.

Prints how many options and examples each has; one that a page lacks is an error."""

import re
import subprocess
import sys
from pathlib import Path

FONT = re.compile(r"\\f[BIR]|\\:|\\&")
OPTION = re.compile(r"  (-\S*)")


def plain(page):
    """The text of a page without fonts and escapes of characters."""
    text = FONT.sub("", page.read_text(encoding="utf-8"))
    return text.replace(r"\-", "-").replace(r"\(aq", "'").replace(r"\(ga", "`")


pages = sorted(Path(sys.argv[1]).glob("*.1"))
for page in pages:
    tool = page.stem
    lines = plain(page).splitlines()
    shown = subprocess.run([tool, "--help"], check=True, text=True, capture_output=True).stdout
    head, examples = shown.split("\nExamples:\n")
    options = [match[1].rstrip(",") for match in map(OPTION.match, head.splitlines()) if match]
    if tool == "ptx-layout":  # the help of each command has the options that it uses
        options += ["--swizzle=<mode>", "--to-tensormap"]
    words = {word.rstrip(",") for line in lines for word in line.split(", ")}
    lacks = [option for option in options if option not in words]
    commands = [line.strip() for line in examples.splitlines() if re.match(r"  \S", line)]
    commands = [command.partition("  ")[0] for command in commands]
    lacks += [command for command in commands if command not in lines]
    if lacks:
        sys.exit(f"{page}: lacks {lacks}")
    print(f"{tool}: {len(options)} options, {len(commands)} examples")
