# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the image for containers, unpacks it as a program for containers does, and runs a tool in it: image.py SOURCE BUILD FOLDER."""

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

CMAKE = os.environ.get("CMAKE_COMMAND", "cmake")
source, build, folder = map(Path, sys.argv[1:])


def check(condition, message):
    if not condition:
        sys.exit(f"image.py: {message}")


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
shutil.rmtree(build / "image", ignore_errors=True)
subprocess.run([CMAKE, "--build", build, "--target", "image"], check=True, stdout=subprocess.DEVNULL)
image, = (build / "image").iterdir()
print(image.name, image.stat().st_size, "bytes")
with tarfile.open(image) as archive:
    files = {entry.name: archive.extractfile(entry).read() for entry in archive}


def blob(described):
    """The contents that a description is of."""
    data = files["blobs/" + described["digest"].replace(":", "/")]
    check(len(data) == described["size"], f"{described} has another size")
    check("sha256:" + hashlib.sha256(data).hexdigest() == described["digest"], f"{described} has other contents")
    return data


index = json.loads(files["index.json"])
check(json.loads(files["oci-layout"])["imageLayoutVersion"] == "1.0.0" and len(index["manifests"]) == 1, "the layout is unknown")
manifest = json.loads(blob(index["manifests"][0]))
config = json.loads(blob(manifest["config"]))
layer = gzip.decompress(blob(manifest["layers"][0]))
check(config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(layer).hexdigest()], "the layer is another one")
older, = json.loads(files["manifest.json"])
check(json.loads(files[older["Config"]]) == config and gzip.decompress(files[older["Layers"][0]]) == layer, "older programs find something else")

root = folder / "root"
with tarfile.open(fileobj=io.BytesIO(layer)) as archive:
    archive.extractall(root)
check((root / "usr/share/doc/ptxkit/THIRD-PARTY-NOTICES.txt").exists(), "the notices are missing")
if os.geteuid() == 0:
    shutil.copytree(source / "docs/examples", root / "examples")
    program = "/" + str((root / "usr/bin" / config["config"]["Cmd"][0]).relative_to(root))
    for example, status in (("saxpy.ptx", 0), ("saxpy-broken.ptx", 1)):
        done = subprocess.run(["chroot", root, program, f"/examples/{example}"], check=False, capture_output=True)
        check(done.returncode == status, f"{example}: exit code {done.returncode}\n{done.stderr.decode()}")
