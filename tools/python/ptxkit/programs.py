# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the programs of ptxkit are."""

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Optional, Union

NAMES = ("ptx-check", "ptx-diff", "ptx-dump", "ptx-fmt", "ptx-layout", "ptx-litmus", "ptx-lsp", "ptx-reduce", "ptx-run", "ptx-sanitize", "ptx-verify")


def find(name: str, folder: Optional[Union[str, "os.PathLike[str]"]] = None) -> Optional[str]:
    """The path of a program, or None: of `folder` if that is given, else of the installation that this module is part of, else the
    first on PATH."""
    if folder is not None:
        return shutil.which(name, path=os.fspath(folder))
    here = Path(__file__).resolve()
    # <prefix>/lib/python3/dist-packages/ptxkit of an archive or a package; the scripts of the environment of a wheel.
    places = [str(parent.parent / "bin") for parent in here.parents if parent.name == "lib"]
    places.append(sysconfig.get_path("scripts"))
    return shutil.which(name, path=os.pathsep.join(places)) or shutil.which(name)
