# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of tools of the server for agents, `tools.json`, made of the functions of `ptxkit.agents`, which are the tools of the server in
Python: names, descriptions, JSON schemas of arguments and answers, and limits."""

import dataclasses
import inspect
import sys
import typing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from ptxkit import agents, mcp  # noqa: E402

TYPES = {str: "string", int: "integer", bool: "boolean"}


def _schema(kind):
    """The JSON schema of a type."""
    if kind in TYPES:
        return {"type": TYPES[kind]}
    if dataclasses.is_dataclass(kind):
        members = typing.get_type_hints(kind)
        return {"type": "object", "properties": {name: _schema(each) for name, each in members.items()}, "required": list(members)}
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is typing.Union:  # Optional
        return {"anyOf": [_schema(arguments[0]), {"type": "null"}]}
    if typing.get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": True if arguments[1] is typing.Any else _schema(arguments[1])}
    return {"type": "array", "items": _schema(arguments[0])}


def _tool(function):
    hints = typing.get_type_hints(function)
    properties, required = {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        properties[name] = _schema(hints[name])
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
        else:
            properties[name]["default"] = parameter.default
    return {"name": function.__name__, "description": inspect.getdoc(function),
            "inputSchema": {"type": "object", "properties": properties, "required": required},
            "outputSchema": _schema(hints["return"])}


def described():
    """The content of `tools.json`."""
    return {"instructions": mcp.INSTRUCTIONS, "guide": mcp.GUIDE,
            "limits": {"bytes": agents.LIMIT, "seconds": agents.SECONDS, "findings": agents.FINDINGS, "forms": agents.FORMS,
                       "elements": agents.ELEMENTS, "parts": agents.PARTS, "shown": agents.SHOWN, "printed": agents.PRINTED, "steps": agents.STEPS},
            "hints": {"checked": agents.CHECKED, "executed": agents.EXECUTED, "computed": agents.COMPUTED, "example": agents.EXAMPLE, "exampleOfRun": agents.EXAMPLE_OF_RUN},
            "languages": agents.LANGUAGES, "layouts": agents.LAYOUTS, "layoutOptions": agents.LAYOUT_OPTIONS,
            "tools": [_tool(function) for function in agents.TOOLS]}
