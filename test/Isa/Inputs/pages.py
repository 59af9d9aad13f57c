# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the reference pages are those of all instructions.

Usage: pages.py PAGES LIST FACTS, with the output of `ptx-check --list-instructions` and the table
of facts that were collected from the manual. Prints one line for each fault.
"""

import csv
import sys
from pathlib import Path

# Guards and blocks: syntax that is no instruction.
NO_INSTRUCTION = ("@", "{}")


def page_faults(page, text, names):
    """What is wrong with the page of a section that has the instructions `names`."""
    for name in names:
        if f"\n## `{name}`: " not in text:
            yield f"{page}: no heading of `{name}`"
    for heading in ("### Syntax", "### Needs", "### Targets"):
        if text.count(f"\n{heading}\n") != len(names):
            yield f"{page}: `{heading}` is not there once for each instruction"
    for line in text.splitlines():
        if line.startswith("- ") and line.count("`") % 2:
            yield f"{page}: odd number of backticks: {line}"


def main(pages, listing, facts):
    sections = {}
    for line in Path(listing).read_text(encoding="utf-8").splitlines()[1:]:
        name, section = line.split()[:2]
        sections.setdefault(section, []).append(name)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in Path(pages).glob("*.md")}
    index = texts.pop("index")
    for page in ("directives", "special-registers", "targets"):
        del texts[page]  # of no instruction
    faults = [f"{page}: a page without an instruction" for page in texts.keys() - sections.keys()]
    for section, names in sections.items():
        faults += page_faults(section, texts.get(section, ""), names)
        faults += [f"index: no `{name}`" for name in names if f"[`{name}`]({section}.md)" not in index]
    with open(facts, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            section, opcode = row["section"], row["opcode"]
            if opcode in NO_INSTRUCTION:
                continue
            if not any(opcode.startswith(name) or name.startswith(opcode)
                       for name in sections.get(section, [])):
                faults.append(f"{section}: no page of `{opcode}`")
    sys.exit("\n".join(faults) or 0)


main(*sys.argv[1:])
