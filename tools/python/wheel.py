#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a wheel, the package of Python that pip installs:
wheel.py --version VERSION --readelf PROGRAM --machine NAME --output FOLDER [--library FILE]... [--notice FILE]... [--data FILE]...
  --program FILE NAME...

It has the package `ptxkit` beside this script with the data that its modules read, the program with a script for each NAME that it runs under, the shared libraries and the
notices. The wheel is for one architecture, and for each release of glibc that has what the libraries use. The program is static: without a
library the wheel is for musl, and installs where glibc is too old, too."""

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
METADATA = """\
Metadata-Version: 2.1
Name: ptxkit
Version: {version}
Summary: Linter, formatter and language server for PTX, NVIDIA's virtual instruction set; no CUDA and no GPU required
Author: The ptxkit authors
License: Apache-2.0 WITH LLVM-exception
Keywords: PTX,CUDA,GPU,linter,formatter,language server,lit
Classifier: Development Status :: 4 - Beta
Classifier: Environment :: Console
Classifier: Intended Audience :: Developers
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Software Development :: Compilers
Classifier: Topic :: Software Development :: Quality Assurance
Classifier: Typing :: Typed
Requires-Python: >=3.8
Provides-Extra: mcp
Requires-Dist: mcp>=1.10; extra == "mcp"
Description-Content-Type: text/markdown

"""
# pipx and uv put links to the scripts on PATH.
SCRIPT = """\
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/{program}" {tool} "$@"
"""
# The oldest release with a name (PEP 599), which pip has known before the names with two numbers.
OLDEST = (2, 17)


def glibc(readelf, library):
    """The oldest release of glibc that has the versions of all symbols that a library uses; the library uses no other C++ library."""
    printed = subprocess.run([readelf, "--wide", "--version-info", "--dynamic", library], check=True, text=True, capture_output=True).stdout
    if "libstdc++" in printed:
        sys.exit(f"wheel.py: {library} is not linked statically to libstdc++")
    return max([OLDEST, *(tuple(map(int, version)) for version in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", printed))])


def tag(options):
    """The platform for which the wheel is (PEP 599, PEP 600, PEP 656)."""
    if not options.library:
        return f"musllinux_1_1_{options.machine}"
    version = max(glibc(options.readelf, library) for library in options.library)
    return f"manylinux2014_{options.machine}" if version == OLDEST else "manylinux_{}_{}_{}".format(*version, options.machine)


def contents(options):
    """The files of the wheel: the name, the mode and the bytes of each."""
    information = f"ptxkit-{options.version}.dist-info"
    for module in sorted((HERE / "ptxkit").iterdir()):
        if module.suffix == ".py" or module.name == "py.typed":
            yield f"ptxkit/{module.name}", 0o644, module.read_bytes()
    for data in options.data:
        yield f"ptxkit/{data.name}", 0o644, data.read_bytes()
    for library in options.library:
        yield f"ptxkit/lib/{library.name}", 0o755, library.read_bytes()
    scripts = f"ptxkit-{options.version}.data/scripts"
    yield f"{scripts}/{options.program.name}", 0o755, options.program.read_bytes()
    for name in options.names:
        yield f"{scripts}/{name}", 0o755, SCRIPT.format(program=options.program.name, tool=name).encode()
    for notice in options.notice:
        yield f"{information}/{notice.name}", 0o644, notice.read_bytes()
    yield f"{information}/METADATA", 0o644, METADATA.format(version=options.version).encode() + (HERE / "README.md").read_bytes()
    yield f"{information}/entry_points.txt", 0o644, (HERE / "entry_points.txt").read_bytes()
    wheel = f"Wheel-Version: 1.0\nGenerator: ptxkit\nRoot-Is-Purelib: false\nTag: py3-none-{tag(options)}\n"
    yield f"{information}/WHEEL", 0o644, wheel.encode()


def write(path, files, record):
    """Writes the files and the record of them, with the time that a reproducible build gives."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    moment = max(time.gmtime(seconds)[:6], (1980, 1, 1, 0, 0, 0))
    lines = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, mode, data):
            entry = zipfile.ZipInfo(name, moment)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)

        for name, mode, data in files:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(data)}\n")
            add(name, mode, data)
        add(record, 0o644, "".join([*lines, f"{record},,\n"]).encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--readelf", required=True, help="the program readelf")
    parser.add_argument("--machine", required=True, help="the architecture, as uname calls it")
    parser.add_argument("--output", type=Path, required=True, help="the folder of the wheel")
    parser.add_argument("--library", type=Path, action="append", default=[], help="a shared library, called as programs look for it")
    parser.add_argument("--data", type=Path, action="append", default=[], help="a file that a module reads")
    parser.add_argument("--notice", type=Path, action="append", default=[])
    parser.add_argument("--program", type=Path, required=True, help="the program that all names run")
    parser.add_argument("names", nargs="+", help="a name of a tool")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    platform = tag(options)
    for old in options.output.glob(f"ptxkit-*{platform.partition('linux')[0]}linux*.whl"):
        old.unlink()
    path = options.output / f"ptxkit-{options.version}-py3-none-{platform}.whl"
    write(path, contents(options), f"ptxkit-{options.version}.dist-info/RECORD")
    print(path)


main()
