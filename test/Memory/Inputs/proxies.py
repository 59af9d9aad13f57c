# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decides message passing between proxies and aliases with every order of proxy fences, and compares with `is_ordered`.

Usage: proxies.py <folder for the tests>
"""

import itertools
import json
import pathlib
import subprocess
import sys

FENCES = {"A": "alias", "S": "surface", "T": "texture"}
WRITES = {"G": "st.weak {}, 2", "S": "sust.weak s{}, 2"}
READS = {"G": "ld.weak r1, {}", "S": "suld.weak r1, s{}", "T": "tld.weak r1, t{}"}
DECLARATIONS = "x=0; flag=0; y @ generic aliases x; " + "; ".join(
    f"{name}{of} @ {proxy} aliases {of}" for of in "xy" for name, proxy in [("s", "surface"), ("t", "texture")]
)


def is_ordered(write, read, is_alias, is_same_cta, before, after):
    """Whether the read has to return what was written: the path leads from the proxy of the write to the generic one by a fence of
    that proxy in the CTA of the write, from there to the alias by an alias fence, and to the proxy of the read by a fence of that
    proxy in the CTA of the read. Accesses by one proxy of one CTA to one address need none. (Manual 8.9.5)"""
    if write == read and not is_alias and (write == "G" or is_same_cta):
        return True
    # What is to pass, and whether a fence of the writer or of the reader does.
    steps = [] if write == "G" else [(write, True, is_same_cta)]
    steps += [("A", True, True)] if is_alias else []
    steps += [] if read == "G" else [(read, is_same_cta, True)]
    for fence, is_writers in [(f, True) for f in before] + [(f, False) for f in after]:
        if steps and fence == steps[0][0] and steps[0][1 if is_writers else 2]:
            steps.pop(0)
    return not steps


def text(write, read, is_alias, is_same_cta, before, after):
    first = [WRITES[write].format("x"), *(f"fence.proxy.{FENCES[f]}" for f in before), "st.release.gpu flag, 1"]
    last = ["ld.acquire.gpu r0, flag", *(f"fence.proxy.{FENCES[f]}" for f in after), READS[read].format("y" if is_alias else "x")]
    rows = itertools.zip_longest(first, last, fillvalue="")
    return "\n".join([
        "PTX proxies",
        f"{{ {DECLARATIONS}; }}",
        f" P0@cta 0,gpu 0 | P1@cta {0 if is_same_cta else 1},gpu 0 ;",
        *(f" {a} | {b} ;" for a, b in rows),
        "exists (P1:r0 == 1 /\\ P1:r1 != 2)",
    ])


def sequences():
    """All of up to two fences, and all of three different ones, in each division among the threads."""
    orders = [order for count in range(3) for order in itertools.product("AST", repeat=count)]
    for order in orders + list(itertools.permutations("AST")):
        for split in range(len(order) + 1):
            yield order[:split], order[split:]


folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
cases = [(w, r, alias, cta, *fences)
         for w, r, alias, cta in itertools.product(WRITES, READS, (False, True), (False, True)) for fences in sequences()]
paths = []
for number, case in enumerate(cases):
    paths.append(folder / f"{number}.litmus")
    paths[-1].write_text(text(*case))
run = subprocess.run(["ptx-litmus", "--format=json", *map(str, paths)], capture_output=True, text=True)
verdicts = [json.loads(line)["verdict"] for line in run.stdout.splitlines()]
assert len(verdicts) == len(cases), run.stderr
wrong = [case for case, verdict in zip(cases, verdicts) if (verdict == "forbidden") != is_ordered(*case)]
print(len(cases), "tests,", verdicts.count("forbidden"), "of them forbidden,", len(wrong), "differ")
print(*wrong[:5], sep="\n")
