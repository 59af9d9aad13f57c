# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of the files for pre-commit, GitHub and GitLab on examples in the working folder: services.py SOURCE.

Prints how each ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

source = Path(sys.argv[1])


def load(name):
    return yaml.safe_load((source / name).read_text(encoding="utf-8"))


def run(command, **variables):
    """The exit code of a command in the shell."""
    return subprocess.run(["bash", "-euc", command], env=os.environ | variables, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode


def both(name, exit_code):
    print(f"{name}: {exit_code('saxpy.ptx')} for saxpy.ptx, {exit_code('saxpy-broken.ptx')} for saxpy-broken.ptx")


for hook in load(".pre-commit-hooks.yaml"):
    if not {"id", "name", "entry", "language", "files"} <= hook.keys():
        sys.exit(f"a hook lacks a key: {hook}")
    pattern = re.compile(hook["files"])
    assert not pattern.search("--output=k.ptx") and not pattern.search("-k.cu"), hook
    assert "--force-exclude" in hook["entry"], hook
    if pattern.search("warp-sum.cu"):
        print(f"hook {hook['id']}:", run(f"{hook['entry']} warp-sum.cu"), "for warp-sum.cu")
    elif pattern.search("saxpy.ptx"):
        both(f"hook {hook['id']}", lambda file: run(f"{hook['entry']} {file}"))

matcher = json.loads((source / ".github/ptx-check-matcher.json").read_text(encoding="utf-8"))
expression, = matcher["problemMatcher"][0]["pattern"]
lines = subprocess.run(["ptx-check", "--output-format=concise", "saxpy-broken.ptx"], check=False, text=True,
                       capture_output=True).stdout.splitlines()
matches = [re.match(expression["regexp"], line) for line in lines]
assert all(match and match[expression["line"]].isdigit() for match in matches), lines
print("matcher:", len(matches), "lines")

action = load(".github/actions/ptx-check/action.yml")
assert action["runs"]["using"] == "composite"
annotations, report = action["runs"]["steps"]
defaults = {key.upper(): value["default"] for key, value in action["inputs"].items()}
for step in (annotations, report):
    for name, value in step["env"].items():
        assert value == "${{ inputs." + name.lower() + " }}" and name in defaults, (name, value)
both("action", lambda file: run(annotations["run"], **defaults | {"FILES": file}))
both("action with sarif", lambda file: run(report["run"], **defaults | {"FILES": file, "SARIF": "report.sarif"}))
assert json.loads(Path("report.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"

job = load("tools/ci/gitlab.yml")["ptx-check"]
both("gitlab", lambda file: run("\n".join(job["script"]), **job["variables"] | {"PTX_FILES": file}))
print("gitlab report:", len(json.loads(Path(job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))))

# The workflow of releases: presets and targets that exist, scripts that the shell reads, and each artifact that is used is made.
workflow = load(".github/workflows/release.yml")
assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads the key `on` as a truth value
presets = json.loads((source / "CMakePresets.json").read_text(encoding="utf-8"))
names = {kind: {preset["name"] for preset in presets[kind]} for kind in ("configurePresets", "buildPresets")}
scripts = [(source / "tools/packaging/release.sh").read_text(encoding="utf-8")]
scripts += [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
for script in scripts:
    subprocess.run(["bash", "-n", "-c", script], check=True)
    assert set(re.findall(r"cmake --preset (\S+)", script)) <= names["configurePresets"], script
    assert set(re.findall(r"--build --preset (\S+)", script)) <= names["buildPresets"], script
    for name in re.findall(r"tools/\S+", script):
        assert os.access(source / name, os.X_OK), name
assert all("uses" in step or "run" in step for job in workflow["jobs"].values() for step in job["steps"])
assert workflow["jobs"]["release"]["needs"] in workflow["jobs"]
version = re.search(r"VERSION (\S+)", re.search(r"project\(ptxkit.*?\)", (source / "CMakeLists.txt").read_text(encoding="utf-8"), re.DOTALL)[0])[1]
check_version = next(line for line in scripts[-1].splitlines() if line.startswith("grep"))
tags = {tag: subprocess.run(["bash", "-ec", check_version], cwd=source, env=os.environ | {"TAG": tag}, check=False).returncode
        for tag in (f"v{version}", "v9.9.9")}
print("release:", len(scripts), "scripts;", *tags.values())
