# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples that help texts end with: help_examples.py FOLDER.

The folder has the files that the examples name. Asks each tool, and each command of ptx-layout, for its
help. Prints each example with its exit code. Fails if a text has too few or too many examples, or if one
exits with more than 1, as it does for an invalid command line.
"""

import shlex
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])


def run(command):
    return subprocess.run(command, cwd=folder, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def section(text, names):
    """The first column of the rows below the headings that `names` lists."""
    lines, inside = [], False
    for line in text.splitlines():
        if not line.startswith(" "):
            inside = line in names
        elif inside and not line.startswith("   "):
            lines.append(line.strip().split("  ")[0])
    return lines


def check(tool, least, most):
    text = run([*tool, "--help"]).stdout
    examples = section(text, ("Example:", "Examples:"))
    if not least <= len(examples) <= most:
        sys.exit(f"{' '.join(tool)} --help: {len(examples)} examples")
    for example in examples:
        done = run(shlex.split(example))
        print(example, "->", done.returncode)
        if done.returncode > 1:
            sys.exit(done.stdout)
    return text


for name in ("ptx-check", "ptx-fmt", "ptx-dump"):
    check([name], 2, 4)
overview = check(["ptx-layout"], 2, 4)
commands = section(overview, ("Commands:", "Commands for other addressing models:"))
if not commands:
    sys.exit("ptx-layout --help lists no commands")
for command in commands:
    check(["ptx-layout", command.split()[0]], 1, 1)
