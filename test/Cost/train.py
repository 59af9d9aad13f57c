# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tools that were built to record what they do, on modules of inputs.py and on those of the tree:

    train.py --bin FOLDER --build FOLDER

What was recorded before in the build folder is removed first."""

import argparse
import subprocess
import tempfile
from pathlib import Path

import inputs

# Bytes of each input: training a large one says no more than a small one.
SIZES = {"regular": 1_000_000, "one-body": 300_000, "tensor": 300_000, "functions": 100_000,
         "erroneous": 100_000}
TREE = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, type=Path, help="folder with ptx-check and ptx-fmt")
    parser.add_argument("--build", required=True, type=Path, help="folder of the build")
    options = parser.parse_args()
    for record in options.build.rglob("*.gcda"):
        record.unlink()

    def run(tool, *arguments):
        code = subprocess.run([options.bin / tool, "-j1", *arguments], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode
        if code not in (0, 1):
            raise SystemExit(f"{tool} {' '.join(map(str, arguments))} exits with {code}")

    with tempfile.TemporaryDirectory() as folder:
        for path in inputs.write(folder, SIZES).values():
            run("ptx-check", path)
            run("ptx-fmt", path)
            run("ptx-fmt", "--canonical", path)
    for pattern in ("docs/**/*.ptx", "test/Canonical/*.ptx", "test/Lint/**/*.ptx"):
        for path in sorted(TREE.glob(pattern)):
            run("ptx-check", path)
            run("ptx-fmt", path)


if __name__ == "__main__":
    main()
