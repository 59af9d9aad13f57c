#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what static programs contain of other projects:
notices.py --version VERSION --output FOLDER [--sysroot FOLDER --architecture NAME] FILE...

Each file is a library that is linked statically. Writes THIRD-PARTY-NOTICES.txt, with the copyright files of the packages that the
libraries are of, and ptxkit.spdx.json, a bill of materials in the format SPDX 2.3. A library that no package has is an error. Programs for
another machine contain the libraries of a folder in which Debian's packages of its architecture lie: versions and copyright files are read
there, while the packages have the names of those that are installed here."""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

NAMESPACE = "urn:ptxkit:spdx"


def query(*arguments):
    done = subprocess.run(["dpkg-query", *arguments], check=False, text=True, capture_output=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def version_in(sysroot, package):
    """The version of a package whose files lie in a folder: that of the first line of its changelog, `llvm-22 (1:22.1.8-1) ...`."""
    changelog = sysroot / "usr/share/doc" / package / "changelog.Debian.gz"
    with gzip.open(changelog, "rt", encoding="utf-8") as text:
        return re.match(r"\S+ \(([^)]+)\)", text.readline())[1]


def package_of(file, options):
    """The package that has a library, with its version and architecture."""
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
                return package, version_in(options.sysroot, package), options.architecture
            return (package, *query("-W", "-f", "${Version} ${Architecture}\n", package).splitlines()[0].split())
    sys.exit(f"notices.py: no package has {file}")


def bill_of_materials(version, packages):
    """An SPDX document in which ptxkit contains the packages."""
    described = [{"SPDXID": "SPDXRef-ptxkit", "name": "ptxkit", "versionInfo": version, "downloadLocation": "NOASSERTION",
                  "filesAnalyzed": False, "licenseConcluded": "Apache-2.0 WITH LLVM-exception",
                  "licenseDeclared": "Apache-2.0 WITH LLVM-exception", "copyrightText": "NOASSERTION"}]
    relationships = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-ptxkit"}]
    for name, of, architecture in packages:
        described.append({
            "SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": of, "supplier": "Organization: Debian",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:deb/debian/{name}@{of}?arch={architecture}"}]})
        relationships.append({"spdxElementId": "SPDXRef-ptxkit", "relationshipType": "STATIC_LINK",
                              "relatedSpdxElement": f"SPDXRef-{name}"})
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
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    packages = sorted({package_of(file, options) for file in options.files})
    options.output.mkdir(parents=True, exist_ok=True)
    notices = ["The tools of ptxkit contain parts of these packages of Debian. What Debian says of their licences follows.\n"]
    notices += [f"- {name} {version}\n" for name, version, _ in packages]
    for name, version, _ in packages:
        copyright_file = (options.sysroot or Path("/")) / "usr/share/doc" / name / "copyright"
        notices.append(f"\n{'=' * 100}\n{name} {version}\n{'=' * 100}\n\n{copyright_file.read_text(encoding='utf-8')}")
    (options.output / "THIRD-PARTY-NOTICES.txt").write_text("".join(notices), encoding="utf-8")
    bill = json.dumps(bill_of_materials(options.version, packages), indent=2)
    (options.output / "ptxkit.spdx.json").write_text(bill + "\n", encoding="utf-8")


main()
