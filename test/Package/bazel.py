# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries tools/bazel with the tools of a build: bazel.py SOURCE BUILD FOLDER. Before Bazel 7, which has modules, with a WORKSPACE.

Exits with 77 where there is no Bazel."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

WORKSPACE = """\
load("@rules_ptxkit//:repositories.bzl", "ptxkit_tools")
ptxkit_tools(name = "ptxkit", path = "{prefix}")
"""
MODULE = """\
module(name = "project")
bazel_dep(name = "rules_ptxkit", version = "0.1.0")
local_path_override(module_name = "rules_ptxkit", path = "{rules}")
ptxkit = use_extension("@rules_ptxkit//:extensions.bzl", "ptxkit")
ptxkit.installed(path = "{prefix}")
"""
BUILD = """\
load("@rules_ptxkit//:ptxkit.bzl", "ptx_check", "ptx_check_test", "ptx_run_test", "ptx_sanitize_test")
ptx_check(name = "kernels", srcs = ["saxpy.ptx", "copy.ptx"], targets = ["sm_80", "sm_90"], warnings = ["all", "no-unused-label"])
ptx_check(name = "broken", srcs = ["saxpy-broken.ptx", "warp-sum.cu"])
ptx_check(name = "strict", srcs = ["copy.ptx"], config = "strict.yml")
ptx_check_test(name = "good_test", srcs = ["saxpy.ptx"])
ptx_check_test(name = "strict_test", srcs = ["copy.ptx"], config = "strict.yml")
ptx_sanitize_test(name = "early_test", srcs = ["ring-too-early.ptx"])
ptx_sanitize_test(name = "launch_test", srcs = ["saxpy.ptx"], launches = "launches.jsonl", allow_undecided = True)
ptx_sanitize_test(name = "decided_test", srcs = ["saxpy.ptx"], launches = "launches.jsonl")
RUN = ["--block=32", "--arg=0=32", "--arg=1=2.5", "--arg=2=range:32xf32", "--arg=3=zeros:32xf32", "--print=3[0:4]"]
ptx_run_test(name = "run_test", src = "saxpy.ptx", options = RUN, expected = "right.txt")
ptx_run_test(name = "differs_test", src = "saxpy.ptx", options = RUN, expected = "wrong.txt")
ptx_run_test(name = "outside_test", src = "saxpy.ptx", options = ["--grid=2", "--arg=0=33"] + RUN[:1] + RUN[2:])
ptx_run_test(name = "plain_test", src = "saxpy.ptx", options = RUN[:-1])
ptx_run_test(name = "quoted_test", src = "it's.ptx", options = RUN, expected = "right.txt")
ptx_run_test(name = "unknown_test", src = "outside.ptx", options = ["--block=1", "--arg=0=0:u64"], expected = "right.txt")
ptx_sanitize_test(name = "undecided_test", srcs = ["outside.ptx"], options = ["--entry=sample", "--block=1"])
ptx_sanitize_test(name = "allowed_test", srcs = ["outside.ptx"], options = ["--entry=sample", "--block=1"], allow_undecided = True)
"""
OUTSIDE = """\
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) outside();
.visible .entry sample(.param .u64 unused)
{
    .reg .b32 %r;
    .reg .pred %p;
    .param .b32 r;
    call.uni (r), outside, ();
    ld.param.b32 %r, [r];
    setp.eq.u32 %p, %r, 0;
    @%p bra END;
    bar.sync 0;
END:
    ret;
}
"""
source, build, folder = map(Path, sys.argv[1:])
bazel = shutil.which("bazel")
if not bazel:
    print("there is no Bazel")
    sys.exit(77)


def run(*arguments, status=0, expected=""):
    """Runs Bazel without a network, and without what it keeps for other users."""
    # For tests Bazel wants a program about coverage, which it would fetch.
    command = [bazel, "--batch", f"--output_user_root={folder}/cache", *arguments,
               f"--override_repository=remote_coverage_tools={folder}/coverage"]
    done = subprocess.run(command, check=False, text=True, cwd=folder / "project", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != status or expected not in done.stdout:
        sys.exit(f"{' '.join(arguments)}: exit code {done.returncode}, expected {status} and `{expected}`\n{done.stdout}")
    return done.stdout


if folder.exists():
    subprocess.run(["chmod", "-R", "u+w", folder], check=True)  # Bazel makes what it has built read-only
    shutil.rmtree(folder)
project, coverage = folder / "project", folder / "coverage"
for repository in (project, coverage):
    repository.mkdir(parents=True)
(coverage / "WORKSPACE").touch()
(coverage / "BUILD").write_text('filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])\n', encoding="utf-8")
rules = source / "tools/bazel"
version = subprocess.run([bazel, "--version"], check=True, text=True, capture_output=True, cwd=project).stdout
has_modules = (found := re.search(r"\d+", version)) is not None and int(found[0]) >= 7
if not has_modules:
    # A repository of WORKSPACE has a file of this name.
    shutil.copytree(rules, folder / "rules")
    rules = folder / "rules"
    (rules / "WORKSPACE").touch()
for file in ("docs/examples/saxpy.ptx", "docs/examples/saxpy-broken.ptx", "docs/examples/warp-sum.cu",
             "docs/examples/ring-too-early.ptx", "docs/examples/project/generated/copy.ptx"):
    shutil.copy(source / file, project)
if has_modules:
    (project / "MODULE.bazel").write_text(MODULE.format(prefix=build, rules=rules), encoding="utf-8")
else:
    local = f'local_repository(name = "rules_ptxkit", path = "{rules}")\n'
    (project / "WORKSPACE").write_text(local + WORKSPACE.format(prefix=build), encoding="utf-8")
shutil.copy(project / "saxpy.ptx", project / "it's.ptx")
(project / "outside.ptx").write_text(OUTSIDE, encoding="utf-8")
(project / "launches.jsonl").write_text('{"file": "saxpy.ptx", "entry": "saxpy", "block": [32, 1, 1]}\n', encoding="utf-8")
(project / "right.txt").write_text("3[0:4] = 0 2.5 5 7.5\n", encoding="utf-8")
(project / "wrong.txt").write_text("3[0:4] = 0 2.5 5 7\n", encoding="utf-8")
(project / "BUILD").write_text(BUILD, encoding="utf-8")
(project / "strict.yml").write_text("warnings: [all, error]\n", encoding="utf-8")

text = run("build", "//:kernels", "--subcommands")
if text.count("SUBCOMMAND") != 2:
    sys.exit(f"expected two checks:\n{text}")
print("both kernels pass")
text = run("build", "//:kernels", "--subcommands")
if "PtxCheck" in text or "Checking" in text:
    sys.exit(f"a second build checks again:\n{text}")
with (project / "copy.ptx").open("a", encoding="utf-8") as file:
    file.write("// changed\n")
text = run("build", "//:kernels", "--subcommands")
if text.count("SUBCOMMAND") != 1 or "copy.ptx" not in text:
    sys.exit(f"after one change, expected one check:\n{text}")
print("a change of one is checked alone")
run("build", "//:broken", "--keep_going", status=1, expected="saxpy-broken.ptx:21:35: error:")
run("build", "//:strict", status=1, expected="nothing refers to label `L_entry`")
run("test", "//:good_test", expected="PASSED")
run("test", "//:strict_test", "--test_output=errors", status=3, expected="nothing refers to label `L_entry`")
print("errors are reported, by builds and by tests")
run("test", "//:early_test", "--test_output=errors", status=3, expected="ring-too-early.ptx:")
run("test", "//:launch_test", "//:decided_test", expected="PASSED")
run("test", "//:allowed_test", expected="PASSED")
run("test", "//:undecided_test", "--test_output=errors", status=3, expected="a call of `outside`")
print("launches are executed")
run("test", "//:run_test", "//:plain_test", "//:quoted_test", expected="PASSED")
run("test", "//:unknown_test", "--test_output=errors", status=3, expected="a call of `outside`")
run("test", "//:differs_test", "--test_output=errors", status=3, expected="+3[0:4] = 0 2.5 5 7.5")
run("test", "//:outside_test", "--test_output=errors", status=3, expected="PTX6522")
print("results of kernels are compared")
