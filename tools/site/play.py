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


def licences(folder, inputs):
    """The licences of the packages of npm that the `inputs` of a script are from, by name and version."""
    found = {}
    for path in inputs:
        package = re.match(r"node_modules/(?:@[^/]+/)?[^/]+", path)
        if package is None:
            continue
        root = folder / package[0]
        told = json.loads((root / "package.json").read_text(encoding="utf-8"))
        texts = [each.read_text(encoding="utf-8") for each in sorted(root.glob("LICEN[CS]E*"))]
        if not texts:
            raise OSError(f"{package[0]} has no licence")
        found[f"{told['name']} {told['version']}"] = "".join(texts)
    return found


def editor(npm):
    """The editor as one script, and the licences of what is in it."""
    if npm is not None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("package.json", "editor.js"):
                shutil.copy(HERE / name, folder)
            try:
                subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
                subprocess.run(["node_modules/.bin/esbuild", "editor.js", "--bundle", "--minify", "--format=iife", "--legal-comments=inline",
                                "--outfile=bundle.js", "--metafile=parts.json", "--log-level=warning"], cwd=folder, check=True)
                made = Path(folder)
                parts = json.loads((made / "parts.json").read_text(encoding="utf-8"))
                return (made / "bundle.js").read_text(encoding="utf-8"), licences(made, parts["inputs"])
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"play.py: the playground has no CodeMirror: {error}", file=sys.stderr)
    return (HERE / "plain.js").read_text(encoding="utf-8"), {}


def notices(module, others):
    """The notices of the projects whose code the page has: those that lie beside the module, and `others` by name."""
    text = "".join(each.read_text(encoding="utf-8") for each in sorted((module.parent / "notices").glob("*.txt")))
    text += "\nThe editor of the page contains parts of these projects. Their licences follow.\n\n" if others else ""
    text += "".join(f"- {name}\n" for name in others)
    line = "=" * 100
    return text + "".join(f"\n{line}\n{name}\n{line}\n\n{licence}" for name, licence in others.items())


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
    script, others = editor(npm)
    (output / "editor.js").write_text(script, encoding="utf-8")
    (output / "THIRD-PARTY-NOTICES.txt").write_text(notices(module, others), encoding="utf-8")


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
