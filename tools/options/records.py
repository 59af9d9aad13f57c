# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of the tools, as the records in lib/ptx/Driver/Options describe them."""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
# The file with the options of each tool, and how they are marked there; ptx-verify has a file for it alone.
TOOLS = {"check": ("Options.td", "CheckTool"), "fmt": ("Options.td", "FmtTool"), "dump": ("Options.td", "DumpTool"),
         "layout": ("Options.td", "LayoutTool"), "lsp": ("Options.td", "LspTool"), "litmus": ("Options.td", "LitmusTool"),
         "sanitize": ("Options.td", "SanitizeTool"), "reduce": ("Options.td", "ReduceTool"),
         "diff": ("Options.td", "DiffTool"), "run": ("Options.td", "RunTool"),
         "verify": ("PtxasOptions.td", None)}
# Where a value begins, by the kind of the record: after the name, in the next word.
KINDS = {"KIND_FLAG": (False, False), "KIND_JOINED": (True, False), "KIND_SEPARATE": (False, True),
         "KIND_JOINED_OR_SEPARATE": (True, True)}


@dataclass(frozen=True)
class Spelling:
    """One way to write an option."""
    text: str  # with its dashes, and with the `=` that a value follows
    joined: bool  # whether a value follows at once
    separate: bool  # whether the next word can be the value

    @property
    def name(self):
        return self.text.removesuffix("=")


@dataclass
class Option:
    """An option of one tool, with all its names."""
    help: str
    meta: str  # what a value is, such as `<file>`; empty if there is none or if `values` has them all
    values: list[str]
    heading: str
    spellings: list[Spelling] = field(default_factory=list)  # the name in `--help` first

    @property
    def is_list(self):
        """Whether a value is words with commas in between."""
        return self.meta.endswith(",...") or self.meta == "<list>"

    @property
    def value_text(self):
        return "|".join(self.values) or self.meta


def records(file, tblgen="llvm-tblgen", include=None):
    """The records of a file below lib/ptx, as JSON."""
    if include is None:
        include = subprocess.run(["llvm-config", "--includedir"], check=True, text=True, capture_output=True).stdout.strip()
    command = [tblgen, "-dump-json", f"-I{include}", f"-I{SOURCE / 'lib'}", SOURCE / "lib/ptx" / file]
    return json.loads(subprocess.run(command, check=True, text=True, capture_output=True).stdout)


def spelling(record):
    joined, separate = KINDS[record["Kind"]["def"]]
    return Spelling(record["Prefixes"][0] + record["Name"], joined, separate)


def options(loaded, tool):
    """The options of a tool as --help has them: by heading, then by name."""
    visibility = TOOLS[tool][1]
    visible = [loaded[name] for name in loaded["!instanceof"]["Option"] if loaded[name]["Kind"]["def"] in KINDS
               and (visibility is None or visibility in [v["def"] for v in loaded[name]["Visibility"]])]
    result = []
    for record in visible:
        if record["HelpText"]:
            heading = loaded[record["Group"]["def"]]
            values = record["Values"].split(",") if record["Values"] else []
            option = Option(record["HelpText"], record["MetaVarName"] or "", values, heading["HelpText"])
            aliases = [alias for alias in visible
                       if alias["Alias"] and alias["Alias"]["def"] == record["!name"] and not alias["HelpText"]]
            option.spellings = [spelling(record), *map(spelling, aliases)]
            result.append((heading["Name"], option))
    return [option for _, option in sorted(result, key=lambda pair: (pair[0], pair[1].spellings[0].text))]
