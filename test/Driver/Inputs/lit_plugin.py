# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what ptxkit.lit makes of a configuration: lit_plugin.py MODULES TOOLS LLVM."""

import re
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

modules, tools, llvm = sys.argv[1:]
sys.path.insert(0, modules)

import ptxkit.lit  # found through the line above


def configuration(path=""):
    return SimpleNamespace(substitutions=[], available_features=set(), environment={"PATH": path})


def substituted(config, line):
    """As lit does: each substitution in its order."""
    for pattern, text in config.substitutions:
        line = re.sub(pattern, text, line)
    return line


def found(name, path):
    """A program of LLVM, as it is found with this PATH."""
    config = configuration(path)
    ptxkit.lit.configure(config, tools)
    return next((text for pattern, text in config.substitutions if re.search(pattern, name)), None)


def file_check(path):
    return found("FileCheck", path)


config = configuration()
ptxkit.lit.configure(config, tools, llvm)
for line in ("%ptx-check --verify x", "%ptx-verify -c -", "%ptx-fmt x | FileCheck y", "not %ptx-check x", "out/FileCheck.txt %ptx-checks"):
    print(f"{line}: {substituted(config, line)}")
print("features:", sorted(config.available_features & {"ptxkit", "FileCheck", "ptx-isa-9.4", "ptx-isa-99.0", "sm_100a", "sm_1"}))

with tempfile.TemporaryDirectory() as folder:
    # As Debian has it: links with the number of the release, older ones too.
    debian, pip = Path(folder, "debian"), Path(folder, "pip")
    debian.mkdir()
    print("FileCheck of an empty PATH:", file_check(str(debian)))
    (debian / "FileCheck-9").touch()
    (debian / "FileCheck-22").symlink_to(Path(llvm, "FileCheck"))
    print("FileCheck of FileCheck-22:", file_check(str(debian)))
    for compiler in ("llc-9", "llc-22", "clang++-22"):
        (debian / compiler).write_text("#!/bin/sh\n", encoding="utf-8")
        (debian / compiler).chmod(0o755)
    print("llc of llc-22:", found("llc", str(debian)).replace(folder, ""))
    # The machine can have a clang elsewhere.
    print("clang of clang++-22:", (found("clang", str(debian)) or "").startswith(str(debian)))
    pip.mkdir()
    (pip / "filecheck").write_text("#!/bin/sh\n", encoding="utf-8")
    (pip / "filecheck").chmod(0o755)
    print("FileCheck of filecheck:", file_check(str(pip)))
try:
    ptxkit.lit.configure(config, "/nowhere")
except ptxkit.lit.MissingProgram as error:
    print(f"MissingProgram: {error}")
