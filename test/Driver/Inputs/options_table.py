# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the option tables of the guide from the records in lib/ptx/Driver.

Usage: options_table.py [--write] SOURCE_ROOT. Without --write, fails if the pages have other tables.
"""

import difflib
import json
import re
import subprocess
import sys
from pathlib import Path

TABLE = re.compile(r"(<!-- options of ptx-(\w+) -->\n).*?(<!-- end of options -->)", re.DOTALL)
# The visibility of the options of a tool; ptx-verify has its options in a file that is for it alone.
VISIBILITY = {"check": "CheckTool", "fmt": "FmtTool", "dump": "DumpTool",
              "layout": "LayoutTool", "lsp": "LspTool", "verify": None}
PAGES = {"docs/guide/tools.md": "Options.td", "docs/guide/ptx-verify.md": "PtxasOptions.td"}


def load(root, file):
    """The records of a file of options."""
    include = subprocess.run(["llvm-config", "--includedir"], check=True, text=True,
                             capture_output=True).stdout.strip()
    folder = root / "lib/ptx/Driver"
    command = ["llvm-tblgen", "-dump-json", f"-I{include}", f"-I{root / 'lib'}", folder / file]
    return json.loads(subprocess.run(command, check=True, text=True, capture_output=True).stdout)


def named(option):
    return option["Prefixes"][0] + option["Name"]


def short_name(records, option):
    """The name with one dash and a comma, if the option has one besides that with two."""
    for name in records["!instanceof"]["Option"]:
        alias = records[name]
        if alias["Alias"] and alias["Alias"]["def"] == option["!name"] and alias["Prefixes"] == ["-"]:
            return named(alias).rstrip("=") + ", "
    return ""


def row(records, option, tool):
    text = short_name(records, option) if VISIBILITY[tool] is None else ""
    text += named(option)
    values = option["Values"]
    text += "\\|".join(values.split(",")) if values else option["MetaVarName"] or ""
    return f"| `{text}` | {option['HelpText']} |\n"


def is_of(option, tool):
    visibility = VISIBILITY[tool]
    return visibility is None or visibility in [v["def"] for v in option["Visibility"]]


def table(records, tool):
    """The rows under each heading, in the order of --help."""
    names = records["!instanceof"]
    groups = sorted((records[name] for name in names["Heading"]), key=lambda g: g["Name"])
    options = sorted((records[name] for name in names["Option"] if records[name]["HelpText"]),
                     key=named)
    text = "| option | meaning |\n|---|---|\n"
    for group in groups:
        rows = [row(records, option, tool) for option in options
                if option["Group"] and option["Group"]["def"] == group["!name"]
                and is_of(option, tool)]
        if rows:
            text += f"| **{group['HelpText']}** | |\n" + "".join(rows)
    return text


def main(arguments):
    write = "--write" in arguments
    root = Path(arguments[-1])
    found = []
    for name, file in PAGES.items():
        page = root / name
        before = page.read_text(encoding="utf-8")
        records = load(root, file)
        found += [match[2] for match in TABLE.finditer(before)]
        after = TABLE.sub(lambda m: m[1] + table(records, m[2]) + m[3], before)
        if write:
            page.write_text(after, encoding="utf-8")
        elif before != after:
            diff = difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, file)
            sys.exit("".join(diff) + "To update the pages: options_table.py --write <source root>")
    if sorted(found) != sorted(VISIBILITY):
        sys.exit(f"expected a table for each of {sorted(VISIBILITY)}, found {sorted(found)}")


main(sys.argv[1:])
