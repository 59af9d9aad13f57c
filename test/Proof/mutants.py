# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Removes and changes the synchronization of proved kernels, one statement at a time:

    mutants.py [--tool=PATH] [--most=N] [--seed=N] [--time-limit=N] FILE.ptx|FOLDER...

The launch of a module is that of its comments. A folder has `launches.jsonl`, in the format of `--launches`. Of each kernel, `--most`
mutants are taken by chance (default: all). One that is still proved has to be clean in many schedules of `ptx-sanitize` as well.
Prints the proved ones and a count of the answers; exits with 1 if one of them is not clean.
"""

import argparse
import collections
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Execution"))
import mutants  # noqa: E402


def launches(names):
    """The modules with the records of their launches; none where comments have them."""
    for name in map(Path, names):
        if not name.is_dir():
            yield name, None
            continue
        for line in Path(name, "launches.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield Path(name, record["file"]), record


def arguments(path, record):
    if record is None:
        return [str(path)]
    launch = path.with_suffix(".jsonl")
    launch.write_text(json.dumps({**record, "file": path.name}) + "\n", encoding="utf-8")
    return [f"--launches={launch}"]


def answer(options, launch):
    command = [options.tool, "--prove", "--quiet", f"--time-limit={options.time_limit}", *launch]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return {0: "proved", 1: "witness", 4: "unknown"}.get(run.returncode, f"exit code {run.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+")
    parser.add_argument("--tool", default="ptx-sanitize", help="the program")
    parser.add_argument("--most", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=int, default=20)
    options = parser.parse_args()
    chance, tally, wrong, kernels = random.Random(options.seed), collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, record in launches(options.names):
            text, path = name.read_text(encoding="utf-8"), Path(folder, name.name)
            path.write_text(text, encoding="utf-8")
            launch = arguments(path, record)
            if answer(options, launch) != "proved":
                continue
            kernels += 1
            changes = list(mutants.mutants(text))
            if options.most:
                changes = chance.sample(changes, min(options.most, len(changes)))
            for mutant in changes:
                path.write_text(mutant.of(text), encoding="utf-8")
                found = answer(options, launch)
                tally[mutant.kind, found] += 1
                if found == "proved":
                    print(f"{name.name}:{mutant.line(text)}: {mutant.kind}: still proved", flush=True)
                    check = [options.tool, "--quiet", "--schedules=40", *launch]
                    if subprocess.run(check, capture_output=True, check=False).returncode == 1:
                        wrong += 1
                        print("  and ptx-sanitize reports a fault", flush=True)
    for (kind, found), number in sorted(tally.items()):
        print(f"{number:6} {kind}: {found}")
    print(f"{wrong} of {sum(tally.values())} mutants of {kernels} kernels are proved and have a fault")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
