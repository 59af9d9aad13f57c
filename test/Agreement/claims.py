#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks `ptxas` about what ptx-check says that `ptxas` accepts: claims.py --check PTX-CHECK --seed N [--count N] [--ptxas PTXAS].

Each statement is one of test/Isa, of which one or two operands, elements of a vector or parts of an address are replaced by operands
of other kinds. A statement counts if ptx-check, with --ptxas-compat, reports no error and warns that the manual does not have it
although `ptxas` accepts it. `--count` statements are drawn by the seed, and all claims among them are asked.

Prints each claim that `ptxas` rejects and no line of EXPLAINED is about, and how many claims of each kind of operand there are; exits
with 1 if there is such a claim. Without a `ptxas` whose release is known it does nothing."""

import collections
import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "oracle"))
import sweep  # noqa: E402
from random_verdicts import print_explained, read_options, reason_of  # noqa: E402

# The rules that say that `ptxas` accepts what the manual does not have.
CLAIMS = {"unchecked-operand", "wrapped-immediate"}

# Claims that are known to be wrong: a pattern of the statement, a tab and the message of `ptxas`, and the reason, which
# docs/ptxas-differences.md has.
EXPLAINED = [
    (r"Video selector is not allowed", "a selected part of a register where `ptxas` writes the instruction out"),
    (r"\.param::func.*Illegal state space", "`.param::func` in an entry"),
    (r"check_layout.*State space mismatch", "a variable of another space in `mbarrier.check_layout`"),
    (r"tex\.grad.*\.b0|tex\.grad.*Special register", "a special register or a part before a vector of numbers in `tex.grad`"),
    (r"fabric\..*override.*Arguments mismatch for instruction 'st'", "a floating-point number as a coordinate of `fabric`"),
    (r"\.f16x2\..*Result discard mode is not allowed", "`_` in a result of two halves of a texture"),
    (r"fabric\..*%[vw]\.[xyzw]", "an element of a vector register as an address of `fabric`"),
]

# What replaces an operand, and what replaces an element of a vector or a part of an address.
SCALARS = """5 -3 1.5 0f3F800000 0d3FF0000000000000 4294967297 %r1 %rd1 %h1 %b1 %f1 %fd1 %p1 %u1 %s1 %uh1 %sh1 %hx1 %hf1 %ud1 %sd1 %v %w
%v.x %v.z %w.w %laneid %clock64 %tid %tid.x %laneid.x g s gs fv tex surf K L _ %r1.b0 %rd1.h1""".split()
SUMS = "%r1+4 %rd1+4 %h1+4 %f1+4 %fd1+4 %p1+4 %hx1+4 %v+4 g+4 gs+4 fv+4 K+4 L+4 %laneid+4 %clock64+4".split()
OTHERS = """!%p1 -%r1 !%r1 -%f1 %r1|%p1 %p1|%p2 %r1|_ _|%p1 %f1|%r1 g[2] g[%r1] g[gs] g[%clock] gs[1] tex[0] [g] [s] [gs] [tex] [fv] [L] [5]
[%rd1] [%r1] [%h1] [%f1] [%fd1] [%p1] [%hx1] [%v] [%laneid] [%clock64] [g+4] [%rd1+4] [%r1+4]""".split()
VECTORS = [2, 4, 1, 3, 8]


class Statements:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.statements = {}
        for version, targets, statement in sweep.newer_statements() + sweep.older_statements():
            self.statements.setdefault(".".join(statement.split(" ")[0].split(".")[:2]), []).append((version, targets, statement))

    def vector(self):
        """A vector of elements that are mostly alike."""
        choose = self.random.choice
        first, second = choose(SCALARS), choose(SCALARS)
        return "{" + ", ".join(second if self.random.random() < 0.3 else first for _ in range(choose(VECTORS))) + "}"

    def operand(self):
        draw = self.random.random()
        if draw < 0.2:
            return self.vector()
        return self.random.choice(SCALARS if draw < 0.55 else SUMS if draw < 0.75 else OTHERS)

    def changed(self, operand):
        """Another operand, or the same one with another part."""
        if operand[0] in "[{" and operand[-1] in "]}" and self.random.random() < 0.7:
            parts = sweep.split(operand[1:-1])
            at = self.random.randrange(len(parts))
            parts[at] = self.changed(parts[at]) if parts[at][0] in "[{" else self.random.choice(SCALARS + SUMS[:2])
            return f"{operand[0]}{', '.join(parts)}{operand[-1]}"
        if "|" not in operand and self.random.random() < 0.04:
            return operand + "|" + self.random.choice(["%p1", "%r1", "_"])
        return self.operand()

    def module(self):
        kinds = list(self.statements)
        version, targets, statement = self.random.choice(self.statements[self.random.choice(kinds)])
        target = self.random.choice(targets or ["sm_90a", "sm_90a", "sm_80", "sm_100a", "sm_120a"])
        version = max(version, "9.5" if "107" in target else "9.0", key=sweep.number)
        guard, words, rest = re.fullmatch(r"(@!?%\w+ )?(\S+?) ?((?<= ).*)?;", statement).groups()
        operands = sweep.split(rest or "")
        for _ in range(self.random.choice([1, 1, 2]) if operands else 0):
            at = self.random.randrange(len(operands))
            operands[at] = self.changed(operands[at])
        text = f"K: {guard or ''}{words}{' ' if operands else ''}{', '.join(operands)}; L:"
        return sweep.Module(version, target, text)


def main():
    options = read_options(__doc__, 4000)
    if not options.release:
        return 0
    statements = Statements(options.seed)
    modules = list({module.text(): module for module in (statements.module() for _ in range(options.count))}.values())
    extra = [f"--for-cuda={options.other_release}"] if options.other_release else []
    claims, reasons = {}, collections.Counter()
    for module, found in zip(modules, sweep.check_modules(options.check, [m.text() for m in modules], "--ptxas-compat", *extra)):
        claimed = next((d for d in found if d["name"] in CLAIMS), None)
        if claimed and all(d["severity"] != "error" for d in found):
            claims[module.text()] = claimed
            reasons[re.sub(r".* is (an? |the )?([a-z]+).*", r"\2", claimed["message"].split(";")[0])[:20]] += 1
    wrong, explained = 0, collections.Counter()
    asked = [module for module in modules if module.text() in claims]
    for module, _, answer in sweep.compare(options, asked, options.other_release):
        if answer.verdict != "R":
            continue
        shown = f"{module.statement}\t{answer.text}"
        reason = reason_of(EXPLAINED, shown)
        if reason:
            explained[reason] += 1
        else:
            wrong += 1
            print(f"{module.target}\t{module.statement}\t{claims[module.text()]['message']}\t{answer.text}", flush=True)
    print("claims: " + ", ".join(f"{count} {reason}" for reason, count in reasons.most_common(12)))
    print_explained(explained)
    print(f"ptxas {options.release}: {len(asked)} claims in {len(modules)} statements, {wrong} rejected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
