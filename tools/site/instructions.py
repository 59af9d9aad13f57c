# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Examples on the pages of instructions: from the tests of their forms, each of which ptxas accepted; of what is newer than
ptxas 13.0, from the tables of test/Isa/newer."""

import re
import sys

MOST_STATEMENTS = 12


def folders_of(tests, chapter):
    """The folders with the tests of a chapter of the manual, which is a number."""
    sys.path.insert(0, str(tests / "rows"))
    import generate
    return [tests / folder for folder in generate.folders_of(chapter)]


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


def tests_of(name, folders):
    """The tests whose names fit best: the instruction's, else those of longer or of shorter names."""
    parts = name.split(".")
    for wanted in ("-".join(parts), "-".join(parts) + "-*", *("-".join(parts[:n]) for n in range(len(parts) - 1, 0, -1))):
        found = sorted(test for folder in folders for test in folder.glob(f"{wanted}.ptx"))
        if found:
            return found
    return []


def newer_statements(tests):
    """Version, targets and statement of each line of the tables."""
    for table in sorted((tests / "newer").glob("*.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                _, version, targets, _, statement = line.split("\t")
                yield version, targets.split(), statement


def newer_example(tests, name):
    """A module with the first statements of the instruction that one version and target have; None if there are none."""
    sys.path.insert(0, str(tests / "Inputs"))
    from newer_forms import expand, module
    is_instruction = re.compile(rf"(@\S+ )?{re.escape(name)}(?![\w:])")
    found = [row for row in newer_statements(tests) if is_instruction.match(row[2])]
    if not found:
        return None
    version, (target, *_), _ = found[0]
    statements = [expand(row[2]) for row in found if row[0] == version and target in row[1]][:MOST_STATEMENTS]
    text = "\n".join(statements)
    example = module(max(version, "9.4") if target.startswith("sm_107") else version, target, "    " + text.replace("\n", "\n    "))
    # Only the registers that it names.
    unused = [line for line in example.splitlines()
              if (register := re.fullmatch(r"\.reg \.\w+ (%\w+)<\d+>;", line)) and not re.search(rf"{register[1]}\d", text)]
    return "\n".join(line for line in example.splitlines() if line not in unused)


def add_examples(tests, pages):
    """Appends an example to each page of `pages` whose instructions have tests."""
    for page in pages.glob("9.7.*.md"):
        text = page.read_text(encoding="utf-8")
        names = dict.fromkeys(re.findall(r"^## `([^`]+)`", text, flags=re.MULTILINE))
        if "@" in page.stem:
            examples = [newer_example(tests, name) for name in names]
        else:
            folders = folders_of(tests, page.name.split(".")[2])
            examples = [example(test, name) for name in names for test in tests_of(name, folders)]
        examples = list(dict.fromkeys(filter(None, examples)))
        if examples:
            text += "\n## Examples\n\nModules without an error:\n"
            text += "".join(f"\n```ptx\n{module}\n```\n" for module in examples)
            page.write_text(text, encoding="utf-8", newline="\n")
