# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the examples on the pages of instructions: examples.py SOURCE BUILD FOLDER.

Makes the pages in FOLDER as the site does, which needs no mkdocs. Each rule is in the index. Each page of a section whose instructions have tests has an example, and each example
checks without an error."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

source, build, folder = map(Path, sys.argv[1:])
sys.path.insert(0, str(source / "tools" / "site"))
import build as site

shutil.rmtree(folder, ignore_errors=True)
site.make_pages(build, folder / "pages")
(folder / "modules").mkdir()
count, bare = 0, []
for page in sorted((folder / "pages/instructions").glob("9.7.*.md")):
    modules = re.findall(r"^```ptxkit\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if not modules:
        bare.append(page.stem)
    for module in modules:
        count += 1
        (folder / "modules" / f"{page.stem}-{count}.ptx").write_text(module, encoding="utf-8")
print(count, "examples; pages without:", " ".join(bare) or "none")
done = subprocess.run([build / "bin" / "ptx-check", "--no-config", "-w", folder / "modules"], check=False)
lonely = [page.stem for page in sorted((folder / "pages/rules").glob("*.md"))
          if page.stem != "index" and 'class="neighbours"' not in page.read_text(encoding="utf-8")]
print("rules without links to the next:", " ".join(lonely) or "none")
sys.exit(done.returncode or count < 150 or bool(bare) or bool(lonely))
