# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the value of an option can be, for completion."""

import re
from dataclasses import dataclass

import records

# What a value is by the word for it in `--help`; some words have a meaning in some tools alone.
ALL = {"<file>": "files", "<file>,...": "files", "<folder>": "folders"}
OF_TOOL = {"check": {"<rule>": "rules", "<name>": "rules", "<word>": "opcodes", "<target>": "targets", "<release>": "releases",
                     "<kind>,...": "severities"},
           "layout": {"<target>": "targets"},
           "verify": {"<gpu>": "gpus", "<release>": "releases"}}
OF_OPTION = {"--target": "targets"}


@dataclass
class Values:
    """What a value can be: words, or `files`, `folders`, and what the tool lists: `rules`, `opcodes`."""
    words: list[str]
    source: str = ""
    is_list: bool = False  # of words with commas in between


def numbers(text):
    """A key by which sm_90a is before sm_100, and 9.2 before 10.0."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


class Known:
    """Words that the records of the instruction set have."""

    def __init__(self, tblgen, include):
        loaded = records.records("Isa/Platform/Releases.td", tblgen, include)
        targets = sorted(loaded["!instanceof"]["Target"], key=numbers)
        releases = sorted((loaded[name]["Cuda"] for name in loaded["!instanceof"]["Release"]), key=numbers)
        self.words = {"targets": targets, "gpus": [*targets, *(name.replace("sm_", "compute_") for name in targets)],
                      "releases": [release for release in releases if release], "severities": ["error", "warning", "note"]}

    def values(self, option, tool):
        """What the value of an option of a tool can be."""
        if option.values:
            return Values(option.values)
        kind = OF_OPTION.get(option.spellings[0].name) or (ALL | OF_TOOL.get(tool, {})).get(option.meta, "")
        if kind in self.words:
            return Values(self.words[kind], is_list=option.is_list)
        return Values([], kind, option.is_list)
