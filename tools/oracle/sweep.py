#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-check with `ptxas` on random modules: sweep.py --ptxas PTXAS --check PTX-CHECK --seed N [--count N] ...

The kinds of modules:
  newer       statements of PTX 9.2 and later, one or two words or operands of which are changed;
  older       the same of statements before PTX 9.1;
  limits      numbers at the bounds of 1, 8, 16, 32 and 64 bits, in all notations, where a statement has a number;
  modules     whole modules of the recorded verdicts, one or two tokens of which are changed.

What counts is whether there is an error with --ptxas-compat. `ptxas` is asked about many modules in one call; what differs is asked
alone, so a difference that is reported is never one of the batch.

Prints the rates, and each difference with the first error of the side that has one. Exits with 0; the numbers are for a reader.
"""

import argparse
import collections
import csv
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

TEST = Path(__file__).resolve().parents[2] / "test"
sys.path.insert(0, str(TEST / "Isa" / "Inputs"))
from check_modules import check_modules  # noqa: E402
from newer_forms import expand  # noqa: E402

BEFORE = """.version {version}
.target {target}
.address_size 64
.shared .align 1024 .b8 s[1024];
.global .align 1024 .b8 g[1024];
.const .align 64 .b8 c[64];
.global .u32 gs;
.global .texref tex;
.global .surfref surf;
.func fv() {{ ret; }}
.entry k(.param .b32 pb, .param .align 64 .b8 pa[128])
{{
.reg .pred %p<10>;
.reg .b8 %b<10>;
.reg .b16 %h<40>;
.reg .u16 %uh<10>, %us<10>;
.reg .s16 %sh<10>;
.reg .b32 %r<260>;
.reg .u32 %u<10>;
.reg .s32 %s<10>, %i<10>;
.reg .f16x2 %hx<10>;
.reg .f16 %hf<10>;
.reg .b64 %rd<40>;
.reg .u64 %ud<10>;
.reg .s64 %sd<10>;
.reg .f32 %f<140>;
.reg .f64 %fd<40>;
{wide}.reg .v2 .b32 %v;
.reg .v4 .b32 %w;
"""
AFTER = "ret;\n}\n"
HEAD = 3  # the lines of the directives that a module begins with

OPERANDS = """5 0 -1 1.0 0f3F800000 %r1 %rd1 %h1 %b1 %f1 %fd1 %p1 !%p1 %u1 %s1 %uh1 %sh1 %hx1 %hf1 %ud1 %q1 %v %w %v.x %laneid %clock64 %tid.x
g s gs fv tex _ [s] [g] [c] [pa] [%rd1] [%r1] [%h1] [%b1] [g+4] [%rd1+8] %r1+4 g+4 {%r1} {%r1,%r2} {%h1,%h2} {1,%r1} {%f1,%f2} 8 15 16 31 96 512
1048576 4294967296 0x8000000000000000""".split()
NUMBERS = sorted({sign * ((1 << bits) + step) for bits in (0, 1, 3, 5, 7, 8, 12, 15, 16, 20, 31, 32, 63) for step in (-1, 0, 1)
                  for sign in (1, -1)} | {3, 255, 511, 4095, (1 << 64) - 1})
NEWER_TARGETS = """sm_75 sm_80 sm_90 sm_90a sm_100 sm_100a sm_100f sm_103 sm_103a sm_103f sm_107 sm_107a sm_107f sm_110 sm_110a sm_110f sm_120
sm_120a sm_120f sm_121 sm_121a sm_121f""".split()
OLDER = {"sm_75": "6.3", "sm_80": "7.0", "sm_90": "7.8", "sm_90a": "8.0", "sm_100": "8.6", "sm_100a": "8.6", "sm_120a": "8.7"}


class Module(NamedTuple):
    version: str
    target: str
    statement: str  # "": `source` is a whole module

    source: str = ""

    def declared(self, _):
        """What is before some statements."""
        wide = ".reg .b128 %q<10>;\n" if number(self.version) >= (8, 3) else "\n"
        return BEFORE.format(version=self.version, target=self.target, wide=wide)

    def text(self):
        return self.source or f"{self.declared([self.statement])}{self.statement}\n{AFTER}"


def number(version):
    return tuple(map(int, version.split(".")))


def rows(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def is_plain(statement):
    """Whether it is one instruction on one line, without a label or a declaration."""
    return re.fullmatch(r"(@!?%\w+ )?[a-z][^;\n]*;", statement) is not None and not re.match(r"\w+:(?!:)", statement)


def newer_statements():
    """Statements of PTX 9.1 and later, with the first version and the targets."""
    found = [(row["first_version"], row["targets"].split(), row["form"]) for row in rows(TEST / "Isa" / "data" / "newer_gates.tsv")]
    for table in sorted((TEST / "Isa" / "newer").glob("*.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            if line.startswith("#") or line.count("\t") < 4:
                continue
            _, version, targets, _, statement = line.split("\t")
            found.append((version, targets.split(), expand(statement)))
    return [row for row in found if is_plain(row[2])]


def older_statements():
    found = [row["statement"] for row in rows(TEST / "Isa" / "data" / "row_cases.tsv") if row["verdict"] == "accepts" and not row["edit"]]
    found += [row["instruction_or_decl"] for row in rows(TEST / "Isa" / "data" / "gates.tsv")]
    return [("1.0", [], statement) for statement in found if is_plain(statement)]


def split(text):
    """The parts at the commas that are in no brackets."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += {"[": 1, "{": 1, "(": 1, "]": -1, "}": -1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [*parts, part.strip()] if part.strip() else parts


class Generator:
    def __init__(self, seed, kind, versions):
        self.random = random.Random(f"{seed} {kind}")
        self.kind = kind
        self.versions = versions
        self.fitting = {}
        self.statements = (newer_statements() if kind == "newer" else older_statements() if kind == "older" else
                           newer_statements() + older_statements() if kind == "limits" else [])
        self.words = sorted({word for _, _, statement in self.statements for word in statement.split(" ")[0].split(".")[1:]} - {"2pi"})
        self.sources = recorded_modules() if kind == "modules" else []

    def module(self):
        if self.kind == "modules":
            return Module("", "", "", self.changed_tokens(self.random.choice(self.sources)))
        version, target, statement = self.place()
        if self.kind == "limits":
            return Module(version, target, self.changed_number(statement))
        for _ in range(self.random.choice([0, 1, 1, 1, 1, 2, 2])):
            statement = self.changed(statement)
        return Module(version, target, statement)

    def place(self):
        """A version, a target and a statement that they mostly have."""
        choose = self.random.choice
        if self.kind == "older":
            target = choose(sorted(OLDER))
            version = choose([v for v in self.versions if number(v) >= number(OLDER[target])] or [OLDER[target]])
            return version, target, choose(self.statements)[2]
        version = choose(self.versions)
        fit = self.fitting.setdefault(version, [row for row in self.statements if number(row[0]) <= number(version)])
        _, targets, statement = choose(fit if fit and self.random.random() < 0.95 else self.statements)
        target = choose(targets if targets and self.random.random() < 0.8 else NEWER_TARGETS)
        if "107" in target and number(version) < (9, 4):
            target = "sm_100a"
        return version, target, statement

    def changed(self, statement):
        """The statement with one change of a modifier or an operand."""
        guard, words, operands = re.fullmatch(r"(@!?%\w+ )?(\S+?) ?((?<= ).*)?;", statement).groups()
        words, operands = words.split("."), split(operands or "")
        draw, choose, place = self.random.random(), self.random.choice, self.random.randrange
        if draw < 0.12 and len(words) > 1:
            del words[place(1, len(words))]
        elif draw < 0.28:
            words.insert(place(1, len(words) + 1), choose(self.words))
        elif draw < 0.46 and len(words) > 1:
            words[place(1, len(words))] = choose(self.words)
        elif draw < 0.52 and len(words) > 2:
            at = place(1, len(words) - 1)
            words[at], words[at + 1] = words[at + 1], words[at]
        elif draw < 0.86 and operands:
            at = place(len(operands))
            parts = split(operands[at][1:-1]) if operands[at][0] in "[{" else []
            if parts and draw < 0.68:
                parts[place(len(parts))] = choose([o for o in OPERANDS if o[0] not in "[{"])
                operands[at] = f"{operands[at][0]}{', '.join(parts)}{operands[at][-1]}"
            else:
                operands[at] = choose(OPERANDS)
        elif draw < 0.92 and operands:
            del operands[place(len(operands))]
        elif draw < 0.96 and len(operands) > 1:
            self.random.shuffle(operands)
        else:
            operands.insert(place(len(operands) + 1), choose(OPERANDS))
        return f"{guard or ''}{'.'.join(words)}{' ' if operands else ''}{', '.join(operands)};"

    def changed_number(self, statement):
        """The statement with a number at a bound in place of one of its numbers or registers."""
        places = list(re.finditer(r"(?<=[ ,{\[+])(%\w+|-?\d\w*)(?=[,;}\]])", statement))
        if not places:
            return statement
        at = self.random.choice([p for p in places if p[0][0] != "%"] or places)
        value = self.random.choice(NUMBERS)
        style = self.random.choice(["{}", "{}", "{:#x}", "{:#o}", "{:#b}", "{}U"])
        text = style.format(abs(value)).replace("0o", "0")
        return statement[:at.start()] + ("-" if value < 0 else "") + text + statement[at.end():]

    def changed_tokens(self, source):
        tokens = re.findall(r"\s+|//[^\n]*|[.%$]?\w+(?:::\w+)*|\"[^\"\n]*\"|.", source)
        solid = [at for at, token in enumerate(tokens) if not token.isspace() and not token.startswith("//")]
        for _ in range(self.random.choice([1, 1, 2])):
            at, other = self.random.choice(solid), self.random.choice(solid)
            draw = self.random.random()
            if draw < 0.25:
                tokens[at] = ""
            elif draw < 0.5:
                tokens[at] = tokens[other]
            elif draw < 0.7:
                tokens[at] += " " + tokens[other]
            elif draw < 0.85:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            elif re.fullmatch(r"\d+", tokens[at]):
                tokens[at] = str(self.random.choice(NUMBERS))
            else:
                tokens[at] = self.random.choice(["{", "}", ",", ";", "[", "]", "(", ")", "-", "+", ".b32", ".u64", ".f32", ".pred", "0", "1.0"])
        return "".join(tokens)


def recorded_modules():
    data = TEST / "Agreement" / "data"
    found = []
    for name in ("probe_verdicts", "newest"):
        found += [json.loads(line)["src"] for line in (data / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [source for source in found if source.isascii() and "\0" not in source]


class Answer(NamedTuple):
    verdict: str  # A (accepted), R (rejected) or C (neither)
    text: str


class Ptxas:
    """Asks `ptxas` about modules for one architecture, each a file of one call, which takes a tenth of the time of a call for each.
    After a syntax error it adds the modifiers it has read to the first instruction of the next file. So of several modules an error
    counts where it is in the first lines or on the line of the statement; else the module is asked alone."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = Path(folder)

    def call(self, architecture, sources):
        """The exit status, and of each source that has an error the first one, None if it may be of another; that of None is of the
        call."""
        paths = [self.folder / f"{place}.ptx" for place in range(len(sources))]
        for path, source in zip(paths, sources):
            path.write_text(source, encoding="utf-8")
        try:
            run = subprocess.run([self.program, "-arch", architecture, *(path.name for path in paths)], capture_output=True, text=True,
                                 errors="replace", timeout=60, check=False, cwd=self.folder)
        except subprocess.TimeoutExpired:
            return None, {}
        errors = {}
        for place, line, text in re.findall(r"ptxas (?:(\d+)\.ptx(?:, line (\d+))?; )?(?:error|fatal)\s+: (?!Ptx assembly aborted)(.*)",
                                            run.stderr + run.stdout):
            source = sources[int(place)] if place else ""
            is_own = len(sources) == 1 or not line or int(line) <= HEAD or int(line) == source.count("\n") - AFTER.count("\n")
            errors.setdefault(int(place) if place else None, text if is_own else None)
        return run.returncode, errors

    def say(self, architecture, source):
        """The exit status and what it says about one module."""
        try:
            run = subprocess.run([self.program, "-arch", architecture, "/dev/stdin"], input=source, capture_output=True, text=True,
                                 errors="replace", timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return None, ""
        return run.returncode, run.stderr + run.stdout

    def ask(self, architecture, sources):
        """The answers. An error hides others: `ptxas` goes on to its last checks only without any. So what has none is asked again
        without what has one."""
        answers = [Answer("A", "")] * len(sources)
        left = list(range(len(sources)))
        while left:
            status, errors = self.call(architecture, [sources[place] for place in left])
            if status == 0:
                break
            if len(left) == 1:
                answers[left[0]] = Answer("R" if status == 255 else "C", next(iter(errors.values()), ""))
                break
            if status != 255 or None in errors or not errors:
                for part in (left[::2], left[1::2]):
                    for place, answer in zip(part, self.ask(architecture, [sources[place] for place in part])):
                        answers[place] = answer
                break
            for at, text in errors.items():
                alone = sources[left[at]]
                answers[left[at]] = Answer("R", text) if text else self.ask(architecture, [alone])[0]
            left = [place for at, place in enumerate(left) if at not in errors]
        return answers


def architecture(source):
    target = re.search(r"\.target\s+sm_(\d+)([af]?)", source)
    return "compute_" + ("75" if not target or int(target[1]) < 75 else "110" + target[2] if target[1] == "101" else target[1] + target[2])


def compare(options, modules, release=None):
    """Yields each module with what ptx-check and what `ptxas`, of `release` if it is not the newest, say of it."""
    extra = [f"--for-cuda={release}"] if release else []
    said = []
    for begin in range(0, len(modules), 4000):
        part = [module.text() for module in modules[begin:begin + 4000]]
        said += [[d for d in found if d["severity"] == "error"] for found in check_modules(options.check, part, "--ptxas-compat", "-w", *extra)]
    groups = collections.defaultdict(list)
    for place, (module, errors) in enumerate(zip(modules, said)):
        groups[architecture(module.text()), not errors].append(place)
    with tempfile.TemporaryDirectory() as folder:
        ptxas = Ptxas(options.ptxas, folder)
        for (name, accepted), places in groups.items():
            # Whole modules may define the same things in other ways.
            size = 1 if modules[places[0]].source else 100
            for begin in range(0, len(places), size):
                part = places[begin:begin + size]
                for place, answer in zip(part, ptxas.ask(name, [modules[p].text() for p in part])):
                    if size > 1 and (answer.verdict == "A") != accepted:
                        answer = ptxas.ask(name, [modules[place].text()])[0]
                    yield modules[place], said[place], answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ptxas", required=True, help="the path of ptxas")
    parser.add_argument("--check", required=True, help="the path of ptx-check")
    parser.add_argument("--kind", choices=["newer", "older", "limits", "modules"], default="newer")
    parser.add_argument("--versions", default="9.2,9.3,9.4,9.5", help="for newer and limits, and for older, such as 7.0,8.6,9.0")
    parser.add_argument("--release", help="the release of ptxas, if not the newest: ptx-check follows it")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    options.ptxas = Path(options.ptxas).resolve()
    generator = Generator(options.seed, options.kind, options.versions.split(","))
    modules = list({module.text(): module for module in (generator.module() for _ in range(options.count))}.values())
    counts = collections.Counter()
    for module, errors, answer in compare(options, modules, options.release):
        counts[answer.verdict] += 1
        if answer.verdict != "C" and (answer.verdict == "A") == bool(errors):
            kind = "false" if errors else "missed"
            counts[kind] += 1
            text = f"{errors[0]['code']} {errors[0]['message']}" if errors else answer.text
            print(f"{kind}\t{module.version}\t{module.target}\t{module.statement or json.dumps(module.source)}\t{text}", flush=True)
    accepted, rejected = max(counts["A"], 1), max(counts["R"], 1)
    print(f"{len(modules)} modules: falsely rejected {counts['false']} of {counts['A']} ({100 * counts['false'] / accepted:.2f} %), "
          f"missed {counts['missed']} of {counts['R']} ({100 * counts['missed'] / rejected:.2f} %), {counts['C']} without a verdict")


if __name__ == "__main__":
    main()
