# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the checker of certificates: certificates.py alter|mutants|agree [--tool=PATH] [--seed=N] [--count=N] [FILE.ptx...]

* `alter`: changes each field of the certificates of the files, each in several ways. An accepted one has to have the same statement.
* `mutants`: checks the certificate of each file for its mutants. An accepted one has to be clean in many schedules of `ptx-sanitize`.
* `agree`: checks random protocols for 1 to 3 passes. An accepted one has to be clean in all interleavings, by the explorer.

Prints a count, and exits with 1 if there is a wrong answer.
"""

import argparse
import collections
import copy
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import protocols

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Execution"), str(HERE.parent / "Execution" / "Explorer")]
import explorer  # noqa: E402
import mutants  # noqa: E402

HEADER = ".version 8.6\n.target sm_90a\n.address_size 64\n"
ANSWERS = {0: "valid", 1: "refused", 4: "not checked"}


class Tool:
    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)

    def make(self, module):
        """The certificates of a module, or None."""
        path = self.folder / "made.json"
        path.unlink(missing_ok=True)
        subprocess.run([self.program, "--prove", "--quiet", f"--certificate={path}", str(module)], capture_output=True, check=False)
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def check(self, certificate, module):
        """The answer, and what it says."""
        path = self.folder / "checked.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        run = subprocess.run([self.program, f"--check-certificate={path}", str(module)], capture_output=True, text=True, check=False)
        if run.returncode not in ANSWERS:
            sys.exit(f"exit code {run.returncode}\n{run.stdout}{run.stderr}")
        return ANSWERS[run.returncode], run.stdout


def places(value, path=()):
    """The paths of all values in a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def alterations(value):
    """Other values for a field; REMOVED for none."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [value + 1, value - 1, 0, 2 * value + 3, -5, 1 << 40, str(value), REMOVED]
    if isinstance(value, str):
        return [value + "x", value[1:], "", value.replace("0", "1") + " ", 7, REMOVED]
    if isinstance(value, list):
        return [value + value[:1], value[1:], value[::-1] + [1], [], {}, REMOVED]
    return [{**value, "more": 1}, dict(list(value.items())[1:]), {"x": 1}, [], 3, REMOVED]


REMOVED = object()


def altered(document, path, value):
    result = copy.deepcopy(document)
    if not path:
        return {} if value is REMOVED else value
    place = result
    for key in path[:-1]:
        place = place[key]
    if value is REMOVED:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return result


def at(document, path):
    for key in path:
        document = document[key]
    return document


def alter(tool, options, tally):
    wrong = 0
    made = random.Random(options.seed)
    for name in options.files:
        document = tool.make(name)
        if document is None:
            continue
        tally["certificates"] += 1
        answer, statement = tool.check(document, name)
        if answer != "valid":
            wrong += 1
            print(f"{name}: {answer} as it is")
        # Families are alike; a few are altered everywhere.
        fields = [path for path in places(document) if len(path) < 4 or path[2] != "families" or path[3] < 2]
        for path in fields if options.count == 0 else made.sample(fields, min(options.count, len(fields))):
            for value in alterations(at(document, path)):
                if value is not REMOVED and value == at(document, path):
                    continue
                tally["alterations"] += 1
                answer, text = tool.check(altered(document, path, value), name)
                tally[answer] += 1
                if answer == "valid" and set(text.splitlines()) != set(statement.splitlines()):
                    wrong += 1
                    print(f"{name}: {path} = {value}: {text}")
    return wrong


def mutate(tool, options, tally):
    wrong = 0
    for name in options.files:
        document = tool.make(name)
        if document is None:
            continue
        tally["kernels"] += 1
        text = Path(name).read_text(encoding="utf-8")
        for mutant in mutants.mutants(text):
            path = tool.folder / Path(name).name
            path.write_text(mutant.of(text), encoding="utf-8")
            # Where the statement leaves a gap, the numbers of the following steps are smaller.
            own = tool.make(path)
            for certificate in (document, own):
                if certificate is None:
                    tally["no certificate"] += 1
                    continue
                answer, _ = tool.check(certificate, path)
                tally[answer] += 1
                if answer == "valid":
                    print(f"{Path(name).name}:{mutant.line(text)}: {mutant.kind}: valid")
                    check = [tool.program, "--quiet", "--schedules=40", str(path)]
                    if subprocess.run(check, capture_output=True, check=False).returncode:
                        wrong += 1
                        print("  and ptx-sanitize reports a fault")
    return wrong


def agree(tool, options, tally):
    wrong = 0
    made = random.Random(options.seed)
    for _ in range(options.count):
        protocol = protocols.make(made)
        path = tool.folder / "protocol.ptx"
        path.write_text(HEADER + protocols.to_ptx("k", protocol, 1), encoding="utf-8")
        for passes in (1, 2, 3):
            threads = 32 * len(protocol["bodies"])
            certificate = {
                "version": 1,
                "statement": f"`k` with block={threads} grid=1 dynamic_shared=0 n={passes}",
                "entry": "k",
                "block": [threads, 1, 1],
                "grid": [1, 1, 1],
                "dynamicShared": 0,
                "arguments": {"n": passes},
                "boxes": {},
            }
            answer, text = tool.check({"certificates": [certificate]}, path)
            seen = explorer.explore(protocols.unrolled(protocol, passes))
            kind = "too many states" if seen is None else "faulty" if seen else "clean"
            tally[f"{answer}, {kind}"] += 1
            if answer == "valid" and seen:
                wrong += 1
                print(f"valid for {passes} passes; the explorer says {sorted(seen)}\n{path.read_text(encoding='utf-8')}")
            if answer == "not checked":
                print(text)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=("alter", "mutants", "agree"))
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=0, help="the number of protocols, or of altered fields of a certificate (0: all)")
    parser.add_argument("--tool", default="ptx-sanitize", help="the program")
    options = parser.parse_intermixed_args()
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        run = {"alter": alter, "mutants": mutate, "agree": agree}[options.mode]
        wrong = run(Tool(options.tool, folder), options, tally)
    for key, number in sorted(tally.items()):
        print(f"{number:6} {key}")
    print(f"{wrong} wrong answers")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
