# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries tools/bazel/ptxkit.bzl with the tools of a build: bazel.py SOURCE BUILD FOLDER.

Exits with 77 where there is no Bazel."""

import shutil
import subprocess
import sys
from pathlib import Path

WORKSPACE = """\
load("//:ptxkit.bzl", "ptxkit_tools")
ptxkit_tools(name = "ptxkit", path = "{prefix}")
"""
BUILD = """\
load("//:ptxkit.bzl", "ptx_check", "ptx_check_test")
ptx_check(name = "kernels", srcs = ["saxpy.ptx", "copy.ptx"], targets = ["sm_80", "sm_90"], warnings = ["all", "no-unused-label"])
ptx_check(name = "broken", srcs = ["saxpy-broken.ptx", "warp-sum.cu"])
ptx_check(name = "strict", srcs = ["copy.ptx"], config = "strict.yml")
ptx_check_test(name = "good_test", srcs = ["saxpy.ptx"])
ptx_check_test(name = "strict_test", srcs = ["copy.ptx"], config = "strict.yml")
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
for file in ("tools/bazel/ptxkit.bzl", "docs/examples/saxpy.ptx", "docs/examples/saxpy-broken.ptx", "docs/examples/warp-sum.cu",
             "docs/examples/project/generated/copy.ptx"):
    shutil.copy(source / file, project)
(project / "WORKSPACE").write_text(WORKSPACE.format(prefix=build), encoding="utf-8")
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
run("build", "//:broken", "--keep_going", status=1, expected="saxpy-broken.ptx:22:5: error:")
run("build", "//:strict", status=1, expected="nothing refers to label `L_entry`")
run("test", "//:good_test", expected="PASSED")
run("test", "//:strict_test", "--test_output=errors", status=3, expected="nothing refers to label `L_entry`")
print("errors are reported, by builds and by tests")
