# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Colours for PTX and for what the tools print: the lexers of the Python package, as Pygments finds those of an installed one."""

import re
import shutil

LEXERS = {"ptx": "ptxkit", "console": "ptxkit-console"}


def install(source, build, folder):
    """Makes a folder of Python packages that has the lexers."""
    shutil.copytree(source / "tools/python/ptxkit", folder / "ptxkit", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(build / "editors/ptx.tmLanguage.json", folder / "ptxkit")
    information = folder / "ptxkit-0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: ptxkit\nVersion: 0\n", encoding="utf-8")
    shutil.copy(source / "tools/python/entry_points.txt", information)


def name_lexers(pages):
    """Gives blocks of code the names of our lexers: Pygments knows others by the common names."""
    fence = re.compile(rf"^( *```)({'|'.join(LEXERS)})$", flags=re.MULTILINE)
    for page in pages.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        named = fence.sub(lambda match: match[1] + LEXERS[match[2]], text)
        if named != text:
            page.write_text(named, encoding="utf-8", newline="\n")
