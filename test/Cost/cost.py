# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what a check costs with the record, cost.json:

    cost.py --check PROGRAM --build NAME [--write]

For each module of inputs.py: millions of instructions (by valgrind's callgrind, which counts the same
each time), page faults and peak memory in megabytes, at least what this script takes. `NAME` names compiler and LLVM: figures of another
one are printed and not judged. The exit status is 1 if a figure is more than 3 % above its record, or so
far below that the record is worth changing; `--write` records the figures of this run."""

import argparse
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import inputs

RECORD = Path(__file__).with_name("cost.json")
TOLERANCE = 0.03
# Of page faults and megabytes this much depends on the system, the same for all sizes.
SLACK = {"instructions": 0, "faults": 60, "megabytes": 0.5}


def do_without_large_pages():
    """For the programs that this one starts: how many the system has at hand changes the page faults."""
    PR_SET_THP_DISABLE = 41
    ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)


def measure(program, path):
    command = [program, "-j1", str(path)]
    counted = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    instructions = re.search(r"Collected : (\d+)", counted.stderr)
    if not instructions:
        sys.exit(f"cost.py: callgrind counts nothing:\n{counted.stderr}")
    with open(os.devnull, "w", encoding="ascii") as null:
        child = subprocess.Popen(command, stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"cost.py: {' '.join(command)} fails")
    return {"instructions": round(int(instructions[1]) / 1e6, 1), "faults": usage.ru_minflt,
            "megabytes": round(usage.ru_maxrss / 1000, 1)}


def judge(figure, now, before):
    if abs(now - before) <= TOLERANCE * before + SLACK[figure]:
        return ""
    return "  MORE" if now > before else "  LESS: record it"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", required=True, help="the program ptx-check")
    parser.add_argument("--build", required=True, help="compiler and LLVM that it was built with")
    parser.add_argument("--write", action="store_true", help="record the figures")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: there is no valgrind")
        return 0
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    before = record.get(options.build, {})
    if not before:
        print(f"no figures of {options.build}; nothing is judged")
    do_without_large_pages()
    failed = False
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        # By another process, whose memory a program that this one starts does not inherit.
        subprocess.run([sys.executable, "-B", inputs.__file__, folder], check=True)
        for name in inputs.SIZES:
            path = Path(folder, f"{name}.ptx")
            figures[name] = measure(options.check, path)
            for figure, now in figures[name].items():
                known = before.get(name, {}).get(figure)
                verdict = judge(figure, now, known) if known else ""
                failed |= bool(verdict)
                print(f"{name:10} {figure:13} {now:10} {'' if known is None else known:>10}{verdict}")
    if options.write:
        record[options.build] = figures
        RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        return 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
