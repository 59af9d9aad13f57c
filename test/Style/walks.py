# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports what pages name and the source tree does not have.

Usage: walks.py SOURCE_ROOT. On each page a path in backticks that begins with a folder of the tree has to exist, and `*` has to fit a file. In
the tables of walks.md the file of a row has to have the names of the row, editor.md has to have each request of ptx-lsp, and the rules that
ptxas-differences.md names as errors and warnings have to have pages. A table has to have a head. Prints one line per fault; the
exit status is 1 if there is any.
"""

import re
import sys
from pathlib import Path

PAGES = ("README.md", "docs/*.md", "docs/guide/*.md")
# Pages for users also name `lib/python3` of an installation.
PATH = re.compile(r"`((?:lib(?!/python3)|test|tools|docs|grammar)/[\w./*-]+)`")
RULE = re.compile(r"\b(?:error|warning)s? `([a-z][a-z0-9-]+)`")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADLESS = re.compile(r"^\n(?=\|.*\n(?!\|[-: |]+$))", re.MULTILINE)
ROW = re.compile(r"^\|[^|]*\| `([\w./-]+)` \| (`[^|]*`) \|$", re.MULTILINE)


def paths(root):
    """Paths that pages name and that are not there."""
    for page in sorted(page for pattern in PAGES for page in root.glob(pattern)):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for path in PATH.findall(line):
                if not any(root.glob(path.rstrip("/"))):
                    yield f"{page.relative_to(root)}:{number}: `{path}` is not there"


def names(root):
    """Names that walks.md has in a file that does not have them."""
    page = (root / "docs/walks.md").read_text(encoding="utf-8")
    rows = ROW.findall(page)
    count = sum(line.startswith("| ") and "`" in line for line in page.splitlines())
    if len(rows) != count:
        yield f"docs/walks.md: {count - len(rows)} rows have another form"
    for path, listed in rows:
        file = root / path
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        text = re.sub(r"^#include .*$", "", text, flags=re.MULTILINE)
        for name in re.findall(r"`([\w:]+)`", listed):
            if not re.search(rf"\b{name.split('::')[-1]}\b", text):
                yield f"docs/walks.md: `{path}` does not have `{name}`"


def requests(root):
    """Requests that ptx-lsp answers and that the table of editor.md does not have."""
    server = (root / "lib/ptx/Lsp/Server.h").read_text(encoding="utf-8")
    page = (root / "docs/guide/editor.md").read_text(encoding="utf-8")
    rows = {name.split("/")[0] for row in re.findall(r"^\| (`[^|]*`) \|", page, re.MULTILINE) for name in re.findall(r"`([\w/]+)`", row)}
    for method in re.findall(r'REQUEST\("(\w+/\w+)', server):
        if not rows & set(method.split("/")[-1:] + ["workspace"] * method.startswith("workspace/")):
            yield f"docs/guide/editor.md: no row for `{method}`"


def rules(root):
    """Rules that ptxas-differences.md names and that have no page."""
    for number, line in enumerate((root / "docs/ptxas-differences.md").read_text(encoding="utf-8").splitlines(), 1):
        for rule in RULE.findall(line):
            if not (root / f"docs/rules/{rule}.md").exists():
                yield f"docs/ptxas-differences.md:{number}: there is no rule `{rule}`"


def tables(root):
    """Rows that a blank line separates from the head of their table, so that they are shown as text."""
    for page in sorted((root / "docs").rglob("*.md")):
        text = CODE.sub(lambda block: "\n" * block[0].count("\n"), page.read_text(encoding="utf-8"))
        for row in HEADLESS.finditer(text):
            yield f"{page.relative_to(root)}:{text.count(chr(10), 0, row.end()) + 1}: a row without a head"


def check(root):
    return [*paths(root), *names(root), *requests(root), *rules(root), *tables(root)]


if __name__ == "__main__":
    faults = check(Path(sys.argv[1]))
    print("\n".join(faults) or "every name is there")
    sys.exit(1 if faults else 0)
