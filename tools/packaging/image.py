#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes an image for containers, without a program for containers:
image.py --version VERSION --machine NAME --output FOLDER [--notice FILE]... --program FILE NAME...

The image has the static program, links to it with each NAME, the notices, and nothing else. The file is an archive in the layout of the
Open Container Initiative that `docker load` and `podman load` read."""

import argparse
import gzip
import hashlib
import io
import json
import os
import tarfile
import time
from pathlib import Path

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def digest(data):
    return hashlib.sha256(data).hexdigest()


def archive(files):
    """An archive of files and links: the name, the mode and the bytes of a file, or the target of a link."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as made:
        for name, mode, content in files:
            entry = tarfile.TarInfo(name)
            entry.mode = mode
            if isinstance(content, str):
                entry.type, entry.linkname = tarfile.SYMTYPE, content
                made.addfile(entry)
            else:
                entry.size = len(content)
                made.addfile(entry, io.BytesIO(content))
    return written.getvalue()


def layer(options):
    yield "usr/bin/ptxkit", 0o755, options.program.read_bytes()
    for name in options.names:
        yield f"usr/bin/{name}", 0o777, "ptxkit"
    for notice in options.notice:
        yield f"usr/share/doc/ptxkit/{notice.name}", 0o644, notice.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--machine", choices=ARCHITECTURES, required=True, help="the architecture, as uname calls it")
    parser.add_argument("--output", type=Path, required=True, help="the folder of the image")
    parser.add_argument("--notice", type=Path, action="append", default=[])
    parser.add_argument("--program", type=Path, required=True, help="the program that all names run")
    parser.add_argument("names", nargs="+", help="a name of a tool")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    blobs = {}

    def blob(data, kind):
        name = digest(data)
        blobs[name] = data
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{name}", "size": len(data)}

    files = archive(layer(options))
    made = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    config = blob(json.dumps({
        "architecture": ARCHITECTURES[options.machine], "os": "linux", "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", made),
        "config": {"Env": ["PATH=/usr/bin"], "Cmd": ["ptx-check", "--help"], "WorkingDir": "/work"},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(files)}"]}}).encode(), "config.v1+json")
    packed = blob(gzip.compress(files, mtime=0), "layer.v1.tar+gzip")
    manifest = blob(json.dumps({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config,
                                "layers": [packed]}).encode(), "manifest.v1+json")
    tag = f"ptxkit:{options.version}"
    manifest["annotations"] = {"io.containerd.image.name": f"docker.io/library/{tag}", "org.opencontainers.image.ref.name": options.version}

    def path(of):
        return f"blobs/sha256/{of['digest'].removeprefix('sha256:')}"

    # Docker before release 25 reads `manifest.json` alone.
    older = [{"Config": path(config), "RepoTags": [tag], "Layers": [path(packed)]}]
    target = options.output / f"ptxkit-{options.version}-linux-{options.machine}.image.tar"
    target.write_bytes(archive([
        ("oci-layout", 0o644, b'{"imageLayoutVersion": "1.0.0"}'),
        ("index.json", 0o644, json.dumps({"schemaVersion": 2, "manifests": [manifest]}).encode()),
        ("manifest.json", 0o644, json.dumps(older).encode()),
        *((f"blobs/sha256/{name}", 0o644, data) for name, data in blobs.items())]))
    print(target)


main()
