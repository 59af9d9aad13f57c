# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page with figures of layouts, as ptx-layout draws them."""

import subprocess

FIGURES = [
    ("The 128-byte swizzle", ["swizzle", "128B"]),
    ("The 64-byte swizzle", ["swizzle", "64B"]),
    ("The 32-byte swizzle", ["swizzle", "32B"]),
    ("The 128-byte swizzle of atoms of 32 bytes", ["swizzle", "128B", "--atom", "32B"]),
    ("A K-major tile of bf16 in the 128-byte swizzle", ["layout", "--major", "K", "--swizzle", "128B", "--type", "bf16", "--shape", "16x64"]),
    ("An MN-major tile of bf16 in the 128-byte swizzle",
     ["layout", "--major", "MN", "--swizzle", "128B", "--type", "bf16", "--shape", "64x16"]),
    ("A matrix descriptor", ["descriptor", "0x4000404000010040", "--arch", "sm_100a", "--major", "K"]),
    ("An instruction descriptor", ["idesc", "0x8400490", "--kind", "f16"]),
]


def write_page(ptx_layout, folder):
    """Writes `index.md` and its figures to a new folder."""
    folder.mkdir()
    text = ["# Figures of layouts", "", "Drawn by `ptx-layout`; [the guide](../guide/layouts.md) says how."]
    for number, (title, command) in enumerate(FIGURES, 1):
        drawn = subprocess.run([ptx_layout, *command, "--format=svg"], check=True, capture_output=True)
        (folder / f"{number}.svg").write_bytes(drawn.stdout)
        text += ["", f"## {title}", "", "```sh", f"ptx-layout {' '.join(command)} --format=svg", "```", "", f"![{title}]({number}.svg)"]
    (folder / "index.md").write_text("\n".join(text) + "\n", encoding="utf-8", newline="\n")
