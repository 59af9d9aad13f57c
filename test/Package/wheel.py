# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the wheel, installs it with pip in an environment of its own, without an index, and uses all that it has: wheel.py SOURCE BUILD FOLDER.

Exits with 77 where Python cannot make environments."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

CMAKE = os.environ.get("CMAKE_COMMAND", "cmake")
LIBRARY = """\
import sys
import ptxkit.library as library
good = library.check_file(sys.argv[1], W=["all"])
print(good.errors, good.module()["functions"][0]["name"], good.canonical() == good.formatted())
bad = library.check_text(open(sys.argv[2]).read(), name="text.ptx", target="sm_90")
print(bad.errors, [(finding["line"], finding["code"]) for finding in bad.findings()], "text.ptx:21:35: error:" in bad.report())
source = library.check_file(sys.argv[3])
needs = source.requirements()
print(source.errors, [finding["line"] for finding in source.findings()], len(needs), good.requirements()[0]["version"])
facts = library.describe("redux.sync.add.u32")["instructions"][0]
print(facts["forms"][0]["targets"]["sm_80"], [operand["name"] for operand in facts["forms"][0]["operands"]])
print(any(one["name"] == "redux" for one in library.instructions()))
for call in (lambda: library.check_file("/nowhere.ptx"), lambda: library.describe("reduks"), lambda: library.check_text("", colour=1), bad.formatted):
    try:
        print("no error:", call())
    except library.Error as error:
        print("error:", error)
"""
EXPECTED = """\
0 saxpy True
3 [(21, 'PTX1101'), (29, 'PTX1101'), (36, 'PTX3002')] True
3 [7, 8, 9] 0 2.3
7.0 ['dst', 'src', 'membermask']
True
"""
source, build, folder = map(Path, sys.argv[1:])
environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {"PATH": "/usr/bin:/bin"}


def run(*command, status=0):
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, cwd=folder)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


try:
    import ensurepip
    ensurepip.version()
except (ImportError, OSError):
    print("this Python cannot make environments (python3-venv)")
    sys.exit(77)

shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
run(CMAKE, "--build", build, "--target", "wheel")
wheel, = (build / "wheel").glob("*manylinux*.whl")
musl, = (build / "wheel").glob("*musllinux*.whl")
# docs/guide/installing.md names it. A newer glibc gives what is built with it newer versions of functions.
if platform.libc_ver() == ("glibc", "2.36") and "-manylinux2014_" not in wheel.name:
    sys.exit(f"{wheel.name} does not install where glibc is older")
for made in (wheel, musl):
    print(made.name, made.stat().st_size, "bytes")
run(sys.executable, "-m", "venv", "venv")
scripts = folder / "venv/bin"
run(scripts / "pip", "install", "--no-index", "--no-compile", wheel)

examples = source / "docs/examples"
run(scripts / "ptx-check", examples / "saxpy.ptx")
run(scripts / "ptx-check", examples / "saxpy-broken.ptx", status=1)
run(scripts / "ptx-check", examples / "warp-sum.cu", status=1)
run(scripts / "ptx-fmt", "--check", examples / "saxpy.ptx")
run(scripts / "ptx-verify", "-arch=sm_90", "-c", examples / "saxpy.ptx", "-o", "saxpy.o")
printed = run(scripts / "python", "-c", LIBRARY, examples / "saxpy.ptx", examples / "saxpy-broken.ptx", examples / "warp-sum.cu")
lines = printed.splitlines()
if not printed.startswith(EXPECTED) or [line.partition(":")[0] for line in lines[5:]] != ["error"] * 4:
    sys.exit(f"the library does something else:\n{printed}")
# As pipx and uv: links to the scripts in a folder on PATH.
(folder / "linked").mkdir()
(folder / "linked/ptx-check").symlink_to(scripts / "ptx-check")
run(folder / "linked/ptx-check", examples / "saxpy.ptx")
run(scripts / "ptxkit", "check", examples / "saxpy-broken.ptx", status=1)
run(scripts / "python", "-m", "ptxkit", "check", examples / "saxpy-broken.ptx", status=1)
if "`chek`" not in run(scripts / "ptxkit", "chek", status=2):
    sys.exit("ptxkit does not name the tool that there is not")
listed = run(scripts / "python", "-m", "ptxkit", "--help")
if " check " not in listed or run(scripts / "ptxkit", "--help") != listed:
    sys.exit(f"ptxkit lists:\n{listed}")
found = run(scripts / "python", "-c", "import ptxkit.programs as p; print(p.find('ptx-check'))")
if Path(found.strip()) != scripts / "ptx-check":
    sys.exit(f"ptxkit.programs finds {found}")
run(scripts / "python", "-c", "import ptxkit, pathlib; assert pathlib.Path(ptxkit.__file__).with_name('ptx.tmLanguage.json').exists(); ptxkit.lit.configure; ptxkit.edits.Edits; ptxkit.library.check_text; ptxkit.update_checks.main")
run(scripts / "python", "-c", "from ptxkit.records import Finding, Module; assert 'message' in Finding.__annotations__ and 'functions' in Module.__annotations__")
asked = run(scripts / "python", "-c", "import ptxkit; print(ptxkit.database.load().matching('cvt.pack.sat.u8.s32.b32')[0].first_version('cvt.pack.sat.u8.s32.b32', 'sm_72'))")
if asked != "6.5\n":
    sys.exit(f"ptxkit.database answers {asked}")
asked = run(scripts / "python", "-c", "import ptxkit; print(ptxkit.agents.guide().splitlines()[0], ptxkit.agents.check('.version 9.0').errors)")
if asked != "# Agents 1\n" or "ptxkit[mcp]" not in run(scripts / "ptxkit-mcp", status=1):
    sys.exit(f"ptxkit.agents answers {asked}")
run(scripts / "pip", "uninstall", "--yes", "ptxkit")
left = [path for path in (folder / "venv").rglob("*ptx*")]
if left:
    sys.exit(f"uninstalling leaves {left}")
