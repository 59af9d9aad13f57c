# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of the pages: check_commands.py [--write] SOURCE FOLDER [PAGE...].

Without names of pages, of README and all pages of docs and of the site that show commands. For each of them a folder is made
anew, with the docs of the source tree, kernels for pages that need any (`kernel.ptx`, `kernel.cu`, `kernel.ll`, `maps.json`, and
`src`, `include`, `generated` and `build` with such), and each block of the page whose first line is a comment with the name of a
file, as in `// sum.ptx`, once those before it have run. The commands of a page of docs/examples run in its copy there.

The lines `$ ...` of ```console blocks are run if their programs are installed and the first is a tool of ptxkit. None may exit
with more than 1. If the block shows what a command prints, that has to be all that its commands print, standard error included;
`...` takes the place of lines that are left out. A block of commands alone is only run. Prints what differs and exits with 1;
with --write puts the output into the page instead.
"""

import difflib
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?://|#|;) (\S+\.\w+)\n")
MAPS = {"version": 1, "maps": {"A": {"type": "f32", "rank": 2, "dims": [8, 6], "strides": [32], "box": [4, 3]}}}
LLVM_IR = 'define void @wait() {\n  call void asm sideeffect "griddepcontrol.wait;", ""()\n  ret void\n}\n'


def prepare(source, folder):
    """Puts the files into the folder that the commands of the page name."""
    shutil.copytree(source / "docs", folder / "docs", dirs_exist_ok=True)
    examples = source / "docs" / "examples"
    for name in ("src", "include", "generated", "build"):
        (folder / name).mkdir(exist_ok=True)
    for place in ("kernel.ptx", "saxpy.ptx", "src/kernel.ptx", "generated/kernel.ptx"):
        shutil.copy(examples / "saxpy.ptx", folder / place)
    for place in ("kernel.cu", "src/kernel.cu", "include/kernel.cuh"):
        shutil.copy(examples / "warp-sum.cu", folder / place)
    (folder / "maps.json").write_text(json.dumps(MAPS), encoding="utf-8")
    (folder / "kernel.ll").write_text(LLVM_IR, encoding="utf-8")
    (folder / "build/compile_commands.json").write_text(
        json.dumps([{"directory": str(folder.resolve()), "file": "src/kernel.cu", "command": "nvcc -c src/kernel.cu"}]), encoding="utf-8")


@functools.cache
def has_parse_tree():
    """Whether ptx-dump was built with ANTLR's run time."""
    return subprocess.run(["ptx-dump", "--parse-tree", "--fragment", os.devnull], capture_output=True).returncode == 0


def is_run(command):
    """Whether the programs of a pipeline are there and the first is a tool of ptxkit."""
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    if "--parse-tree" in command and not has_parse_tree():
        return False
    programs, is_first = [], True
    for word in words:
        if is_first:
            programs.append(word)
        is_first = word == "|"
    return programs[0].startswith("ptx-") and all(map(shutil.which, programs))


def printed(command, folder):
    """The lines that a command prints."""
    done = subprocess.run(["sh", "-c", command], cwd=folder, check=False, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode > 1:
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout.splitlines()


def elided(lines, shown):
    """The lines, with `...` for those that the page leaves out as well."""
    if not any(part.strip() == "..." for part in shown):
        return lines
    result, at = [], 0
    for part in shown:
        if part.strip() == "...":
            result.append(part)
        elif part in lines[at:]:
            at = lines.index(part, at) + 1
            result.append(part)
        else:
            return lines
    return result


def check(source, page, folder, write):
    """The number of commands of a page that ran, and the difference between what it shows and what they printed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    prepare(source, folder)
    if "examples" in page.parts:
        folder = folder / page.parent.relative_to(source)
    text = page.read_text(encoding="utf-8")
    count = 0

    def with_output(block):
        """The block, if its commands are to run with what they print; a file is written."""
        nonlocal count
        language, content = block.groups()
        if language != "console":
            name = NAMED.match(content)
            if name:
                (folder / name.group(1)).write_text(content, encoding="utf-8", newline="\n")
            return block.group(0)
        commands = []  # each with the lines shown below it
        for line in content.splitlines():
            if line.startswith("$ "):
                commands.append((line, []))
            else:
                commands[-1][1].append(line)
        shows = any(shown for _, shown in commands)
        lines = []
        for command, shown in commands:
            lines.append(command)
            if is_run(command[2:]):
                count += 1
                output = printed(command[2:], folder)
                lines += elided(output, shown) if shows else []
            else:
                lines += shown
        return "```console\n" + "".join(line + "\n" for line in lines) + "```"

    updated = BLOCK.sub(with_output, text)
    if write:
        page.write_text(updated, encoding="utf-8", newline="\n")
        return count, []
    return count, list(difflib.unified_diff(text.splitlines(True), updated.splitlines(True), str(page), "output"))


def main():
    source, folder, *pages = [Path(argument) for argument in sys.argv[1:] if argument != "--write"]
    if not pages:
        pages = [source / "README.md", *sorted((source / "docs").rglob("*.md")),
                 *sorted((source / "tools/site/pages").rglob("*.md"))]
    count, differs = 0, False
    for page in pages:
        if "\n```console\n" in page.read_text(encoding="utf-8"):
            ran, difference = check(source, page, folder, "--write" in sys.argv)
            count += ran
            differs |= bool(difference)
            sys.stdout.writelines(difference)
    print(count, "commands")
    sys.exit(differs)


main()
