# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A server of the Model Context Protocol: `ptxkit-mcp`, or `python3 -m ptxkit.mcp`. An agent starts it, and calls the functions of
`ptxkit.agents` as its tools. It requires the official SDK: `pip install "ptxkit[mcp]"`."""

import functools
import importlib
import sys
from typing import Any, Callable, Tuple

from ptxkit import agents

INSTRUCTIONS = """\
Facts about PTX, NVIDIA's virtual instruction set, from a checker: `check` a text before it is compiled, `fix` what is found, `describe` an
instruction instead of guessing its syntax, `requirements` for the .version and .target, `sanitize` for a kernel that hangs or computes something
else, `run` for the numbers that it computes, `layout` for descriptors and swizzles, `explain` for a code or a message of ptxas. The resource ptxkit://guide says which to use when."""

GUIDE = {"uri": "ptxkit://guide", "name": "guide", "mimeType": "text/markdown", "description": "What to run when a kernel does not load, hangs or is wrong"}


def _told(function: Callable[..., Any], error: Any) -> Callable[..., Any]:
    """The same function, whose mistakes of the caller are told as such, and not as faults of the server."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except ValueError as problem:
            raise error(str(problem)) from None

    return call


def _sdk() -> Tuple[Any, Any]:
    """The classes of a server and of an error of a tool; they have other names in the SDK before 2.0."""
    try:
        name, made = "MCPServer", importlib.import_module("mcp.server.mcpserver")
    except ImportError:
        name, made = "FastMCP", importlib.import_module("mcp.server.fastmcp")
    return getattr(made, name), importlib.import_module(f"{made.__name__}.exceptions").ToolError


def server() -> Any:
    """The server; an ImportError if the SDK is missing."""
    kind, error = _sdk()
    made = kind("ptxkit", instructions=INSTRUCTIONS)
    for function in agents.TOOLS:
        made.tool(structured_output=True)(_told(function, error))
    made.resource(GUIDE["uri"], name=GUIDE["name"], mime_type=GUIDE["mimeType"], description=GUIDE["description"])(agents.guide)
    return made


def main() -> None:
    try:
        made = server()
    except ImportError as missing:
        sys.exit(f'ptxkit-mcp: error: {missing}; install the SDK: pip install "ptxkit[mcp]"')
    made.run("stdio")


if __name__ == "__main__":
    main()
