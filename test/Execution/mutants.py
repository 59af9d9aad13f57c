# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Removes and changes the synchronization of kernels, one statement at a time, and counts what `ptx-sanitize` reports.

    mutants.py --sanitize PTX-SANITIZE [--seed N] [--kernels N] [--limit N] [--jobs N] [--strict] [--records FILE] LAUNCHES.jsonl
    mutants.py --sanitize PTX-SANITIZE --limit 0 --removals [--strict] [--records FILE] FILE.ptx...

Of the launches in the file, those of kernels with asynchronous instructions are shuffled, and the first N are taken (60) that are clean as they are. In a
module, the launch is that of its comments. A mutant has one statement removed, or one number changed; of each kind, at most `--limit` (3; 0: all) in a kernel.
What it prints is a table by kind:

    told         a finding, with a witness
    unreached    clean, and the launch does not execute the statement: clean as well with an access outside of shared memory in its place
    clean        clean, with the statement executed
    not decided  the time was not enough, or something was not followed

The clean and undecided ones have to be argued one by one; `--records` lists all mutants as JSON lines. The exit status is 0."""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 60
CODES = "PTX65"
COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STATEMENT = re.compile(
    r"(?P<guard>@!?[\w$%]+\s+)?(?<![\w$%.])(?P<name>(?:bar|barrier|mbarrier|fence|membar|cp|wgmma|tcgen05)\.[\w.:]+)"
    r"(?P<operands>[^;{}]*(?:\{[^;{}]*\}[^;{}]*)*);"
)

# The statements that are removed, by the beginning of their name, with the name of the kind.
REMOVED = [
    (r"(bar|barrier|barrier\.cta)\.sync\b", "bar.sync"),
    (r"(bar|barrier|barrier\.cta)\.arrive\b", "bar.arrive"),
    (r"(bar|barrier|barrier\.cta)\.red\b", "bar.red"),
    (r"bar\.warp\.sync\b", "bar.warp.sync"),
    (r"barrier\.cluster\.arrive\b", "barrier.cluster.arrive"),
    (r"barrier\.cluster\.wait\b", "barrier.cluster.wait"),
    (r"mbarrier\.arrive\.expect_tx\b", "mbarrier.arrive.expect_tx"),
    (r"mbarrier\.arrive(_drop)?\b", "mbarrier.arrive"),
    (r"mbarrier\.expect_tx\b", "mbarrier.expect_tx"),
    (r"mbarrier\.(try|test)_wait\b", "mbarrier wait"),
    (r"cp\.async\.mbarrier\.arrive\b", "cp.async.mbarrier.arrive"),
    (r"cp\.async\.commit_group\b", "cp.async.commit_group"),
    (r"cp\.async\.wait_(group|all)\b", "cp.async.wait_group"),
    (r"cp\.async\.bulk\.commit_group\b", "cp.async.bulk.commit_group"),
    (r"cp\.async\.bulk\.wait_group\b", "cp.async.bulk.wait_group"),
    (r"fence\.proxy\.async\b", "fence.proxy.async"),
    (r"fence\.proxy\.tensormap\b", "fence.proxy.tensormap"),
    (r"fence\.mbarrier_init\b", "fence.mbarrier_init"),
    (r"(fence|membar)\.(sc|acq_rel|acquire|release|cta|gl|sys)\b", "fence"),
    (r"wgmma\.fence\b", "wgmma.fence"),
    (r"wgmma\.commit_group\b", "wgmma.commit_group"),
    (r"wgmma\.wait_group\b", "wgmma.wait_group"),
    (r"tcgen05\.commit\b", "tcgen05.commit"),
    (r"tcgen05\.wait\b", "tcgen05.wait"),
]
# What is changed: the statements, the number of the operand from the end, and the change as an operation of PTX and as a function of a number.
CHANGED = [
    (r"mbarrier\.init\b", "count of mbarrier.init + 1", -1, "add.u32 {0}, {1}, 1;", lambda n: n + 1),
    (r"mbarrier\.init\b", "count of mbarrier.init - 1", -1, "sub.u32 {0}, {1}, 1;", lambda n: n - 1 or -1),
    (r"mbarrier\.(arrive\.)?expect_tx\b", "expected bytes doubled", -1, "shl.b32 {0}, {1}, 1;", lambda n: 2 * n),
    (r"mbarrier\.(arrive\.)?expect_tx\b", "expected bytes halved", -1, "shr.u32 {0}, {1}, 1;", lambda n: n // 2),
    (r"mbarrier\.(try|test)_wait\.parity\b", "parity of a wait", 2, "xor.b32 {0}, {1}, 1;", lambda n: n ^ 1),
    (r"cp\.async\.wait_group\b", "cp.async.wait_group N + 1", -1, None, lambda n: n + 1),
    (r"cp\.async\.bulk\.wait_group\b", "cp.async.bulk.wait_group N + 1", -1, None, lambda n: n + 1),
    (r"wgmma\.wait_group\b", "wgmma.wait_group N + 1", -1, None, lambda n: n + 1),
]
SCRATCH = "{ .reg .b32 %ptxkit_mutant; "
# An access outside of shared memory, which is a finding wherever it is executed.
OUTSIDE = "mov.b32 %ptxkit_mutant, -16; {0}ld.shared.b32 %ptxkit_mutant, [%ptxkit_mutant];"


class Mutant:
    def __init__(self, kind, statement, replacement):
        self.kind = kind
        self.statement = statement
        self.replacement = replacement

    def of(self, text, replacement=None):
        start, end = self.statement.span()
        return text[:start] + (self.replacement if replacement is None else replacement) + text[end:]

    def line(self, text):
        return text.count("\n", 0, self.statement.start()) + 1


def operands(text):
    """The operands of a statement; commas in brackets and braces divide none."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [operand.strip() for operand in found]


def removal(statement, kind):
    """A wait leaves true in its predicate, an arrival nothing."""
    if kind == "mbarrier wait":
        return (statement["guard"] or "") + f"setp.eq.u32 {operands(statement['operands'])[0]}, 0, 0;"
    return ""


def changed(statement, place, operation, function):
    found = operands(statement["operands"])
    if place >= len(found):
        return None
    old = found[place]
    guard = statement["guard"] or ""
    if re.fullmatch(r"-?(0x)?[0-9a-fA-F]+U?", old):
        new = function(int(old.rstrip("U"), 0))
        if new < 0:
            return None
        found[place] = str(new)
        return f"{guard}{statement['name']} {', '.join(found)};"
    if not operation:
        return None
    found[place] = "%ptxkit_mutant"
    return SCRATCH + operation.format("%ptxkit_mutant", old) + f" {guard}{statement['name']} {', '.join(found)}; }}"


def mutants(text, only_removals=False):
    blank = COMMENTS.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for statement in STATEMENT.finditer(blank):
        for pattern, kind in REMOVED:
            if re.match(pattern, statement["name"]):
                yield Mutant(kind, statement, removal(statement, kind))
                break
        for pattern, kind, place, operation, function in [] if only_removals else CHANGED:
            if re.match(pattern, statement["name"]):
                replacement = changed(statement, place, operation, function)
                if replacement:
                    yield Mutant(kind, statement, replacement)


class Runner:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def verdict(self, text, record, number):
        """The verdict of the launch of a module, and its first finding."""
        path = Path(self.folder, f"{number}.ptx")
        path.write_text(text)
        command = [self.options.sanitize, "--output-format=json", "-j1", "--no-config", f"--time-limit={SECONDS}"]
        if self.options.strict:
            command.append("--strict")
        if record is None:
            command.append(str(path))
        else:
            launches = Path(self.folder, f"{number}.jsonl")
            launches.write_text(json.dumps({**record, "file": path.name}))
            command.append(f"--launches={launches}")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=2 * SECONDS)
            report = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, json.JSONDecodeError) as problem:
            return "not decided", str(problem)
        for finding in report["diagnostics"]:
            if not finding["code"].startswith(CODES):
                raise RuntimeError(f"{path.name} is no launch that can be executed: {finding['message']}")
            return "told", f"{finding['line']}: {finding['name']}: {finding['message']}"
        reasons = [reason for launch in report["launches"] for reason in launch["notFollowed"]]
        return ("clean", "") if done.returncode == 0 else ("not decided", "; ".join(reasons)[:200])

    def judged(self, record, text, mutant, number):
        verdict, why = self.verdict(mutant.of(text), record, number)
        if verdict == "clean":
            statement = mutant.statement
            probe = SCRATCH + OUTSIDE.format(statement["guard"] or "") + " " + statement[0] + " }"
            if self.verdict(mutant.of(text, probe), record, number)[0] == "clean":
                verdict = "unreached"
        return verdict, why


def candidates(options):
    """The modules with their launches, in the order in which they are tried."""
    for path in options.inputs:
        if path.suffix != ".jsonl":
            yield path, None
            continue
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        records = [record for record in records if record.get("async", True)]
        random.Random(options.seed).shuffle(records)
        for record in records:
            yield path.parent / record["file"], record


def chosen(runner, options, pool):
    """The first kernels that are clean as they are."""
    kernels = []
    waiting = iter(enumerate(candidates(options)))
    while len(kernels) < options.kernels:
        batch = [entry for entry, _ in zip(waiting, range(4 * options.jobs))]
        if not batch:
            break
        texts = [path.read_text(encoding="utf-8") for _, (path, _) in batch]
        verdicts = pool.map(lambda pair: runner.verdict(pair[1], pair[0][1][1], pair[0][0]), zip(batch, texts))
        kernels += [(path, record, text) for (_, (path, record)), text, (verdict, _) in zip(batch, texts, verdicts) if verdict == "clean"]
    return kernels[:options.kernels]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", type=Path)
    parser.add_argument("--sanitize", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=60)
    parser.add_argument("--limit", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--removals", action="store_true", help="change no numbers")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--records", type=Path)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runner = Runner(options, folder)
        kernels = chosen(runner, options, pool)
        tasks = []
        for path, record, text in kernels:
            kinds = collections.defaultdict(list)
            for mutant in mutants(text, options.removals):
                kinds[mutant.kind].append(mutant)
            for kind, all_of_kind in sorted(kinds.items()):
                random.Random(f"{options.seed} {path.name} {kind}").shuffle(all_of_kind)
                tasks += [(path, record, text, mutant) for mutant in all_of_kind[:options.limit or None]]
        verdicts = pool.map(lambda pair: runner.judged(*pair[1][1:], pair[0]), enumerate(tasks))
        rows = collections.defaultdict(collections.Counter)
        lines = []
        for (path, _, text, mutant), (verdict, why) in zip(tasks, verdicts):
            rows[mutant.kind][verdict] += 1
            lines.append({"file": str(path), "line": mutant.line(text), "kind": mutant.kind, "statement": mutant.statement[0], "verdict": verdict, "why": why})
            print(f"\r{len(lines)} of {len(tasks)}", end="", file=sys.stderr)
        print(file=sys.stderr)
    if options.records:
        options.records.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    print(f"{len(kernels)} kernels, {len(tasks)} mutants, seed {options.seed}")
    print("\n| kind | mutants | told | unreached | clean | not decided |\n|---|---|---|---|---|---|")
    rows["all"] = sum(rows.values(), collections.Counter())
    for kind, row in rows.items():
        print(f"| {kind} | {row.total()} | {row['told']} | {row['unreached']} | {row['clean']} | {row['not decided']} |")


if __name__ == "__main__":
    main()
