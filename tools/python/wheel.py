#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a wheel, the package of Python that pip installs:
wheel.py --version VERSION --strip PROGRAM --libc FILE --machine NAME --output FOLDER [--library FILE]... [--notice FILE]... PROGRAM...

It has the package `ptxkit` beside this script, the programs, the shared libraries and the notices. Programs and libraries are stripped.
The wheel is for one architecture, and for the release of glibc that the libraries are linked to, or newer ones."""

import argparse
import base64
import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
METADATA = """\
Metadata-Version: 2.1
Name: ptxkit
Version: {version}
Summary: A front-end for PTX, NVIDIA's virtual ISA: checker, formatter, stand-in for ptxas, plug-in of lit
License: Apache-2.0 WITH LLVM-exception
Requires-Python: >=3.8
"""


def tag(options):
    """The platform for which the wheel is (PEP 600)."""
    library, version = platform.libc_ver(options.libc)
    if library != "glibc":
        sys.exit(f"wheel.py: {options.libc} is not glibc")
    return f"manylinux_{version.replace('.', '_')}_{options.machine}"


def stripped(program, file):
    """The bytes of a program or library without its symbols."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "stripped")
        subprocess.run([program, "--strip-unneeded", "-o", output, file], check=True)
        return output.read_bytes()


def contents(options):
    """The files of the wheel: the name, the mode and the bytes of each."""
    information = f"ptxkit-{options.version}.dist-info"
    for module in sorted((HERE / "ptxkit").glob("*.py")):
        yield f"ptxkit/{module.name}", 0o644, module.read_bytes()
    for library in options.library:
        yield f"ptxkit/lib/{library.name}", 0o755, stripped(options.strip, library)
    for program in options.programs:
        yield f"ptxkit-{options.version}.data/scripts/{program.name}", 0o755, stripped(options.strip, program)
    for notice in options.notice:
        yield f"{information}/{notice.name}", 0o644, notice.read_bytes()
    yield f"{information}/METADATA", 0o644, METADATA.format(version=options.version).encode()
    yield f"{information}/entry_points.txt", 0o644, b"[console_scripts]\nptx-update-checks = ptxkit.update_checks:main\n"
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
    parser.add_argument("--strip", required=True, help="the program strip")
    parser.add_argument("--libc", required=True, help="the C library for which the shared libraries are")
    parser.add_argument("--machine", required=True, help="the architecture, as uname calls it")
    parser.add_argument("--output", type=Path, required=True, help="the folder of the wheel")
    parser.add_argument("--library", type=Path, action="append", default=[], help="a shared library, called as programs look for it")
    parser.add_argument("--notice", type=Path, action="append", default=[])
    parser.add_argument("programs", type=Path, nargs="+")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    for old in options.output.glob("ptxkit-*.whl"):
        old.unlink()
    path = options.output / f"ptxkit-{options.version}-py3-none-{tag(options)}.whl"
    write(path, contents(options), f"ptxkit-{options.version}.dist-info/RECORD")
    print(path)


main()
