# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The playground, a page of the site that needs no server: play.py --module FILE --database FILE --output FOLDER [--npm PROGRAM].

With --npm the editor is CodeMirror, which npm fetches; without it, or where npm cannot fetch it, the browser's field for texts."""

import argparse
import base64
import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent / "playground"
NPM = HERE.parents[1] / "npm"


def in_module(text):
    """A module of JavaScript as a part of a script, since browsers load no modules from a folder: without exports and its address."""
    return re.sub(r"^export ", "", text, flags=re.MULTILINE).replace("import.meta.url", "location.href")


def editor(npm):
    """The editor as one script."""
    if npm is not None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("package.json", "editor.js"):
                shutil.copy(HERE / name, folder)
            try:
                subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
                done = subprocess.run(["node_modules/.bin/esbuild", "editor.js", "--bundle", "--minify", "--format=iife", "--legal-comments=inline"],
                                      cwd=folder, check=True, text=True, stdout=subprocess.PIPE)
                return done.stdout
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"play.py: the playground has no CodeMirror: {error}", file=sys.stderr)
    return (HERE / "plain.js").read_text(encoding="utf-8")


def write(output, module, database, npm=None):
    """Writes the page into a folder."""
    output.mkdir(parents=True, exist_ok=True)
    for name in ("index.html", "page.css", "page.js", "start.js"):
        shutil.copy(HERE / name, output)
    known = json.loads(database.read_text(encoding="utf-8"))
    values = {
        "targets": [target["name"] for target in reversed(known["targets"])],
        "versions": known["versions"][::-1],
        "worker": in_module((NPM / "ptxkit.mjs").read_text(encoding="utf-8")) + (HERE / "worker.js").read_text(encoding="utf-8"),
        "module": base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode(),
    }
    examples = in_module((HERE / "examples.js").read_text(encoding="utf-8"))
    text = f"{{\n{examples}\nwindow.playground = {{ examples, ...{json.dumps(values)} }};\n}}\n"
    (output / "module.js").write_text(text, encoding="utf-8")
    (output / "editor.js").write_text(editor(npm), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--module", type=Path, required=True)
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--npm")
    options = parser.parse_args()
    write(options.output, options.module, options.database, options.npm)


if __name__ == "__main__":
    main()
