# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the extension of Visual Studio Code and says what is in it: pack.py SOURCE OPTION OF PACKAGE.PY..."""

import hashlib
import json
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

TARGETS = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}


def pack(source, target, options):
    script = Path(source) / "tools/editors/vscode/package.py"
    return subprocess.run([sys.executable, "-B", script, "--target", target, *options], check=False, text=True, capture_output=True)


def unit_tests(folder):
    """Runs the unit tests of the extension in the folder where it was made."""
    done = subprocess.run(["npm", "test", "--silent"], cwd=folder, check=False, text=True, capture_output=True)
    if done.returncode:
        return f"failed\n{done.stdout}{done.stderr}"
    tests = list((folder / "test").glob("*.test.ts"))
    return f"passed, {len(tests)} files"


def session(text):
    """The messages of an editor that opens a document, as `--lit-test` reads them."""
    document = {"uri": "file:///k.ptx", "languageId": "ptx", "version": 1, "text": text}
    messages = [{"id": 1, "method": "initialize", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": document}},
                {"id": 2, "method": "shutdown"}, {"method": "exit"}]
    return "\n// -----\n".join(json.dumps({"jsonrpc": "2.0", **message}) for message in messages) + "\n"


def main(source, *options):
    own = TARGETS[platform.machine()]
    done = pack(source, own, options)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    print("unit tests:", unit_tests(Path(options[options.index("--build") + 1]) / "editors/vscode"))
    output = Path(options[options.index("--output") + 1])
    with zipfile.ZipFile(output) as archive:
        for entry in archive.infolist():
            print(entry.filename, f"{entry.external_attr >> 16 & 0o777:o}")
        manifest = json.loads(archive.read("extension/package.json"))
        notices = archive.read("extension/THIRD-PARTY-NOTICES.txt").decode()
        for name in archive.namelist():
            if "/server/" in name:
                archive.extract(name, output.parent)
    project = re.search(r"VERSION (\d+\.\d+\.\d+)", (Path(source) / "CMakeLists.txt").read_text())[1]
    print(f"version {manifest['version']}, {'as' if manifest['version'] == project else 'not as'} the project")
    print("notices of" + (" vscode-languageclient" if re.search(r"^vscode-languageclient \d", notices, re.MULTILINE) else " nothing"))

    before = hashlib.sha256(output.read_bytes())
    pack(source, own, options)
    print("packed again:", "the same" if before.digest() == hashlib.sha256(output.read_bytes()).digest() else "another")

    [other] = set(TARGETS.values()) - {own}
    print("for another machine:", pack(source, other, options).stderr.strip())

    server = output.parent / "extension/server/bin/ptx-lsp"
    server.chmod(0o755)
    answers = subprocess.run([server, "--lit-test"], input=session(".version 8.0\n.target sm_80\n.entry k() { add.u32 %r; }\n"),
                             check=True, text=True, capture_output=True).stdout
    link = re.search(r'"href": "file://([^"]+)"', answers)
    print("the server links", "pages of the extension" if link and Path(link[1]).is_file() else "no page")


if __name__ == "__main__":
    main(*sys.argv[1:])
