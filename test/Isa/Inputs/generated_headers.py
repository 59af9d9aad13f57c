# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares headers that wrap PTX for C++ with the records: generated_headers.py PTX-CHECK FOLDER.

FOLDER, outside of the source tree, has headers such as those that libcu++ generates (cuda/__ptx/instructions/generated). A comment there
says of the `asm` statements after it since when they are there and for what: `// PTX ISA 86, SM_100a, SM_110a`. For each statement and
each target: ptx-check accepts it at that version, or at the first one that knows the target, and rejects it at the version before.

Prints what is otherwise, alike ones once with their number, and how many verdicts there are. Exits with 0; the numbers are for a reader.
"""

import csv
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

TARGETS = Path(__file__).resolve().parents[1] / "data" / "targets.tsv"
COMMENT = re.compile(r"// PTX ISA\s+(\d+)((?:,?\s*(?://)?\s*SM_\w+)*)")


def number(version):
    return tuple(map(int, version.split(".")))


def first_versions():
    """The first version of each target."""
    with open(TARGETS, encoding="utf-8") as file:
        return {row["target"]: row["min_ptx"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def end_of_call(text, begin):
    depth = 0
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)


def statements(text):
    """First and last line of each `asm` statement, its version and its targets."""
    marks = [(m.start(), f"{int(m[1]) // 10}.{int(m[1]) % 10}", [name.lower() for name in re.findall(r"SM_\w+", m[2])])
             for m in COMMENT.finditer(text)]
    for found in re.finditer(r"\basm\s*(?:volatile)?\s*(?=\()", text):
        before = [mark for mark in marks if mark[0] < found.start()]
        if before:
            end = end_of_call(text, found.end())
            yield (text.count("\n", 0, found.start()) + 1, text.count("\n", 0, end) + 1, before[-1][1], before[-1][2])


def errors(tool, version, target, files):
    """For each file the lines and texts of errors."""
    done = subprocess.run([tool, f"--target={target}", f"--ptx-version={version}", "-Wno-all", "--error-limit=0",
                           "--output-format=concise", *map(str, files)], capture_output=True, text=True)
    found = defaultdict(list)
    for line in done.stdout.splitlines():
        if match := re.match(r"(.+?):(\d+):\d+: error: (.*)", line):
            found[match[1]].append((int(match[2]), match[3]))
    return found


def questions(files, versions, since):
    """What to ask: for a version and a target the statements, and whether they are to be accepted."""
    asked = defaultdict(list)
    for file in files:
        for first, last, version, targets in statements(file.read_text(encoding="utf-8")):
            for target in targets:
                if target not in since:
                    continue
                start = max(version, since[target], key=number)
                asked[start, target].append((str(file), first, last, True))
                earlier = [v for v in versions if number(v) < number(start)]
                if earlier and number(earlier[-1]) >= number(since[target]):
                    asked[earlier[-1], target].append((str(file), first, last, False))
    return asked


def main():
    tool, folder = sys.argv[1:3]
    since = first_versions()
    versions = sorted({*since.values(), "3.2", "4.1", "4.3", "6.4", "6.5", "7.2", "7.3", "7.5", "7.6", "7.7", "8.1", "8.2", "8.3", "8.4",
                       "8.5", "9.1", "9.2", "9.3"}, key=number)
    files = sorted(Path(folder).rglob("*.h"))
    verdicts, differences = 0, Counter()
    for (version, target), asked in sorted(questions(files, versions, since).items()):
        found = errors(tool, version, target, files)
        for file, first, last, accepted in asked:
            said = next((text for line, text in found[file] if first <= line <= last), None)
            verdicts += 1
            if accepted and said:
                differences[f"PTX {version}, {target}: {said}"] += 1
            elif not accepted and not said:
                differences[f"PTX {version}, {target}: accepts {Path(file).name}:{first}"] += 1
    print("".join(f"{count} times: {text}\n" for text, count in sorted(differences.items())), end="")
    print(f"{verdicts} verdicts, {sum(differences.values())} differ")


if __name__ == "__main__":
    main()
