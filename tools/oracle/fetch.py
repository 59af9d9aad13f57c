#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches `ptxas` of a release of CUDA into a build folder: fetch.py RELEASE [FOLDER].

RELEASE is one from 13.0 on, such as 13.5; FOLDER is build/oracle unless given. The program is put into
FOLDER/RELEASE/ptxas, whose path is printed: with FOLDER/RELEASE first on PATH, the tests that ask a `ptxas` ask this one.

pip downloads the package that NVIDIA publishes for users of Python, under NVIDIA's licence, and `ptxas` is taken out of it.
Nothing in the project needs it, and nothing of it is stored here or in a package.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "nvidia-cuda-nvcc"
BUILD = Path(__file__).resolve().parents[2] / "build" / "oracle"


def program_of(wheel):
    """The content of `ptxas` in a wheel; None if there is none."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith("/bin/ptxas"):
                return archive.read(name)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release")
    parser.add_argument("folder", type=Path, nargs="?", default=BUILD)
    options = parser.parse_args()
    if not re.fullmatch(r"1[3-9]\.\d+", options.release):
        parser.error(f"{options.release} is not a release from 13.0 on")
    target = options.folder / options.release / "ptxas"
    if not target.exists():
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
                            "--dest", folder, f"{PACKAGE}=={options.release}.*"], check=True)
            programs = [program_of(wheel) for wheel in Path(folder).glob("*.whl")]
        if not any(programs):
            sys.exit(f"the package of {options.release} has no ptxas")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(next(filter(None, programs)))
        target.chmod(0o755)
    version = subprocess.run([target, "--version"], capture_output=True, text=True, check=False).stdout
    if f"release {options.release}," not in version:
        sys.exit(f"{target} is not of release {options.release}")
    print(target)


if __name__ == "__main__":
    main()
