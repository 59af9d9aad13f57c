#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-check with `ptxas` on generated modules: generated.py --kind KIND --check PTX-CHECK --seed N [--count N] [--ptxas PTXAS]
[--sources FOLDER].

The kinds are those of generators.py (grammar, declarations, operands, functions of the modules below FOLDER, and lexing) and of
forms.py. Prints each difference, the rates, and how often the first error is on the same line, or the line of `ptxas` is among those
of ptx-check or the next after one; with --lines also what is rejected for errors on other lines. Exits with 0; the numbers are for a
reader. Without a `ptxas` whose release is known it does nothing."""

import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "oracle"))
import batches  # noqa: E402
import sweep  # noqa: E402
from forms import Forms  # noqa: E402
from generators import Declarations, Functions, Grammar, Lexing, Operands  # noqa: E402
from random_verdicts import options_parser, with_release  # noqa: E402

KINDS = ["grammar", "declarations", "operands", "forms", "functions", "lexing"]
LONGEST = 12000  # bytes of a source that functions are taken of
STEP = 2000
TOGETHER = 50  # modules of one call


def sources(folder):
    texts = []
    for path in sorted(Path(folder).rglob("*.ptx")):
        if path.is_file() and path.stat().st_size <= LONGEST:
            text = path.read_text(encoding="latin-1")
            if text.isascii() and "\0" not in text:
                texts.append(text)
    return texts


def generator(options):
    chooser = random.Random(f"{options.seed} {options.kind}")
    if options.kind == "functions":
        return Functions(chooser, sources(options.sources) or sweep.recorded_modules())
    if options.kind == "forms":
        return Forms(chooser, options.check)
    return {"grammar": Grammar, "declarations": Declarations, "operands": Operands, "lexing": Lexing}[options.kind](chooser)


def run_ptxas(ptxas, text, paths, given=None):
    """One call about a module, or about several for the architecture of `text`: the exit status and what it says."""
    architecture = sweep.architecture(re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL))
    try:
        run = subprocess.run([ptxas, "-arch", architecture, *paths], input=given, capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    return run.returncode, (run.stderr + run.stdout).decode("latin-1")


def ask_alone(ptxas, text):
    """The exit status, and the line and text of the first error of one module."""
    status, said = run_ptxas(ptxas, text, ["/dev/stdin"], text.encode("latin-1"))
    found = re.search(r"ptxas (?:\S+, line (\d+); )?(?:error|fatal)\s*: (?!Ptx assembly aborted)(.*)", said)
    return status, int(found[1] or 0) if found else 0, found[2] if found else ""


def accepted_together(ptxas, texts, folder):
    """The texts that `ptxas` accepts in calls of many: those of a call without an error, else of its halves."""
    paths = []
    for place, text in enumerate(texts):
        paths.append(str(Path(folder, f"{place}.ptx")))
        Path(paths[-1]).write_bytes(text.encode("latin-1"))
    if run_ptxas(ptxas, texts[0], paths)[0] == 0:
        return set(texts)
    half = len(texts) // 2
    return accepted_together(ptxas, texts[:half], folder) | accepted_together(ptxas, texts[half:], folder) if half else set()


def verdicts(options, texts):
    """Yields a text, the errors of ptx-check, and the verdict (A, R or C), line and message of `ptxas`. What ptx-check accepts is asked
    in calls of many, which take a tenth of the time."""
    extra = [f"--for-cuda={options.other_release}"] if options.other_release else []
    for begin in range(0, len(texts), STEP):
        part = texts[begin:begin + STEP]
        reports = [[d for d in found if d["severity"] == "error"]
                   for found in sweep.check_modules(options.check, part, "--ptxas-compat", "-w", *extra)]
        groups = collections.defaultdict(list)
        for text, errors in zip(part, reports):
            if not errors:
                groups[sweep.architecture(text)].append(text)
        accepted = set()
        with tempfile.TemporaryDirectory() as folder:
            for group in groups.values():
                for first in range(0, len(group), TOGETHER):
                    accepted |= accepted_together(options.ptxas, group[first:first + TOGETHER], folder)
        for text, errors in zip(part, reports):
            status, line, message = (0, 0, "") if text in accepted else ask_alone(options.ptxas, text)
            if "Memory allocation failure" in message:
                status = None
            yield text, errors, "A" if status == 0 else "R" if status == 255 else "C", line, message


def next_line(text, line):
    """The next line that is not empty: `ptxas` tells the line of the token after what it has read."""
    lines = text.split("\n")
    return next((number for number in range(line + 1, len(lines) + 1) if lines[number - 1].strip()), 0)


def statement_verdicts(options, modules):
    for module, errors, answer in batches.compare(options, modules, options.other_release):
        yield f"{module.version}\t{module.target}\t{module.statement}", errors, answer.verdict, 0, answer.text


def main():
    parser = options_parser(__doc__, 1000)
    parser.add_argument("--kind", choices=KINDS, default="grammar")
    parser.add_argument("--sources", default="", help="for functions; the recorded modules, if not given")
    parser.add_argument("--lines", action="store_true", help="print what is rejected for errors on other lines, too")
    options = with_release(parser.parse_args())
    if not options.release:
        return 0
    with tempfile.TemporaryDirectory() as options.folder:
        return compare(options)


def compare(options):
    made = generator(options)
    modules = [made.module() for _ in range(options.count)]
    if options.kind in ("operands", "forms"):
        answers = statement_verdicts(options, list({module.text(): module for module in modules}.values()))
    else:
        answers = verdicts(options, list(dict.fromkeys(modules)))
    counts = collections.Counter()
    for text, errors, verdict, line, message in answers:
        counts[verdict] += 1
        if verdict == "C":
            continue
        if (verdict == "A") == bool(errors):
            kind = "false" if errors else "missed"
            counts[kind] += 1
            said = f"{errors[0]['line']}: {errors[0]['code']} {errors[0]['message']}" if errors else f"{line}: {message}"
            print(f"{kind}\t{json.dumps(text)}\t{said}", flush=True)
        elif errors and line:
            counts["lines"] += 1
            counts["first"] += errors[0]["line"] == line
            if line in {d["line"] for d in errors}:
                counts["among"] += 1
            elif any(line == next_line(text, d["line"]) for d in errors):
                counts["next"] += 1
            elif options.lines:
                print(f"line\t{json.dumps(text)}\t{errors[0]['line']}: {errors[0]['code']} {errors[0]['message']}\t{line}: {message}", flush=True)
    accepted, rejected, lines = (max(counts[kind], 1) for kind in ("A", "R", "lines"))
    print(f"{options.kind}, seed {options.seed}, ptxas {options.release}: falsely rejected {counts['false']} of {counts['A']} "
          f"({100 * counts['false'] / accepted:.2f} %), missed {counts['missed']} of {counts['R']} ({100 * counts['missed'] / rejected:.2f} %), "
          f"{counts['C']} without a verdict; first error on the same line {100 * counts['first'] / lines:.1f} %, "
          f"their line among ours {100 * counts['among'] / lines:.1f} %, or the next line {100 * counts['next'] / lines:.1f} %, of {counts['lines']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
