# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries ptxkit_add_check of an installation: checks.py SOURCE BUILD FOLDER [FILES].

Installs the tools alone, moves them, and builds a project of FILES kernels, 20 if not given, with Ninja: the first build checks each, the
second none, and a change of a file, of the configuration or of ptx-check itself those that it concerns. Prints the time of each."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

CMAKE = os.environ.get("CMAKE_COMMAND", "cmake")
PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(kernels LANGUAGES NONE)
find_package(ptxkit-tools 0.1 REQUIRED)
file(GLOB kernels RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS kernels/*.ptx)
ptxkit_add_check(check-kernels ${kernels} TARGETS sm_80 sm_90 WARNINGS all no-unused-label)
ptxkit_add_check(check-sources EXCLUDE_FROM_ALL warp-sum.cu)
add_custom_command(OUTPUT made.ptx COMMAND "${CMAKE_COMMAND}" -E copy "${CMAKE_CURRENT_SOURCE_DIR}/kernels/k0.ptx" made.ptx
  DEPENDS kernels/k0.ptx)
add_custom_target(make-them DEPENDS made.ptx)
set_target_properties(make-them PROPERTIES MADE "${CMAKE_CURRENT_BINARY_DIR}/made.ptx")
ptxkit_add_check(check-made made.ptx)
ptxkit_add_check(check-listed "$<TARGET_PROPERTY:make-them,MADE>" OPTIONS --config=strict.yml)
"""
source, build, folder = map(Path, sys.argv[1:4])
count = int(sys.argv[4]) if len(sys.argv) > 4 else 20
binary = folder / "project/build"


def run(*command):
    """The exit code of a command, and all that it prints."""
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def succeed(*command):
    code, text = run(*command)
    if code:
        sys.exit(f"{' '.join(map(str, command))}: exit code {code}\n{text}")
    return text


def built(what, expected, *options):
    """Builds, and compares the number of checks, which Ninja announces as `Checking`."""
    began = time.monotonic()
    text = succeed(CMAKE, "--build", binary, *options)
    seconds = time.monotonic() - began
    checks = text.count("Checking ")
    print(f"{what}: {checks} checks, {seconds:.2f} s")
    if checks != expected:
        sys.exit(f"expected {expected}\n{text[-2000:]}")
    return text


def touch(file):
    time.sleep(0.01)
    file.touch()


shutil.rmtree(folder, ignore_errors=True)
succeed(CMAKE, "--install", build, "--prefix", folder / "staged", "--component", "tools")
(folder / "staged").rename(folder / "ptxkit")
project = folder / "project"
kernels = project / "kernels"
kernels.mkdir(parents=True)
(project / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
(project / ".ptx-check").write_text("root: true\n", encoding="utf-8")
(project / "strict.yml").write_text("warnings: [error]\n", encoding="utf-8")
shutil.copy(source / "docs/examples/warp-sum.cu", project)
for number in range(count):
    shutil.copy(source / "docs/examples/saxpy.ptx", kernels / f"k{number}.ptx")

# Without a word about where it is: from PATH.
os.environ["PATH"] = os.pathsep.join([str(folder / "ptxkit/bin"), os.environ["PATH"]])
succeed(CMAKE, "-G", "Ninja", "-S", project, "-B", binary)
built("first build", count + 2)
if "no work to do" not in built("second build", 0):
    sys.exit("the second build did something")
touch(kernels / f"k{count - 1}.ptx")
built("after one change", 1)
touch(kernels / "k0.ptx")
built("after a change of what another is made of", 3)
touch(project / "strict.yml")
built("after a change of the configuration that an option names", 1)
touch(project / ".ptx-check")
built("after a change of the configuration around them", count + 2)
touch(folder / "ptxkit/bin/ptx-check")
built("after another ptx-check", count + 2)

# An error ends the build and is reported again until it is mended; a warning is reported once.
code, text = run(CMAKE, "--build", binary, "--target", "check-sources")
if code == 0 or "warp-sum.cu:7:17: error:" not in text:
    sys.exit(f"the error in the asm statement is missing:\n{text}")
broken = kernels / "k1.ptx"
shutil.copy(source / "docs/examples/saxpy-broken.ptx", broken)
for _ in range(2):
    code, text = run(CMAKE, "--build", binary)
    if code == 0 or f"{broken}:21:35: error:" not in text:
        sys.exit(f"the error is missing:\n{text}")
broken.unlink()
built("without the broken one", 0)

# The example, in which nvcc takes part if it is there.
example = folder / "example"
text = succeed(CMAKE, "-G", "Ninja", "-S", source / "docs/examples/cmake", "-B", example)
has_compiler = "The CUDA compiler identification" in text
text = succeed(CMAKE, "--build", example)
if text.count("Checking ") != (3 if has_compiler else 2):
    sys.exit(f"the example checks something else:\n{text}")
print("example:", "with nvcc" if has_compiler else "without nvcc")

# The Python package finds the tools beside which it is installed.
found = succeed(sys.executable, "-B", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import ptxkit.programs as p; print(p.find('ptx-check'))",
                folder / "ptxkit/lib/python3/dist-packages")
if Path(found.strip()) != folder.resolve() / "ptxkit/bin/ptx-check":
    sys.exit(f"ptxkit.programs finds {found}")
