#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes manual pages and completions: make.py --version VERSION --tblgen PROGRAM --include FOLDER --output FOLDER [--emulator=WORD]... NAME=PROGRAM...

For each tool, such as `check=bin/ptx-check`, writes below the output folder, as below `share` of an installation: a manual page, and
completions for bash, zsh and fish. Options come from their records, all else from --help of the program, which the emulator runs if the
program is for another machine."""

import argparse
from pathlib import Path

import bash
import fish
import help_text
import manual
import records
import values
import zsh


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--tblgen", required=True, help="llvm-tblgen")
    parser.add_argument("--include", required=True, help="the headers of LLVM")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--emulator", action="append", default=[], help="runs the programs; each of its arguments is another of these")
    parser.add_argument("tools", nargs="+", metavar="NAME=PROGRAM")
    arguments = parser.parse_args()
    programs = dict(tool.split("=", 1) for tool in arguments.tools)
    loaded = {file: records.records(f"Driver/Options/{file}", arguments.tblgen, arguments.include) for file, _ in records.TOOLS.values()}
    known = values.Known(arguments.tblgen, arguments.include)

    for tool, program in programs.items():
        options = records.options(loaded[records.TOOLS[tool][0]], tool)
        text = help_text.read([*arguments.emulator, program])
        files = {f"man/man1/ptx-{tool}.1": manual.page(tool, arguments.version, options, text, programs),
                 f"bash-completion/completions/ptx-{tool}": bash.script(tool, options, known, text),
                 f"zsh/site-functions/_ptx-{tool}": zsh.script(tool, options, known, text),
                 f"fish/vendor_completions.d/ptx-{tool}.fish": fish.script(tool, options, known, text)}
        for name, content in files.items():
            path = arguments.output / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
