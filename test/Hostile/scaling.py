# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how the work of the tools grows with the size of each kind of input of scaling_inputs.py.

    scaling.py --bin FOLDER [--size MB] [--factor N] [--only REGEX] [--time]

A run on an input and one on a multiple of it, four times by default, give the exponent of the growth: 1 is linear, 2 is the square. What is compared are
instructions, which `perf` counts where it can, else valgrind, so that a busy machine does not matter; with `--time` it is user time.
Each line has the exponent, and peak memory as a multiple of the input. Those above the limits are marked and listed at the end; the exit
status is 1 if there are any."""

import argparse
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import scaling_inputs as inputs

EXPONENT = 1.15
LEAST_INSTRUCTIONS, LEAST_MICROSECONDS = 2e6, 2e4
MEMORY_PER_BYTE, MEMORY_BASE = 20, 64 << 20

# What is run on inputs of each extension.
TOOLS = {
    "ptx": {"check": ["ptx-check", "-j1", "--no-config", "-Weverything"], "fix": ["ptx-check", "-j1", "--no-config", "--diff"],
            "fmt": ["ptx-fmt", "-j1", "--no-config"], "canonical": ["ptx-fmt", "-j1", "--no-config", "--canonical"],
            "requirements": ["ptx-check", "-j1", "--no-config", "--requirements"], "verify": ["ptx-verify", "-arch", "sm_90"],
            "expected": ["ptx-check", "-j1", "--no-config", "--verify"],
            "sanitize": ["ptx-sanitize", "--schedules=1", "--step-limit=0", "--entry=k"]},
    "cu": {"check": ["ptx-check", "-j1", "--no-config", "-Weverything"], "fmt": ["ptx-fmt", "-j1", "--no-config", "--inline"],
           "fix": ["ptx-check", "-j1", "--no-config", "--diff"]},
    "ll": {"check": ["ptx-check", "-j1", "--no-config", "-Weverything"]},
    "mlir": {"check": ["ptx-check", "-j1", "--no-config", "-Weverything"]},
}
TOOLS |= {extension: TOOLS["ll"] for extension in ("py", "ipynb", "rs", "jl", "cl")}


def usage(command):
    """Microseconds of user time and peak bytes of a run; it is the only child of a process of its own."""
    script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
              "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime, used.ru_maxrss)")
    seconds, kilobytes = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, check=True).stdout.split()
    return 1e6 * float(seconds), int(kilobytes) << 10


def perf_count(command):
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *command], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    found = re.search(r"^(\d+),,instructions", done.stderr, re.MULTILINE)
    return int(found[1]) if found else None


def valgrind_count(command):
    log = tempfile.NamedTemporaryFile()
    subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log.name}", *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    found = re.search(rb"I\s+refs:\s+([\d,]+)", log.read())
    return int(found[1].replace(b",", b"")) if found else None


def counter():
    if shutil.which("perf") and perf_count(["true"]):
        return perf_count
    if shutil.which("valgrind"):
        return valgrind_count
    sys.exit("neither perf nor valgrind counts instructions here; use --time")


class Scaling:
    def __init__(self, options):
        self.bin = options.bin
        self.size = int(options.size * 1e6)
        self.factor = options.factor
        self.only = re.compile(options.only)
        self.counter = None if options.time else counter()
        self.unit = "s" if options.time else "M instructions"
        self.least = LEAST_MICROSECONDS if options.time else LEAST_INSTRUCTIONS
        self.rows, self.above = 0, []
        self.bases = {}  # by command: the count of an input without anything

    def count(self, command):
        """What a run takes, and its peak memory."""
        microseconds, memory = usage(command)
        return (self.counter(command) if self.counter else microseconds), memory

    def measure(self, name, command, write, size):
        """`write(n)` makes the input; `command` reads it."""
        if not self.only.search(name):
            return
        command = [os.path.join(self.bin, command[0]), *command[1:]]
        base = self.bases.get(tuple(command))
        if base is None:
            write(0)
            base = self.bases[tuple(command)] = self.count(command)[0]
        smalls, larges = [], []
        # A time that other work on the machine disturbs is measured again.
        for _ in range(3 if self.counter is None else 1):
            write(size // self.factor)
            smalls.append(self.count(command)[0])
            length = write(size)
            large, memory = self.count(command)
            larges.append(large)
            small, large = min(smalls), min(larges)
            # What takes next to nothing, such as an input that a limit refuses, has no exponent, and what is below the resolution no ratio.
            exponent = math.log((large - base) / max(small - base, self.least / 10), self.factor) if large - base > self.least else 0
            if exponent <= EXPONENT:
                break
        marks = ("  GROWS" if exponent > EXPONENT else "") + ("  MEMORY" if memory > MEMORY_PER_BYTE * length + MEMORY_BASE else "")
        row = f"{name:52} {length / 1e6:7.2f} MB  exponent {exponent:5.2f}  {large / 1e6:8.2f} {self.unit}  memory {memory / 1e6:6.1f} MB, {memory / length:5.1f} x{marks}"
        print(row, flush=True)
        self.rows += 1
        if marks:
            self.above.append(row)

    def sources(self, folder):
        for name, extension, build in inputs.dimensions():
            path = os.path.join(folder, "k." + extension)
            for tool, command in TOOLS[extension].items():
                # Each round of fixes is a check, and a round takes 10,000 findings of a rule.
                size = min(self.size, 100_000) if tool == "fix" else self.size
                self.measure(f"{name} ({tool})", [*command, path], lambda n: put(path, build(n)), size)

    def side_files(self, folder):
        """What is read beside a source; limits of size keep configurations small."""
        source = os.path.join(folder, "k.ptx")
        put(source, inputs.HEADER)
        check = ["ptx-check", "-j1", source]
        for name, build in inputs.CONFIGURATION.items():
            path = os.path.join(folder, "config")
            self.measure(f"configuration: {name}", [*check, "--config", path], lambda n: put(path, build(n)), min(self.size, 200_000))
        repository = os.path.join(folder, "repository")
        os.makedirs(os.path.join(repository, ".git"))
        for i in range(100):
            os.makedirs(os.path.join(repository, f"b{i}"))
            put(os.path.join(repository, f"b{i}", "k.ptx"), inputs.HEADER)
        for name, build in inputs.IGNORED.items():
            path = os.path.join(repository, ".gitignore")
            self.measure(f"ignored: {name}", ["ptx-check", "-j1", repository], lambda n: put(path, build(n)), min(self.size, 200_000))
        for name, (command, build, most) in inputs.READERS.items():
            path = os.path.join(folder, "side")
            command = [argument.replace("FILE", path).replace("SOURCE", source) for argument in command]
            self.measure(f"reader: {name}", command, lambda n: put(path, build(n)), min(self.size, most))
        for option, build in (("--baseline", inputs.baseline), ("--diff-from", inputs.difference)):
            path = os.path.join(folder, "side")
            self.measure(f"{option[2:]}", [*check, "--no-config", option, path], lambda n: put(path, build(n)), self.size)

    def many_files(self, folder):
        """Many files of a few bytes; the names count as their size."""
        def fill(n):
            root = os.path.join(folder, "many")
            shutil.rmtree(root, ignore_errors=True)
            os.makedirs(root)
            for i in range(max(1, n // 1000)):
                put(os.path.join(root, f"k{i}.ptx"), inputs.HEADER + inputs.ENTRY + "ret; }\n")
            return max(n, 1)
        self.measure("many files (check)", ["ptx-check", "-j1", "--no-config", os.path.join(folder, "many")], fill, self.size)


def put(path, text):
    with open(path, "w", encoding="latin-1", newline="") as file:
        file.write(text)
    return max(os.path.getsize(path), 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--size", type=float, default=1, help="megabytes of the larger input (default 1)")
    parser.add_argument("--factor", type=int, default=4, help="how much larger it is than the other (default 4)")
    parser.add_argument("--only", default="", help="only rows whose names fit this regular expression")
    parser.add_argument("--time", action="store_true", help="compare user time in place of instructions")
    options = parser.parse_args()
    scaling = Scaling(options)
    with tempfile.TemporaryDirectory() as folder:
        scaling.sources(folder)
        scaling.side_files(folder)
        scaling.many_files(folder)
    print(f"\n{scaling.rows} rows, {len(scaling.above)} above a limit", *scaling.above, sep="\n")
    return 1 if scaling.above else 0


if __name__ == "__main__":
    sys.exit(main())
