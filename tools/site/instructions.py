# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Examples on the pages of instructions: from the tests of their forms, each of which ptxas accepted."""

import re
import sys

MOST_STATEMENTS = 12


def chapters(tests):
    """The folder of tests for each chapter of the manual, by its number."""
    sys.path.insert(0, str(tests / "rows"))
    from generate import CHAPTERS
    return CHAPTERS


def example(test, name):
    """The first module of a test with one statement of the instruction for each of its rows."""
    module = re.split(r"^// -----\n", test.read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
    is_instruction = re.compile(rf"(?<![\w.]){re.escape(name)}\b")
    lines, count, is_first, inside = [], 0, False, False
    for line in module.splitlines():
        text = line.strip()
        if line.startswith("// "):
            continue
        if text.startswith("// row "):
            is_first = inside = True
        elif not inside or text in ("ret;", "}") or text.endswith(":"):
            lines.append(line)
        elif is_first and line not in lines and count < MOST_STATEMENTS and is_instruction.search(text):
            lines.append(line)
            count += 1
            is_first = False
    return "\n".join(lines).strip("\n") if count else None


def tests_of(name, folder):
    """The tests whose names fit best: the instruction's, else those of longer or of shorter names."""
    parts = name.split(".")
    for wanted in ("-".join(parts), "-".join(parts) + "-*", *("-".join(parts[:n]) for n in range(len(parts) - 1, 0, -1))):
        found = sorted(folder.glob(f"{wanted}.ptx"))
        if found:
            return found
    return []


def add_examples(tests, pages):
    """Appends an example to each page of `pages` whose instructions have tests."""
    folders = chapters(tests)
    for page in pages.glob("9.7.*.md"):
        text = page.read_text(encoding="utf-8")
        folder = tests / folders[page.name.split(".")[2]]
        names = dict.fromkeys(re.findall(r"^## `([^`]+)`", text, flags=re.MULTILINE))
        examples = [example(test, name) for name in names for test in tests_of(name, folder)]
        examples = list(dict.fromkeys(filter(None, examples)))
        if examples:
            text += "\n## Examples\n\nModules without an error:\n"
            text += "".join(f"\n```ptx\n{module}\n```\n" for module in examples)
            page.write_text(text, encoding="utf-8", newline="\n")
