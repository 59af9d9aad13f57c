# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `--help` of a tool says besides the options: usage, purpose, commands, exit codes, examples."""

import re
import subprocess
from dataclasses import dataclass

ROW = re.compile(r" {2}(\S.*)")


@dataclass
class Help:
    usage: str
    purpose: str
    sections: dict[str, list[tuple[str, str]]]  # by heading, rows of what is written and what it means

    def commands(self):
        """The sections that list commands."""
        return {title: rows for title, rows in self.sections.items() if title.startswith("Commands")}


def rows_of(lines):
    """The rows of a section: the text after at least two blanks, and in deeper lines, is the meaning."""
    rows = []
    for line in lines:
        row = ROW.fullmatch(line)
        if row:
            word, _, meaning = row[1].partition("  ")
            rows.append((word, meaning.strip()))
        elif line.startswith("   "):
            word, meaning = rows[-1]
            rows[-1] = (word, f"{meaning} {line.strip()}".strip())
    return rows


def read(command):
    """The help of a program, with what runs it before its name."""
    text = subprocess.run([*command, "--help"], check=True, text=True, capture_output=True).stdout
    usage, purpose, *rest = text.strip().split("\n\n")
    sections = {}
    for block in rest:
        title, *lines = block.splitlines()
        if title.endswith(":"):
            sections[title.removesuffix(":")] = rows_of(lines)
    return Help(usage.removeprefix("Usage: "), " ".join(purpose.split()), sections)
