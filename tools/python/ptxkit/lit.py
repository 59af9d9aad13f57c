# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plug-in of lit, LLVM's test runner. A lit.cfg.py that uses it:

    import lit.formats
    import ptxkit.lit

    config.name = "kernels"
    config.suffixes = [".ptx", ".ll"]
    config.test_format = lit.formats.ShTest()
    ptxkit.lit.configure(config)

Tests then have the programs of ptxkit as %ptx-check, %ptx-fmt, %ptx-verify and so on, LLVM's FileCheck, not, split-file, llc, opt, clang
and mlir-opt by these names, wherever they are installed, and features for `REQUIRES:`, which `configure` lists.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, Optional, Union

from ptxkit import programs

LLVM_PROGRAMS = ("FileCheck", "not", "split-file", "count")
LLVM_COMPILERS = ("clang", "llc", "mlir-opt", "opt")
OTHERS = ("cuobjdump", "nvcc", "nvdisasm", "ptxas")


class MissingProgram(Exception):
    """A program that every test suite needs was not found."""


def configure(config: Any, tools: Optional[Union[str, "os.PathLike[str]"]] = None,
              llvm: Optional[Union[str, "os.PathLike[str]"]] = None) -> None:
    """Adds to lit's configuration of a suite the substitutions and these features:

    - `ptxkit`, and `ptx-litmus` and `ptx-lsp` where these are installed;
    - `ptx-isa-9.4` and `sm_100a` for each version of PTX and each target that ptxkit knows;
    - `FileCheck`, and `llc`, `nvcc`, `ptxas` and other programs that suites use, where they are on PATH, those of LLVM also as `llc-22`;
    - `nvptx-registered-target`, as in LLVM's own suites, where llc can make PTX.

    `tools` and `llvm` are folders of the programs of ptxkit and of LLVM, for builds that are not installed; PATH of the configuration is
    searched otherwise. Raises MissingProgram if there is no ptx-check.
    """
    path = os.pathsep.join(filter(None, [llvm and os.fspath(llvm), config.environment.get("PATH", os.environ.get("PATH"))]))
    found = {name: programs.find(name, tools) for name in programs.NAMES}
    if not found["ptx-check"]:
        raise MissingProgram("ptx-check was not found" + (f" in {tools}" if tools else ""))
    for name, program in found.items():
        if program:
            _substitute(config, f"%{name}", program)
    of_llvm = {name: program for name in LLVM_PROGRAMS + LLVM_COMPILERS if (program := find_llvm(name, path))}
    for name, program in of_llvm.items():
        _substitute(config, name, program)
    config.available_features |= of_llvm.keys() & {"FileCheck", *LLVM_COMPILERS}

    config.available_features |= {"ptxkit"} | {name for name in ("ptx-litmus", "ptx-lsp") if found[name]}
    if found["ptx-verify"]:
        config.available_features |= {f"ptx-isa-{version}" for version in _printed(found["ptx-verify"], "--list-version").split()}
        config.available_features |= set(re.findall(r"'(sm_\w+)'", _printed(found["ptx-verify"], "--help")))
    config.available_features |= {name for name in OTHERS if shutil.which(name, path=path)}
    if "llc" in of_llvm and "nvptx64" in _printed(of_llvm["llc"], "--version"):
        config.available_features.add("nvptx-registered-target")


def _substitute(config, word, program):
    """Has lit replace a word, not as a part of another word or of a path, by the path of a program."""
    config.substitutions.append((rf"(?<![\w./%-]){re.escape(word)}(?![\w./+-])", shlex.quote(program)))


def _printed(*command):
    return subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def find_llvm(name, path):
    """A program of LLVM, also where only `llc-22` or `FileCheck-22` is on PATH, as on Debian: the one in the folder to which such a name
    of the newest release links. Else the Python package filecheck's, which has FileCheck in small letters."""
    program = shutil.which(name, path=path)
    if program:
        return program
    versions = {}
    for folder in filter(None, path.split(os.pathsep)):
        for file in (file for known in (name, "FileCheck") for file in Path(folder).glob(f"{known}-[0-9]*")):
            versions.setdefault(int(re.match(r"\d+", file.name[file.name.rindex("-") + 1:])[0]), file)
    for _, file in sorted(versions.items(), reverse=True):
        program = shutil.which(name, path=os.fspath(file.resolve().parent))
        if program or file.name.startswith(f"{name}-"):
            return program or os.fspath(file)
    return shutil.which(name.lower(), path=path) if name == "FileCheck" else None
