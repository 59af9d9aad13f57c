# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves the launches of a folder of kernels: kernels.py [options] FOLDER.

The folder contains `launches.jsonl`, in the format of `--launches`. Prints a line for each launch, then tables of the answers by folder
and of the reasons of `unknown`. With --runs, each proved launch is executed in that many schedules as well; exits with 1 if one of them
has a finding.
"""

import argparse
import collections
import json
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def prove(tool, folder, record, limit):
    """The verdict, its reason or claim, and the seconds of processor time."""
    record = {**record, "file": str(Path(folder, record["file"]).resolve())}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as launches:
        launches.write(json.dumps(record) + "\n")
        launches.flush()
        before = processor_time()
        command = [tool, "--prove", f"--launches={launches.name}", f"--time-limit={limit}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = processor_time() - before
    verdict = {0: "proved", 1: "witness", 4: "unknown"}.get(run.returncode, f"exit code {run.returncode}")
    if verdict == "proved":
        claims = [line.split(": shown: ")[1] for line in run.stdout.splitlines() if ": shown: for " in line]
        return verdict, "; ".join(claims), seconds
    if verdict == "unknown":
        found = re.search(r"not followed: (.*)", run.stdout)
    else:
        found = re.search(r": (?:error|warning): (.*)", run.stdout + run.stderr)
    return verdict, found[1] if found else (run.stdout + run.stderr)[-200:].replace("\n", " "), seconds


def is_clean(tool, folder, record, runs):
    record = {**record, "file": str(Path(folder, record["file"]).resolve())}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as launches:
        launches.write(json.dumps(record) + "\n")
        launches.flush()
        command = [tool, "--quiet", f"--launches={launches.name}", f"--schedules={runs}", "--seed=7"]
        return subprocess.run(command, capture_output=True, check=False).returncode in (0, 4)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--targets", default="sm_90,sm_100,sm_103,sm_120", help="without letters")
    parser.add_argument("--sample", type=int, help="try this many launches, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match", default="", help="a regular expression for names of files")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--time-limit", type=int, default=30)
    parser.add_argument("--tool", default="ptx-sanitize", help="the program")
    options = parser.parse_args()
    text = Path(options.folder, "launches.jsonl").read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    targets = options.targets.split(",")
    records = [one for one in records if one.get("target", targets[0]).rstrip("abcdefghijklmnopqrstuvwxyz") in targets]
    records = [one for one in records if one.get("async", True) and re.search(options.match, one["file"])]
    if options.sample:
        records = random.Random(options.seed).sample(records, min(options.sample, len(records)))
    table, reasons, times, faulty = collections.Counter(), collections.Counter(), [], 0
    for record in records:
        verdict, text, seconds = prove(options.tool, options.folder, record, options.time_limit)
        kind = verdict
        if verdict == "proved":
            kind = "proved for all" if "for all" in text else "proved for the launch"
        print(f"{record['file']}: {verdict}, {seconds:.1f} s: {text}", flush=True)
        if verdict == "proved" and options.runs and not is_clean(options.tool, options.folder, record, options.runs):
            faulty += 1
            print("  and ptx-sanitize reports a fault", flush=True)
        table[str(Path(record["file"]).parent), kind] += 1
        table["all", kind] += 1
        times.append(seconds)
        if verdict == "unknown":
            reasons[re.sub(r"^line \d+: ", "", re.sub(r"takes \d+ values of.*", "takes too many values", text))] += 1
    for (place, kind), count in sorted(table.items()):
        print(f"{count:5} {place}: {kind}")
    for reason, count in reasons.most_common():
        print(f"{count:5} unknown: {reason}")
    if times:
        print(f"median {statistics.median(times):.1f} s, worst {max(times):.1f} s")
    return faulty != 0


if __name__ == "__main__":
    sys.exit(main())
