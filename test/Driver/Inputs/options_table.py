# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the option tables of docs/guide/tools.md from lib/ptx/Driver/Options.td.

Usage: options_table.py [--write] SOURCE_ROOT. Without --write, fails if the page has other tables.
"""

import difflib
import json
import re
import subprocess
import sys
from pathlib import Path

TABLE = re.compile(r"(<!-- options of ptx-(\w+) -->\n).*?(<!-- end of options -->)", re.DOTALL)
VISIBILITY = {"check": "CheckTool", "fmt": "FmtTool", "dump": "DumpTool",
              "layout": "LayoutTool", "lsp": "LspTool"}


def load(root):
    """The records of Options.td."""
    include = subprocess.run(["llvm-config", "--includedir"], check=True, text=True,
                             capture_output=True).stdout.strip()
    command = ["llvm-tblgen", "-dump-json", f"-I{include}", root / "lib/ptx/Driver/Options.td"]
    return json.loads(subprocess.run(command, check=True, text=True, capture_output=True).stdout)


def row(option):
    text = option["Prefixes"][0] + option["Name"]
    values = option["Values"]
    text += "\\|".join(values.split(",")) if values else option["MetaVarName"] or ""
    return f"| `{text}` | {option['HelpText']} |\n"


def table(records, tool):
    """The rows under each heading, in the order of --help."""
    def named(option):
        return option["Prefixes"][0] + option["Name"]

    names = records["!instanceof"]
    groups = sorted((records[name] for name in names["Heading"]), key=lambda g: g["Name"])
    options = sorted((records[name] for name in names["Option"] if records[name]["HelpText"]),
                     key=named)
    text = "| option | meaning |\n|---|---|\n"
    for group in groups:
        rows = [row(option) for option in options
                if option["Group"]["def"] == group["!name"]
                and VISIBILITY[tool] in [v["def"] for v in option["Visibility"]]]
        if rows:
            text += f"| **{group['HelpText']}** | |\n" + "".join(rows)
    return text


def main(arguments):
    write = "--write" in arguments
    root = Path(arguments[-1])
    page = root / "docs/guide/tools.md"
    before = page.read_text(encoding="utf-8")
    records = load(root)
    after, count = TABLE.subn(lambda m: m[1] + table(records, m[2]) + m[3], before)
    if count != len(VISIBILITY):
        sys.exit(f"{page}: expected {len(VISIBILITY)} tables, found {count}")
    if write:
        page.write_text(after, encoding="utf-8")
    elif before != after:
        diff = difflib.unified_diff(before.splitlines(True), after.splitlines(True),
                                    "docs/guide/tools.md", "Options.td")
        sys.exit("".join(diff) + "To update the page: options_table.py --write <source root>")


main(sys.argv[1:])
