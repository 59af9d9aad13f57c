#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the extension for Visual Studio Code:

    package.py --build FOLDER --target linux-x64|linux-arm64 --output FILE.vsix [--server FILE] [--modules FOLDER] [--notices FILE]

--build is a build tree, which has the grammar, the settings and, unless --server names another one, the server. --modules is the folder
node_modules that `npm ci` makes here, or one elsewhere. --notices is the text of licences of what a static server contains.
The same inputs give the same file, byte for byte."""

import argparse
import json
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
# What of this folder is in the extension as it is, and what only makes it.
SHIPPED = ["README.md", "language-configuration.json", "snippets"]
MAKES = ["src", "test", "tsconfig.json"]
# The field e_machine of an ELF file.
MACHINES = {"linux-x64": 62, "linux-arm64": 183}
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip archive can tell


def stage(build, modules, folder):
    """Puts the extension without its server into an empty folder, ready to be bundled."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in SHIPPED + MAKES:
        copy = shutil.copytree if (HERE / name).is_dir() else shutil.copyfile
        copy(HERE / name, folder / name)
    (folder / "node_modules").symlink_to(modules.resolve())
    (folder / "syntaxes").mkdir()
    shutil.copyfile(build / "editors/ptx.tmLanguage.json", folder / "syntaxes/ptx.tmLanguage.json")
    manifest = json.loads((HERE / "package.json").read_text())
    manifest["contributes"]["configuration"]["properties"].update(
        json.loads((build / "editors/settings.json").read_text()))
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
    return manifest


def npm_program(folder, name, *arguments):
    done = subprocess.run([folder / "node_modules/.bin" / name, *arguments], cwd=folder, check=False)
    if done.returncode:
        sys.exit(f"package.py: {name} failed")


def bundle(folder):
    """Compiles the extension to one file. Returns the packages that it contains."""
    npm_program(folder, "tsc", "--noEmit")
    npm_program(folder, "esbuild", "src/extension.ts", "--bundle", "--platform=node", "--target=node18", "--external:vscode",
                "--outfile=dist/extension.js", "--metafile=inputs.json", "--log-level=warning")
    inputs = json.loads((folder / "inputs.json").read_text())["inputs"]
    return sorted({name.rpartition("node_modules/")[2].split("/")[0] for name in inputs if "node_modules/" in name})


def licences(folder, packages, more):
    """The licences of the packages, one after the other."""
    parts = []
    for package in packages:
        files = sorted((folder / "node_modules" / package).glob("[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
        if not files:
            sys.exit(f"package.py: {package} has no licence file")
        version = json.loads((folder / "node_modules" / package / "package.json").read_text())["version"]
        parts.append(f"{package} {version}\n\n{files[0].read_text().strip()}\n")
    if more:
        parts.append(more.read_text())
    return ("\n" + "-" * 80 + "\n\n").join(parts)


def check_server(file, target):
    head = file.read_bytes()[:20]
    if head[:4] != b"\x7fELF" or struct.unpack("<H", head[18:20])[0] != MACHINES[target]:
        sys.exit(f"package.py: {file} is not a program for {target}")


def vsix_manifest(manifest, target):
    """What describes the archive, apart from package.json."""
    properties = {"Microsoft.VisualStudio.Code.Engine": manifest["engines"]["vscode"],
                  "Microsoft.VisualStudio.Code.ExtensionKind": "workspace"}
    listed = "".join(f"<Property Id={quoteattr(name)} Value={quoteattr(value)}/>" for name, value in properties.items())
    tags = ",".join(manifest["keywords"])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={quoteattr(manifest["name"])} Version={quoteattr(manifest["version"])} Publisher={quoteattr(manifest["publisher"])} TargetPlatform={quoteattr(target)}/>
<DisplayName>{escape(manifest["displayName"])}</DisplayName>
<Description>{escape(manifest["description"])}</Description>
<Tags>{escape(tags)}</Tags>
<Categories>{escape(",".join(manifest["categories"]))}</Categories>
<Properties>{listed}</Properties>
<License>extension/LICENSE.txt</License>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""


CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{}<Default Extension="vsixmanifest" ContentType="text/xml"/></Types>
"""


def content_types(names):
    """The types of the files, by their extensions; a file without one is named."""
    text = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain"}
    entries = "".join(f'<Default Extension="{suffix[1:]}" ContentType="{kind}"/>' for suffix, kind in text.items())
    entries += "".join(f'<Override PartName="/{name}" ContentType="application/octet-stream"/>'
                       for name in names if not Path(name).suffix)
    return CONTENT_TYPES.format(entries)


def content(folder, manifest, packages, options):
    """Pairs of the name in the archive and what is there, apart from the description of the archive."""
    shipped = {key: value for key, value in manifest.items() if key not in ("private", "scripts", "devDependencies")}
    yield "extension/package.json", json.dumps(shipped, indent=2).encode()
    yield "extension/LICENSE.txt", (SOURCE / "LICENSE").read_bytes()
    yield "extension/THIRD-PARTY-NOTICES.txt", licences(folder, packages, options.notices).encode()
    for name in [*SHIPPED, "dist", "syntaxes"]:
        files = sorted((folder / name).rglob("*")) if (folder / name).is_dir() else [folder / name]
        for file in files:
            if file.is_file():
                yield f"extension/{file.relative_to(folder)}", file.read_bytes()
    for page in sorted((SOURCE / "docs/rules").glob("*.md")):
        yield f"extension/server/share/doc/ptxkit/rules/{page.name}", page.read_bytes()
    yield "extension/server/bin/ptx-lsp", options.server.read_bytes()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--target", choices=MACHINES, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--server", type=Path)
    parser.add_argument("--modules", type=Path, default=HERE / "node_modules")
    parser.add_argument("--notices", type=Path)
    options = parser.parse_args()
    options.server = options.server or options.build / "bin/ptx-lsp"
    check_server(options.server, options.target)
    folder = options.build.resolve() / "editors/vscode"  # programs run in it
    manifest = stage(options.build, options.modules, folder)
    packages = bundle(folder)
    parts = dict(content(folder, manifest, packages, options))
    parts["extension.vsixmanifest"] = vsix_manifest(manifest, options.target).encode()
    parts["[Content_Types].xml"] = content_types(parts).encode()
    with zipfile.ZipFile(options.output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            mode = 0o100755 if name.endswith("/ptx-lsp") else 0o100644
            entry.external_attr = mode << 16
            entry.create_system = 3  # Unix, so that the mode counts
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
