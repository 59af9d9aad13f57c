# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the packages for npm, installs them without a registry, and runs the tools: npm.py SOURCE BUILD FOLDER.

Exits with 77 where npm is not installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

CMAKE = os.environ.get("CMAKE_COMMAND", "cmake")
source, build, folder = map(Path, sys.argv[1:])
if not shutil.which("npm"):
    print("npm is not installed")
    sys.exit(77)


def run(*command, status=0):
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
shutil.rmtree(build / "npm", ignore_errors=True)
run(CMAKE, "--build", build, "--target", "npm")
made = sorted((build / "npm").glob("*.tgz"))
for package in made:
    print(package.name, package.stat().st_size, "bytes")
(folder / "package.json").write_text("{}\n", encoding="utf-8")
run("npm", "install", "--offline", "--no-audit", "--no-fund", *made)
programs = folder / "node_modules/.bin"
run(programs / "ptx-check", source / "docs/examples/saxpy.ptx")
text = run(programs / "ptx-check", source / "docs/examples/saxpy-broken.ptx", status=1)
if text != run(programs / "ptxkit", "check", source / "docs/examples/saxpy-broken.ptx", status=1) or "[PTX1101]" not in text:
    sys.exit(f"the tools print something else:\n{text}")
run(programs / "ptx-verify", "-arch=sm_90", source / "docs/examples/saxpy-broken.ptx", status=255)

# The database needs no program.
asked = run("node", "-e", """
const { load, matching, firstVersion } = require("ptxkit/database");
for (const form of matching(load(), "cvt.pack.sat.u8.s32.b32")) console.log(firstVersion(form, "cvt.pack.sat.u8.s32.b32", "sm_72"));""")
if asked != "6.5\n" or not {"database.d.ts", "records.d.ts"} <= {path.name for path in (folder / "node_modules/ptxkit").iterdir()}:
    sys.exit(f"the database answers:\n{asked}")

# The server for agents comes with the module of WebAssembly, and says that it needs the SDK.
if (folder / "node_modules/ptxkit/ptxkit.wasm").exists() and "npm install @modelcontextprotocol/sdk" not in run("npx", "--no", "ptxkit-mcp", status=1):
    sys.exit("the server does not say that the SDK is missing")

# Without the package of the platform, as on macOS and Windows, the module runs some tools; without a module the launcher says so.
laid_out = run(programs / "ptx-fmt", source / "docs/examples/saxpy.ptx")
shutil.rmtree(folder / "node_modules/@ptxkit")
if not (folder / "node_modules/ptxkit/ptxkit.wasm").exists():
    if "@ptxkit/linux-" not in run(programs / "ptx-check", "--version", status=2):
        sys.exit("the launcher does not name the package that is missing")
    sys.exit(0)
run(programs / "ptx-check", source / "docs/examples/saxpy.ptx")
# One file has a line of numbers only in the output of the program.
told = run(programs / "ptx-check", source / "docs/examples/saxpy-broken.ptx", status=1)
if told.splitlines() != text.splitlines()[:-1]:
    sys.exit(f"by the module, ptx-check prints something else:\n{told}")
if laid_out != run(programs / "ptx-fmt", source / "docs/examples/saxpy.ptx"):
    sys.exit("by the module, ptx-fmt prints something else")
copy = shutil.copy(source / "docs/examples/saxpy-broken.ptx", folder / "copy.ptx")
run(programs / "ptx-check", "--fix", copy, status=1)
if Path(copy).read_text(encoding="utf-8").count(";") != (source / "docs/examples/saxpy-broken.ptx").read_text(encoding="utf-8").count(";") + 1:
    sys.exit("by the module, --fix does not insert the `;`")
for wrong in (["--watch", copy], ["nothing.ptx"], [folder], []):
    run(programs / "ptx-check", *wrong, status=2)
for wrong in ([copy, copy], ["-i", "--check", copy]):
    run(programs / "ptx-fmt", *wrong, status=2)
if not run(programs / "ptxkit", "--version").startswith("ptxkit (ptxkit) ") or "ptxkit: error: " not in run(programs / "ptxkit", "--help", status=2):
    sys.exit("by the module, ptxkit does not name itself")
# A link remains a link, and its file keeps its mode.
Path(copy).write_text(".version 8.0\n.target  sm_80\n", encoding="utf-8")
Path(copy).chmod(0o666)
(folder / "link.ptx").symlink_to(copy)
run(programs / "ptx-fmt", "-i", "link.ptx")
if ".target sm_80" not in Path(copy).read_text(encoding="utf-8") or Path(copy).stat().st_mode & 0o777 != 0o666 or not (folder / "link.ptx").is_symlink():
    sys.exit("by the module, -i changes the link or the mode of a file")
run(programs / "ptx-run", copy, status=2)
bodies = [f'{{"jsonrpc":"2.0",{rest}}}' for rest in ('"id":1,"method":"initialize","params":{"capabilities":{}}', '"id":2,"method":"shutdown"', '"method":"exit"')]
served = subprocess.run([programs / "ptx-lsp", "--stdio"], input="".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies),
                        text=True, check=True, stdout=subprocess.PIPE).stdout
if served.count("Content-Length") != 2 or '"documentFormattingProvider":true' not in served:
    sys.exit(f"by the module, ptx-lsp answers:\n{served}")
