#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what static programs contain of other projects:
notices.py --version VERSION --output FOLDER [--sysroot FOLDER --architecture NAME] [--other NAME=VERSION=FILE]... [FILE...]

Each file is a library that is linked statically. Writes THIRD-PARTY-NOTICES.txt, with the copyright files of the packages that the
libraries are of, and ptxkit.spdx.json, a bill of materials in the format SPDX 2.3. A library that no package has is an error. Programs for
another machine contain the libraries of a folder in which Debian's packages of its architecture lie: versions and copyright files are read
there, while the packages have the names of those that are installed here. --other names a project that was built from its sources, and the
file with its licence."""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

NAMESPACE = "urn:ptxkit:spdx"


@dataclass(frozen=True, order=True)
class Part:
    """A project that the programs contain, and where it comes from."""
    name: str
    version: str
    licence: Path
    locator: str  # package URL
    supplier: str = "NOASSERTION"


def query(*arguments):
    done = subprocess.run(["dpkg-query", *arguments], check=False, text=True, capture_output=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def version_in(sysroot, package):
    """The version of a package whose files lie in a folder: that of the first line of its changelog, `llvm-22 (1:22.1.8-1) ...`."""
    changelog = sysroot / "usr/share/doc" / package / "changelog.Debian.gz"
    with gzip.open(changelog, "rt", encoding="utf-8") as text:
        return re.match(r"\S+ \(([^)]+)\)", text.readline())[1]


def package_of(file, options):
    """The package that has a library."""
    path = os.path.realpath(file)
    if options.sysroot:
        # dpkg takes a pattern: the folder of the other architecture has the name of that of this one otherwise.
        path = re.sub(r"[a-z0-9_]+-linux-gnu", "*-linux-gnu", path.removeprefix(os.path.realpath(options.sysroot)))
    # Debian moved /lib into /usr: a package can list the older name.
    for name in (path, path.removeprefix("/usr")):
        owner = query("-S", name)
        if owner:
            package = owner.splitlines()[0].rpartition(": ")[0].split(",")[0].partition(":")[0]
            if options.sysroot:
                version, architecture = version_in(options.sysroot, package), options.architecture
            else:
                version, architecture = query("-W", "-f", "${Version} ${Architecture}\n", package).splitlines()[0].split()
            return Part(package, version, (options.sysroot or Path("/")) / "usr/share/doc" / package / "copyright",
                        f"pkg:deb/debian/{package}@{version}?arch={architecture}", "Organization: Debian")
    sys.exit(f"notices.py: no package has {file}")


def project(text):
    """A project that was built from its sources: the value of --other."""
    name, version, file = text.split("=")
    return Part(name, version, Path(file), f"pkg:generic/{name}@{version}")


def bill_of_materials(version, parts):
    """An SPDX document in which ptxkit contains the parts."""
    described = [{"SPDXID": "SPDXRef-ptxkit", "name": "ptxkit", "versionInfo": version, "downloadLocation": "NOASSERTION",
                  "filesAnalyzed": False, "licenseConcluded": "Apache-2.0 WITH LLVM-exception",
                  "licenseDeclared": "Apache-2.0 WITH LLVM-exception", "copyrightText": "NOASSERTION"}]
    relationships = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-ptxkit"}]
    for part in parts:
        described.append({
            "SPDXID": f"SPDXRef-{part.name}", "name": part.name, "versionInfo": part.version, "supplier": part.supplier,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.locator}]})
        relationships.append({"spdxElementId": "SPDXRef-ptxkit", "relationshipType": "STATIC_LINK",
                              "relatedSpdxElement": f"SPDXRef-{part.name}"})
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"ptxkit-{version}",
            "documentNamespace": f"{NAMESPACE}:{version}",
            "creationInfo": {"created": created(), "creators": ["Tool: notices.py"]},
            "packages": described, "relationships": relationships}


def created():
    """Now, or the time that a reproducible build gives."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    arguments = ["date", "-u", "+%Y-%m-%dT%H:%M:%SZ"] + (["-d", f"@{seconds}"] if seconds else [])
    return subprocess.run(arguments, check=True, text=True, capture_output=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--sysroot", type=Path, help="where the libraries for another machine are")
    parser.add_argument("--architecture", help="that of the other machine, as Debian calls it")
    parser.add_argument("--other", type=project, action="append", default=[], help="a project that was built from sources")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    parts = sorted({package_of(file, options) for file in options.files} | set(options.other))
    options.output.mkdir(parents=True, exist_ok=True)
    notices = ["The tools of ptxkit contain parts of these projects; names with a version of Debian are its packages. Their licences follow.\n"]
    notices += [f"- {part.name} {part.version}\n" for part in parts]
    for part in parts:
        notices.append(f"\n{'=' * 100}\n{part.name} {part.version}\n{'=' * 100}\n\n{part.licence.read_text(encoding='utf-8')}")
    (options.output / "THIRD-PARTY-NOTICES.txt").write_text("".join(notices), encoding="utf-8")
    bill = json.dumps(bill_of_materials(options.version, parts), indent=2)
    (options.output / "ptxkit.spdx.json").write_text(bill + "\n", encoding="utf-8")


main()
