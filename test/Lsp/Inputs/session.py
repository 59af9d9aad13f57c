# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plays the messages of a test to ptx-lsp as an editor does: with headers, without waiting.

Usage: session.py FILE. The messages are between lines `// -----`; other lines that begin with `//` are comments, but for

    // AWAIT METHOD         the messages before it are sent, and one of this method is read
    // WRITE FILE: TEXT     a file gets another text

Prints the answers as `ptx-lsp --lit-test` does; fails unless the session ends with 0.
"""

import json
import subprocess
import sys


def steps(path):
    """Pairs of what to do and with what, in the order of the file."""
    part = []
    for line in [*open(path, encoding="utf-8"), "// -----\n"]:
        words = line.split(maxsplit=2)
        is_step = words[:1] == ["//"] and words[1:2] in (["AWAIT"], ["WRITE"])
        if is_step or line.startswith("// -----"):
            if text := "".join(part).strip():
                yield "SEND", text
            part = []
        if is_step:
            yield words[1], words[2].strip()
        elif not line.startswith("//"):
            part.append(line)


def read(stream):
    """The next message of a server, which is printed; None at the end."""
    size = 0
    while (header := stream.readline().strip()):
        name, value = header.split(b":")
        if name.lower() == b"content-length":
            size = int(value)
    if not size:
        return None
    answer = json.loads(stream.read(size))
    print(json.dumps(answer, indent=2, sort_keys=True, ensure_ascii=False))
    return answer


def main():
    with subprocess.Popen(["ptx-lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        for what, text in steps(sys.argv[1]):
            if what == "SEND":
                message = text.encode()
                server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(message), message))
                server.stdin.flush()
            elif what == "WRITE":
                name, _, content = text.partition(": ")
                with open(name, "w", encoding="utf-8") as file:
                    file.write(content + "\n")
            else:
                while (answer := read(server.stdout)) and answer.get("method") != text:
                    pass
        server.stdin.close()
        while read(server.stdout):
            pass
    return server.returncode


if __name__ == "__main__":
    sys.exit(main())
