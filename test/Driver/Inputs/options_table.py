# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the option tables of the guide from the records in lib/ptx/Driver.

Usage: options_table.py [--write] SOURCE_ROOT. Without --write, fails if the pages have other tables.
"""

import difflib
import itertools
import re
import sys
from pathlib import Path

TABLE = re.compile(r"(<!-- options of ptx-(\w+) -->\n).*?(<!-- end of options -->)", re.DOTALL)
PAGES = {"docs/guide/tools.md": "Options.td", "docs/guide/ptx-verify.md": "PtxasOptions.td"}


def row(option, tool):
    text = option.spellings[0].text
    # ptxas has a name with one dash besides most of those with two.
    short = next((other.name for other in option.spellings if not other.text.startswith("--")), None)
    if tool == "verify" and short:
        text = f"{short}, {text}"
    value = option.value_text.replace("|", "\\|")
    return f"| `{text}{value}` | {option.help} |\n"


def table(records, loaded, tool):
    """The rows under each heading, in the order of --help."""
    text = "| option | meaning |\n|---|---|\n"
    for heading, group in itertools.groupby(records.options(loaded, tool), key=lambda option: option.heading):
        text += f"| **{heading}** | |\n" + "".join(row(option, tool) for option in group)
    return text


def main(arguments):
    write = "--write" in arguments
    root = Path(arguments[-1])
    sys.path.insert(0, str(root / "tools/options"))
    import records  # found through the line above
    found = []
    for name, file in PAGES.items():
        page = root / name
        before = page.read_text(encoding="utf-8")
        loaded = records.records(f"Driver/Options/{file}")
        found += [match[2] for match in TABLE.finditer(before)]
        after = TABLE.sub(lambda m: m[1] + table(records, loaded, m[2]) + m[3], before)
        if write:
            page.write_text(after, encoding="utf-8")
        elif before != after:
            diff = difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, file)
            sys.exit("".join(diff) + "To update the pages: options_table.py --write <source root>")
    if sorted(found) != sorted(records.TOOLS):
        sys.exit(f"expected a table for each of {sorted(records.TOOLS)}, found {sorted(found)}")


main(sys.argv[1:])
