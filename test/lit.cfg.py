# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lit suite: what a test file is, which programs it may call, and what runs on it unasked."""

import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))

from ptx_format import PtxTest  # found through the line above

config.name = "ptxkit"
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ptxkit_binary, "test")
config.suffixes = [".ptx", ".c", ".cu", ".ll", ".mlir", ".td", ".test"]
# Inputs and data belong to a test elsewhere. The others are programs, run by CTest.
config.excludes = ["Inputs", "data", "Unit", "Fuzz", "Bench", "Package", "Layering", "Style", "StartUp",
                   "AddInstruction", "Site"]
config.test_format = PtxTest(config.ptxkit_input_checks)
# lit searches no folder of this name, in which tests write.
for folder, subfolders, _ in os.walk(config.test_source_root):
    if "Output" in subfolders:
        lit_config.fatal(f"tests in {folder}/Output would not run")

# Our tools come first on PATH, then LLVM's FileCheck, not, split-file, last what generates sources, of another build.
search_path = [config.ptxkit_tools, config.llvm_tools, config.environment["PATH"]]
if config.build_programs:
    search_path.append(config.build_programs)
config.environment["PATH"] = os.pathsep.join(search_path)
for tool in ["ptx-check", "ptx-diff", "ptx-fmt", "ptx-dump", "ptx-layout", "ptx-reduce", "ptx-run", "ptx-verify"]:
    if not os.path.exists(os.path.join(config.ptxkit_tools, tool)):
        lit_config.fatal(f"{tool} is not built")
for tool in ["ptx-tblgen", "ptx-leanparser", "FileCheck", "not", "split-file"]:
    if not shutil.which(tool, path=config.environment["PATH"]):
        lit_config.fatal(f"{tool} was not found in {config.environment['PATH']}")

config.substitutions.append(("%{source}", config.ptxkit_source))
config.substitutions.append(("%{tools}", config.ptxkit_tools))
config.substitutions.append(
    ("%{pages}", os.path.join(config.ptxkit_binary, "docs", "instructions")))
config.substitutions.append(
    ("%{changes}", os.path.join(config.ptxkit_binary, "docs", "changes")))
config.substitutions.append(("%{database}", os.path.join(config.ptxkit_binary, "share", "ptxkit", "instructions.json")))
config.substitutions.append(("%{share}", os.path.join(config.ptxkit_binary, "share")))
config.substitutions.append(("%{python}", f"'{config.python}' -B"))
config.substitutions.append(
    ("%{exits}", f"sh '{os.path.join(config.test_source_root, 'Driver', 'Inputs', 'exits.sh')}'"))
config.substitutions.append(("%{lit}", f"'{config.python}' -B '{config.lit}'"))
config.substitutions.append(("%{llvm}", config.llvm_tools))
# The answer depends on the time limit, which a slow machine reaches.
config.substitutions.append(("%{prove}", "ptx-sanitize --prove --time-limit=600"))

# How many random cases a test runs, in tens. A sanitized program takes ten times as long for each, and finds faults of memory, in few of them.
config.substitutions.append(("%{tens}", "1" if config.is_sanitized else "3"))

# `ptxas` is NVIDIA's assembler. Few people have it: what needs it says `REQUIRES: ptxas`. It is asked thousands of times, whose
# answers a sanitized build of ours adds nothing to.
if not config.is_sanitized and shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")

# Optional programs: what formats manual pages, shells other than bash, tools of development.
for program in ["groff", "mandoc", "zsh", "fish", "git", "cmake", "make", "npm", "vim", "emacs", "tree-sitter"]:
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(program)

# The language server needs LLVM 22.
if os.path.exists(os.path.join(config.ptxkit_tools, "ptx-lsp")):
    config.available_features.add("ptx-lsp")

# Neovim, whose own client of the protocol the server is tried with; from 0.10 on it shows inlay hints.
nvim = shutil.which("nvim", path=config.environment["PATH"])
if nvim:
    config.available_features.add("nvim")
    version = subprocess.run([nvim, "--version"], capture_output=True, text=True).stdout
    found = re.match(r"NVIM v(\d+)\.(\d+)", version)
    if found and (int(found[1]), int(found[2])) >= (0, 10):
        config.available_features.add("nvim-0.10")

# `ptx-dump --parse-tree` requires ANTLR's C++ run time.
if config.has_antlr_runtime:
    config.available_features.add("antlr-runtime")
config.substitutions.append(("%{antlr4}", f"'{config.antlr4}'"))
config.substitutions.append(("%{grammar}", os.path.join(config.ptxkit_binary, "grammar")))

# Pygments, for which the Python package has lexers, and NumPy, whose arrays it executes kernels with.
for package in ["pygments", "numpy"]:
    if subprocess.run([config.python, "-c", f"import {package}"], check=False, stderr=subprocess.DEVNULL).returncode == 0:
        config.available_features.add(package)

# ANTLR's run time for Python (Debian's python3-antlr4), which may be that of another Python than the one of this suite. It has to read the
# automaton in the form that the tool writes, which changed with 4.10.
form = 3 if [int(part) for part in config.antlr4_version.split(".")] < [4, 10] else 4
fits = f"from antlr4.atn.ATNDeserializer import SERIALIZED_VERSION as form; assert form == {form}"
for python in [config.python, "/usr/bin/python3"]:
    if os.path.exists(python) and not subprocess.run([python, "-c", fits], capture_output=True).returncode:
        config.available_features.add("python-antlr4")
        config.substitutions.append(("%{python-antlr4}", f"'{python}' -B"))
        break

# The C library, which a sanitized build does not have.
library = os.path.join(config.ptxkit_binary, "lib", "ptxkit", "libptxkit.so")
if os.path.exists(library):
    config.available_features.add("shared-library")
    config.substitutions.append(("%{library}", library))

# ptx-litmus needs CaDiCaL.
if os.path.exists(os.path.join(config.ptxkit_tools, "ptx-litmus")):
    config.available_features.add("ptx-litmus")

# ajv, which validates JSON by schemas, from npm (through NODE_PATH) or from Debian's package node-ajv.
node = shutil.which("node", path=config.environment["PATH"])
if node:
    config.available_features.add("node")
    config.substitutions.append(("%{nodejs}", f"'{node}'"))
node_path = os.pathsep.join(filter(None, [os.environ.get("NODE_PATH"), "/usr/share/nodejs"]))
if node and subprocess.run([node, "-e", "require('ajv')"], stderr=subprocess.DEVNULL,
                           env={**os.environ, "NODE_PATH": node_path}).returncode == 0:
    config.available_features.add("ajv")
    config.environment["NODE_PATH"] = node_path
    config.substitutions.append(("%{node}", f"'{node}'"))

# What extensions of editors have of the tables.
config.substitutions.append(("%{editors}", os.path.join(config.ptxkit_binary, "editors")))

# The packages of npm that the extension of Visual Studio Code names: where `npm ci` puts them, or elsewhere.
modules = os.environ.get("PTXKIT_NODE_MODULES") or os.path.join(
    config.ptxkit_source, "tools", "editors", "vscode", "node_modules")
if node and os.path.isdir(os.path.join(modules, "vscode-languageserver-protocol")):
    config.available_features.add("vscode-modules")
    config.substitutions.append(("%{modules}", f"'{os.path.abspath(modules)}'"))

# The Python module jsonschema, which validates JSON by schemas.
if subprocess.run([config.python, "-c", "import jsonschema"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("python-jsonschema")

# The official SDK of the Model Context Protocol, of this Python or of the one that a variable names, which has jsonschema too.
for python in filter(None, [config.python, os.environ.get("PTXKIT_MCP_PYTHON")]):
    if subprocess.run([python, "-c", "import mcp, jsonschema"], stderr=subprocess.DEVNULL).returncode == 0:
        config.available_features.add("python-mcp")
        config.substitutions.append(("%{python-mcp}", f"'{python}' -B"))
        break

# A copy of the schema of SARIF 2.1.0, which the Python module jsonschema or ajv reads.
schema = os.environ.get("PTXKIT_SARIF_SCHEMA")
if schema and os.path.exists(schema):
    config.substitutions.append(("%{sarif-schema}", f"'{os.path.abspath(schema)}'"))
    config.available_features.add("sarif-schema")
    if "python-jsonschema" in config.available_features:
        config.available_features.add("sarif-schema-python")

# The files for pre-commit, GitHub and GitLab are YAML.
if subprocess.run([config.python, "-c", "import yaml"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("python-yaml")

# A sanitizer's report aborts. With an exit code, `not ptx-check` would take it for a diagnostic.
# LLVM's libraries are not sanitized: what of their allocators is compiled in ours marks memory that
# they then use, which is not to be reported.
config.environment["ASAN_OPTIONS"] = "abort_on_error=1:allow_user_poisoning=0"
config.environment["UBSAN_OPTIONS"] = "abort_on_error=1:print_stacktrace=1"
config.environment["ASAN_SYMBOLIZER_PATH"] = os.path.join(config.llvm_tools, "llvm-symbolizer")
