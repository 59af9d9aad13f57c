# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module with all snippets of an editor, as they are inserted: expand.py SNIPPETS. Those at module scope are as they are, the
others are in a body that declares what they use."""

import json
import re
import sys
from pathlib import Path


def expanded(body):
    text = "\n".join([body] if isinstance(body, str) else body)
    text = re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", text)  # ${1:what is offered}
    text = re.sub(r"\$0", "", text)
    if left := re.search(r"\$\{|\$\d", text):
        sys.exit(f"expand.py: `{text[left.start():]}` is not understood")
    return text


def main(path):
    snippets = json.loads(Path(path).read_text())
    whole, inside = [], []
    for snippet in snippets.values():
        text = expanded(snippet["body"])
        if snippet["prefix"] == "module":
            whole.insert(0, text)
        else:
            (whole if "{" in text.split("//")[0] and text.startswith(".") else inside).append(text)
    print("\n".join(whole))
    print(".visible .entry all()\n{\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .pred %p<4>;")
    # What a snippet declares comes first; of that, an array is what a register points to.
    declared = [text for text in inside if text.startswith(".")]
    print("\n".join([*declared, "mov.u64 %rd1, buffer;", *(text for text in inside if text not in declared)]))
    print("ret;\n}")


if __name__ == "__main__":
    main(*sys.argv[1:])
