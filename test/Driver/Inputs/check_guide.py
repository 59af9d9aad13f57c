# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what a page says that ptx-check prints: check_guide.py [--write] PAGE FOLDER.

A ```ptx block whose first line is `// <name>.ptx` is written to FOLDER. A ```console block runs each
of its lines `$ ptx-check ...` there; what stands below it must be the tool's output, standard error
included. Other commands are not run. Prints what differs and exits with 1; with --write puts the
output into the page instead.
"""

import difflib
import re
import shlex
import subprocess
import sys
from pathlib import Path

write = "--write" in sys.argv
page, folder = [Path(argument) for argument in sys.argv[1:] if argument != "--write"]
folder.mkdir(parents=True, exist_ok=True)
text = page.read_text(encoding="utf-8")
count = 0


def printed(command):
    """The output of a command of the page, as lines."""
    done = subprocess.run(shlex.split(command), cwd=folder, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode > 1:
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout.splitlines()


def with_output(block):
    """The console block with what its commands print."""
    global count
    lines = []
    skipped = False
    for line in block.group(1).splitlines():
        if line.startswith("$ "):
            lines.append(line)
            skipped = line.startswith("$ ptx-check ")
            if skipped:
                lines += printed(line[2:])
                count += 1
        elif not skipped:
            lines.append(line)
    return "```console\n" + "\n".join(lines) + "\n```"


for block in re.finditer(r"^```ptx\n// (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
    (folder / block.group(1)).write_text(f"// {block.group(1)}\n{block.group(2)}",
                                         encoding="utf-8", newline="\n")
updated = re.sub(r"^```console\n(.*?)^```$", with_output, text, flags=re.MULTILINE | re.DOTALL)
if not count:
    sys.exit(f"{page}: no commands")
if write:
    page.write_text(updated, encoding="utf-8", newline="\n")
elif updated != text:
    sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), updated.splitlines(True),
                                               "page", "output"))
    sys.exit(1)
