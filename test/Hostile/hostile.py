# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds ptx-check and ptx-fmt inputs that are made to break them: a million nested brackets, lines and
comments of a hundred megabytes, missing files.

    hostile.py --bin FOLDER [--scale X] [--no-limits]

Each input has to end in the exit code and the message that are expected here, within time and memory
that are linear in its size: per byte, the whole input may not take much more than its quarter. `--scale`
makes the inputs smaller; `--no-limits` is for a build with sanitizers, which take time and memory of
their own. Prints a table; the exit status is 1 if anything is not as expected."""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEADER = ".version 9.0\n.target sm_90\n"
BODY = HEADER + ".entry k() {\n"

# Most bytes of memory for each byte of input, beside what any input takes. The system counts the memory
# of this script among the latter.
MEMORY_PER_BYTE = 20
MEMORY_BASE = 64 << 20
# One expression in which every byte is an operator or a number: each is a token of 8 bytes and a node
# of 16, and waits on a stack of 8 for each until the expression ends.
MEMORY_PER_BYTE_OF_EXPRESSION = 34
EXPRESSIONS = {"prefix operators", "one sum", "one immediate"}
# A run of a quarter of the size may not take less than a sixth of the time, beside start-up and noise.
TIME_FACTOR = 6
TIME_BASE = 0.3
MILLION = 1_000_000


def nest(before, opening, closing, after):
    """A builder of inputs that nest n brackets."""
    return lambda n: before + opening * n + "1" + closing * n + after


def line(before, unit, after):
    """A builder of inputs that repeat `unit` up to n bytes on one line."""
    return lambda n: before + unit * (n // len(unit)) + after


# name, size at scale 1, builder, exit code, pattern in the diagnostics
CASES = [
    ("nested blocks", MILLION, lambda n: BODY + "{" * n + "}" * n + "}\n", 1, "braces nested more"),
    ("open blocks", MILLION, lambda n: BODY + "{" * n, 1, "nested more|missing `}`"),
    ("stray braces", MILLION, lambda n: HEADER + "}" * n, 1, "stray `}`"),
    ("nested parentheses", MILLION, nest(BODY + "mov.u32 a, ", "(", ")", ";\n}\n"), 1, "nested more"),
    ("open parentheses", MILLION, nest(BODY + "mov.u32 a, ", "(", "", ";\n}\n"), 1, "nested more"),
    ("nested initializers", MILLION, nest(HEADER + ".global .b32 a[1] = ", "{", "}", ";\n"), 1,
     "nested more"),
    ("open initializers", MILLION, nest(HEADER + ".global .b32 a[1] = ", "{", "", ";\n"), 1,
     "nested more"),
    ("initializers in a body", MILLION, nest(BODY + ".global .b32 a[1] = ", "{", "}", ";\n}\n"), 1,
     "nested more"),
    ("nested conditionals", MILLION, nest(HEADER + ".global .b32 a = ", "1?", ":1", ";\n"), 1,
     "nested more"),
    ("casts", MILLION, nest(HEADER + ".global .b32 a = ", "(.s64)", "", ";\n"), 1, "nested more"),
    ("prefix operators", 20 * MILLION, nest(HEADER + ".global .b32 a = ", "-", "", ";\n"), 0, None),
    ("brackets", MILLION, nest(BODY + "mov.u32 a, ", "[", "]", ";\n}\n"), 1, "expected"),
    ("vectors", MILLION, nest(BODY + "mov.b64 a, ", "{", "}", ";\n}\n"), 1, "expected"),
    ("line of instructions", 200 * MILLION, line(BODY, "add.u32 %r1, %r2, 0x10; ", "}\n"), 0, None),
    ("line of blanks", 200 * MILLION, line(HEADER, " ", "."), 1, "unexpected character"),
    ("one name", 100 * MILLION, lambda n: BODY + "bra " + "a" * n + ";}\n", 0, None),
    ("one number", 100 * MILLION, lambda n: BODY + "mov.u32 a, " + "1" * n + ";}\n", 1, "64 bits"),
    ("one fraction", 10 * MILLION, lambda n: BODY + "mov.f64 a, ." + "1" * n + ";}\n", 0, None),
    ("one declaration", 20 * MILLION, line(HEADER + ".global .b32 a", ",c", ";\n"), 0, None),
    ("one sum", 20 * MILLION, line(HEADER + ".global .b32 a = 1", "+1", ";\n"), 0, None),
    ("unterminated string", 100 * MILLION, line(HEADER + ".pragma \"", "a ", ""), 1, "not closed"),
    ("unterminated string in a body", 100 * MILLION, line(BODY + ".pragma \"", "a\n", ""), 1,
     "not closed"),
    ("unterminated comment", 100 * MILLION, line(HEADER + "/*", "a*", ""), 1, "not closed"),
    ("unterminated comment in a body", 100 * MILLION, line(BODY + "/*", "*\n", ""), 1, "not closed"),
    ("quotes", 20 * MILLION, line(HEADER, "\"\" ", ""), 1, "expected"),
    ("comments", 50 * MILLION, line(HEADER, "/**/", ""), 0, None),
    ("line comments", 50 * MILLION, line(HEADER, "//\n", ""), 0, None),
    ("semicolons", 20 * MILLION, line(BODY, ";", "}\n"), 1, "stray `;`"),
    ("at signs", 20 * MILLION, line(BODY, "@", "}\n"), 1, "expected"),
    ("hash signs", 20 * MILLION, line(HEADER, "#\n", ""), 1, "preprocessor line"),
    ("unfinished line markers", 20 * MILLION, line(HEADER, "# 1 \"", ""), 1, "preprocessor line"),
    ("backslashes", 20 * MILLION, line(BODY, "\\", "}\n"), 1, "expected"),
    ("odd bytes", 20 * MILLION, line(BODY, "\x01", "}\n"), 1, "unexpected character"),
    ("labels", 20 * MILLION, line(BODY, "L:", "}\n"), 0, None),
    ("labels without colons", 20 * MILLION, line(BODY, "L\n", "}\n"), 1, "a label ends in"),
    ("declared functions", 20 * MILLION, line(HEADER, ".func f;", ""), 0, None),
    ("unfinished functions", 20 * MILLION, line(HEADER, ".func\n", ""), 1, "expected"),
    ("empty functions", 20 * MILLION, line(HEADER, ".func f{}", ""), 0, None),
    ("functions without a brace", 20 * MILLION, line(HEADER, ".func f{\n", ""), 1, "missing `}`"),
    ("sections", 20 * MILLION, line(HEADER, ".section .a{.b8 1}", ""), 0, None),
    ("open sections", 20 * MILLION, line(HEADER, ".section .a{", ""), 1, "expected|missing"),
    ("dots", 20 * MILLION, line(BODY, ".", "}\n"), 1, "unexpected character"),
    ("different words", 20 * MILLION,
     lambda n: BODY + "".join(f"a{i};" for i in range(n // 8)) + "}\n", 0, None),
]

def short_calls(n):
    """As many calls of one function as it has parameters, each with one argument."""
    count = n // 34
    return (HEADER + ".func f(" + ",".join(f".reg .b32 a{i}" for i in range(count)) + ") { ret; }\n"
            + BODY.removeprefix(HEADER) + FEW + "call f, (%r1);\n" * count + "}\n")


PREDICATES = ".reg .pred %p<9>;\n"
FEW = ".reg .b32 %r<9>;\n.reg .b64 %d<9>;\n"


def repeat(before, statement, after="}\n"):
    """A builder of inputs that repeat `statement`, with the number put in place of #, up to n bytes."""
    return lambda n: before + "".join(
        statement.replace("#", str(i)) for i in range(n // (len(statement) + 4))) + after


# What takes the passes behind the parser to their limits; ptx-check reads all of it.
MEANING = [
    ("unknown names", 4 * MILLION, repeat(BODY, "mov.b32 a#, b#;\n"), 1, "is not declared"),
    ("unknown instructions", 4 * MILLION, repeat(BODY, "addd#.s32 1;\n"), 1, "not an instruction"),
    ("unknown modifiers", 4 * MILLION, repeat(BODY, "add.q# 1;\n"), 1, "not a modifier"),
    ("odd modifiers", 2 * MILLION,
     repeat(BODY, "ld" + ".global" * 8 + ".L2::128B" * 8 + ".v4" * 8 + ".u32.b# 1;\n"), 1, "`ld`|`.b0`"),
    ("blocks of names", 4 * MILLION, repeat(BODY, "{ .reg .b32 x; mov.b32 x, #; }\n"), 0, None),
    ("registers again and again", 4 * MILLION, repeat(BODY, ".reg .b32 x<1>; mov.b32 x1, #;\n"), 1,
     "`x1` is not declared"),
    ("branches", 4 * MILLION, repeat(BODY, "L#: bra L#;\n"), 0, None),
    ("calls", 4 * MILLION, repeat(HEADER, ".func f#() { call f#; ret; }\n", ""), 0, None),
    ("one immediate", 4 * MILLION, line(BODY + FEW + "add.s32 %r1, %r1, 1", "+1", ";}\n"), 0, None),
    ("one vector", 100_000, line(BODY + FEW + "mov.b64 %d1, {%r1", ",%r1", "};}\n"), 1, "vector|type"),
    ("vectors that do not fit", 4 * MILLION,
     repeat(BODY + FEW, "ld.global.v4.f32 {%r1, %d1, _, #}, [%d1];\n"), 1, "operand 1"),
    ("calls with too few arguments", MILLION, short_calls, 1, "1 argument"),
    ("features of later targets", 4 * MILLION,
     repeat(BODY.replace("sm_90", "sm_75") + FEW, "redux.sync.add.s32 %r1, %r1, #;\n"), 1, "more uses"),
]

# All lints, those that are off by default too.
LINT_FLAGS = ["-W" + name for name in (
    "register-never-written", "read-before-write", "unused-register", "unused-label",
    "unused-variable", "unused-parameter", "constant-predicate", "unreachable-code",
    "deprecated-form", "mixed-access", "maximum-threads")]


def tables(n):
    """Very many branches that share one list of very many labels."""
    labels = [f"L{i}" for i in range(n // 40)]
    return (BODY + PREDICATES + FEW + "".join(label + ":\n" for label in labels) + "T: .branchtargets "
            + ",".join(labels) + ";\n" + "@%p1 brx.idx %r1, T;\n" * (n // 48) + "}\n")


LINTS = [
    ("branches to one label", 4 * MILLION, line(BODY + PREDICATES + "L:", "@%p1 bra L;\n", "}\n"), 0, None),
    ("branches through one list", 4 * MILLION, tables, 0, None),
    ("registers of many blocks", 4 * MILLION,
     repeat(BODY, "{ .reg .b32 x; add.u32 x, x, #; }\n"), 0, "read before it is written"),
    ("declarations of many registers", 4 * MILLION,
     repeat(BODY, ".reg .b32 %z#_<4000000000>; mov.b32 %z#_7, #;\n"), 0, None),
    ("variables of many functions", 4 * MILLION,
     repeat(HEADER, ".global .b32 v#; .func f#() { .reg .b32 r; ld.global.u32 r, [v#+4]; ret; }\n",
            ""), 0, "which has 4 bytes"),
]

# The same for inputs that are bytes, not text; exit code 2 where there is no file to read.
BYTES = [
    ("empty file", b"", 1, "missing `.version`"),
    ("65,536 modifiers", (BODY + "a" + ".b" * 65_536 + ";}\n").encode(), 1, "modifiers"),
    ("65,536 operands", (BODY + "a b" + ",c" * 65_535 + ";}\n").encode(), 1, "operands"),
    ("zeros", bytes(MILLION), 1, "PTX is ASCII text"),
    ("UTF-16", (BODY + "}\n").encode("utf-16"), 1, "UTF-16"),
    ("byte order mark", (BODY + "}\n").encode("utf-8-sig"), 1, "byte order mark"),
    ("Latin-1", b"\xE9" * MILLION, 1, "non-ASCII|missing `.version`"),
    ("all bytes", bytes(range(1, 256)) * 40_000, 1, "expected|unexpected|missing"),
]


class Run:
    """One run of a program: exit code, CPU seconds of its own, peak memory in bytes, output."""

    def __init__(self, command, timeout, before=None, stdin=subprocess.DEVNULL):
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(command, stdin=stdin, stdout=output,
                                       stderr=subprocess.STDOUT, preexec_fn=before)
            deadline = time.monotonic() + timeout
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > deadline:
                    process.kill()
                time.sleep(0.001)
            process.returncode = 0  # collected above
            self.code = os.waitstatus_to_exitcode(status)
            self.seconds = usage.ru_utime  # the system's share depends on how it finds memory
            self.memory = usage.ru_maxrss * 1024
            output.seek(0)
            self.output = output.read(1 << 20).decode("utf-8", "replace")


def in_another_process(action):
    """Runs `action` so that this process does not grow: its memory counts as that of what it runs."""
    pid = os.fork()
    if pid == 0:
        action()
        os._exit(0)
    if os.waitpid(pid, 0)[1] != 0:
        sys.exit("the input cannot be written")


class Harness:
    def __init__(self, folder, scale, limits):
        self.check_tool = str(Path(folder, "ptx-check"))
        self.format_tool = str(Path(folder, "ptx-fmt"))
        self.scale = scale
        self.limits = limits
        self.failures = 0

    def fail(self, name, text):
        self.failures += 1
        print(f"FAILED {name}: {text}")

    def check(self, name, path, code, pattern, *options):
        """Checks the file `path`; returns the run of ptx-check."""
        checked = Run([self.check_tool, *options, path], 120)
        if checked.code != code:
            self.fail(name, f"ptx-check exits with {checked.code} instead of {code}: "
                            f"{checked.output[-300:]}")
        elif pattern and not re.search(pattern, checked.output):
            self.fail(name, f"no `{pattern}` in: {checked.output[:300]}")
        elif not pattern and checked.output and code == 0 and "error:" in checked.output:
            self.fail(name, f"not silent: {checked.output[:300]}")
        return checked

    def run(self, name, path, code, pattern):
        """Checks the syntax of the file `path` and formats it; returns both runs."""
        checked = self.check(name, path, code, pattern, "--syntax-only")
        formatted = Run([self.format_tool, path], 120)
        if formatted.code != code:
            self.fail(name, f"ptx-fmt exits with {formatted.code} instead of {code}: "
                            f"{formatted.output[-300:]}")
        return checked, formatted

    def judge(self, name, tool, small, large, length):
        """Whether a run on a quarter and one on the whole, of `length` bytes, are in proportion."""
        if not self.limits:
            return
        if large.seconds > TIME_FACTOR * small.seconds + TIME_BASE:
            self.fail(name, f"{tool} takes {small.seconds:.2f} s for a quarter, "
                            f"{large.seconds:.2f} s for the whole")
        per_byte = MEMORY_PER_BYTE_OF_EXPRESSION if name in EXPRESSIONS else MEMORY_PER_BYTE
        if large.memory > per_byte * length + MEMORY_BASE:
            self.fail(name, f"{tool} takes {large.memory / 1e6:.0f} MB for {length / 1e6:.1f} MB")

    def case(self, folder, run, name, size, build, code, pattern):
        """Judges the runs that `run` makes of each tool."""
        size = max(int(size * self.scale), 20_000)
        runs = []
        for n in (size // 4, size):
            path = os.path.join(folder, "input.ptx")
            in_another_process(
                lambda: Path(path).write_text(build(n), encoding="latin-1", newline=""))
            length = os.path.getsize(path)
            runs.append(run(name, path, code, pattern))
        text = ""
        for tool, small, large in zip(("check", "fmt"), *runs):
            self.judge(name, f"ptx-{tool}", small, large, length)
            text += f"  {tool} {large.seconds:6.2f} s {large.memory / 1e6:6.0f} MB"
        print(f"{name:32} {length / 1e6:8.1f} MB{text}", flush=True)

    def files(self, folder):
        """Files that are odd, unreadable, or not there."""
        for name, content, code, pattern in BYTES:
            path = os.path.join(folder, "input.ptx")
            Path(path).write_bytes(content)
            self.run(name, path, code, pattern)
        unreadable = os.path.join(folder, "unreadable.ptx")
        os.symlink("unreadable.ptx", unreadable)  # a loop: even root cannot read it
        self.run("unreadable file", unreadable, 2, "unreadable.ptx")
        self.run("vanished file", os.path.join(folder, "vanished.ptx"), 2, "vanished.ptx")
        print(f"{len(BYTES)} odd files, an unreadable and a vanished one")

    def few_threads(self, folder):
        """A system that refuses most threads, since their stacks do not fit: fewer do the work."""
        if not self.limits:
            return
        path = os.path.join(folder, "input.ptx")
        Path(path).write_text(HEADER + ".func f() { ret; }\n.entry k() { ret; }\n" + "//\n" * MILLION)
        limit = 128 << 20
        run = Run([self.check_tool, "-j64", path], 120,
                  lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        if run.code != 0:
            self.fail("few threads", f"ptx-check exits with {run.code}: {run.output[-300:]}")
        server = os.path.join(os.path.dirname(self.check_tool), "ptx-lsp")
        if os.path.exists(server):
            self.no_thread(server)

    def no_thread(self, server):
        """A system on which the language server cannot have a second thread: one does all."""
        text = HEADER + ".entry k() { foo; }\n"
        document = {"uri": "untitled:k.ptx", "languageId": "ptx", "version": 0, "text": text}
        with tempfile.TemporaryFile() as messages:
            for content in ({"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
                            {"id": 2, "method": "shutdown"}, {"method": "exit"}):
                body = json.dumps({"jsonrpc": "2.0", **content}).encode()
                messages.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            messages.seek(0)
            limit = 16 << 20
            run = Run([server, "-j16"], 120, lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), messages)
        if run.code != 0 or "PTX3001" not in run.output:
            self.fail("no thread", f"ptx-lsp exits with {run.code}: {run.output[-300:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder with ptx-check and ptx-fmt")
    parser.add_argument("--scale", type=float, default=1, help="size of the inputs (default 1)")
    parser.add_argument("--no-limits", action="store_true", help="do not judge time and memory")
    options = parser.parse_args()
    # A crash is enough; its core would only take time.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    harness = Harness(options.bin, options.scale, not options.no_limits)
    with tempfile.TemporaryDirectory() as folder:
        harness.files(folder)
        harness.few_threads(folder)
        for case in CASES:
            harness.case(folder, harness.run, *case)
        for case in MEANING:
            harness.case(folder, lambda *args: [harness.check(*args)], *case)
        for case in LINTS:
            harness.case(folder, lambda *args: [harness.check(*args, *LINT_FLAGS)], *case)
    print(f"{harness.failures} failures")
    return 1 if harness.failures else 0


if __name__ == "__main__":
    sys.exit(main())
