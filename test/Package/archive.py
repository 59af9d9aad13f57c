# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the packages with cpack and tries them: archive.py SOURCE BUILD FOLDER.

The tools of the archive run on README's examples, as root in a file system with nothing else; the documentation, the notices and the bill of
materials are there; each package has its checksum; each file is in one of the two packages for Debian."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

TOOLS = {"ptx-check", "ptx-dump", "ptx-fmt", "ptx-layout"}
source, build, folder = map(Path, sys.argv[1:])


def output(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def check(condition, message):
    if not condition:
        sys.exit(f"archive.py: {message}")


shutil.rmtree(folder, ignore_errors=True)
made = folder / "made"
made.mkdir(parents=True)
subprocess.run(["cpack", "--config", build / "CPackConfig.cmake", "-B", made], check=True, stdout=subprocess.DEVNULL)
packages = {path.name: path for path in made.iterdir() if path.is_file()}
for name, path in packages.items():
    if not name.endswith(".sha256"):
        listed = packages[name + ".sha256"].read_text(encoding="utf-8").split()[0]
        check(hashlib.sha256(path.read_bytes()).hexdigest() == listed, f"wrong checksum of {name}")
        print(name, path.stat().st_size, "bytes")

# The archive of the tools, in a file system of its own.
archive, = (path for name, path in packages.items() if name.startswith("ptxkit-") and name.endswith(".tar.gz"))
subprocess.run(["tar", "-xzf", archive, "-C", folder], check=True)
root = folder / archive.name.removesuffix(".tar.gz")
programs = {path.name for path in (root / "bin").iterdir()}
check(TOOLS <= programs, f"the archive has only {programs}")
documents = root / "share/doc/ptxkit"
for name in ("LICENSE", "THIRD-PARTY-NOTICES.txt", "instructions/index.md", "rules/operand-type.md", "guide/inline.md", "README.md",
             "../../man/man1/ptx-check.1", "../../ptxkit/instructions.json", "../../ptxkit/editors/vim/syntax/ptx.vim", "../../ptxkit/editors/emacs/ptx-mode.el", "../../ptxkit/instruction-database.schema.json",
             "../../bash-completion/completions/ptx-fmt", "../../cmake/ptxkit-tools/PtxkitAddCheck.cmake"):
    check((documents / name).is_file(), f"the archive lacks {name}")
bill = json.loads((documents / "ptxkit.spdx.json").read_text(encoding="utf-8"))
check(len(bill["packages"]) > 5 and len(bill["relationships"]) == len(bill["packages"]), "the bill of materials is incomplete")
for program in programs:
    headers = output("readelf", "-hlW", root / "bin" / program)
    check("INTERP" not in headers, f"{program} needs a loader")
    if "-fstack-protector-strong" in (build / "compile_commands.json").read_text(encoding="utf-8"):  # PTXKIT_HARDEN
        check("Type:                              DYN" in headers, f"{program} is not independent of its position")
        check("GNU_RELRO" in headers, f"{program} has writable tables")
        stack, = (line for line in headers.splitlines() if "GNU_STACK" in line)
        check(stack.split()[-2] == "RW", f"{program} has an executable stack")
if os.geteuid() == 0:
    shutil.copytree(source / "docs/examples", root / "examples")
    for example, exit_code in (("saxpy.ptx", 0), ("saxpy-broken.ptx", 1), ("warp-sum.cu", 1)):
        done = subprocess.run(["chroot", root, "/bin/ptx-check", f"/examples/{example}"], check=False, capture_output=True)
        check(done.returncode == exit_code, f"{example}: exit code {done.returncode}\n{done.stderr.decode()}")

# The packages for Debian.
files = {}
for path in made.glob("*.deb"):
    name = output("dpkg-deb", "-f", path, "Package").strip()
    listed = [line.partition(" -> ")[0].split()[-1] for line in output("dpkg-deb", "-c", path).splitlines() if not line.startswith("d")]
    for file in listed:
        check(file not in files, f"{file} is in {files.get(file)} and {name}")
        files[file] = name
check(set(files.values()) == {"ptxkit", "libptxkit-dev"}, f"packages: {set(files.values())}")
check(files["./usr/bin/ptx-check"] == "ptxkit" and files["./usr/include/ptxkit/Check.h"] == "libptxkit-dev", "files are in the wrong package")
