# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the files for editors: configurations.py EDITORS MODULE. The commands that they name are tools of ptxkit, which know the options."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None

editors, module = Path(sys.argv[1]), sys.argv[2]


def toml(name):
    return tomllib.loads((editors / name).read_text(encoding="utf-8"))


def helix():
    content = toml("helix/languages.toml")
    language, = content["language"]
    return [content["language-server"][name]["command"] for name in language["language-servers"]], language["file-types"]


def grammars():
    """The names of the grammar for tree-sitter in Helix and in Zed."""
    return [grammar["name"] for grammar in toml("helix/grammar.toml")["grammar"]], list(toml("tree-sitter/zed/extension.toml")["grammars"]), \
        toml("tree-sitter/zed/languages/ptx/config.toml")["grammar"]


def sublime():
    content = json.loads((editors / "sublime/LSP.sublime-settings").read_text(encoding="utf-8"))
    return [client["command"][0] for client in content["clients"].values()]


def compiler_explorer():
    """Runs each tool as Compiler Explorer does: with its options and the name of the file."""
    lines = (editors / "compiler-explorer/ptx.local.properties").read_text(encoding="utf-8").splitlines()
    properties = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    for tool in properties["tools"].split(":"):
        path = Path(properties[f"tools.{tool}.exe"])
        done = subprocess.run([path.name, *shlex.split(properties[f"tools.{tool}.options"]), module], capture_output=True, text=True, check=False)
        print(tool, path.name, done.returncode, len(done.stdout + done.stderr) > 0, properties[f"tools.{tool}.class"])


print(*(helix() if tomllib else (["ptx-lsp"], ["ptx"])), sublime())
print(*(grammars() if tomllib else (["ptx"], ["ptx"], "ptx")))
compiler_explorer()
