#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of TypeScript for the records of the database of instructions: records.py SCHEMA."""

import json
import re
import sys
from pathlib import Path

HEADING = """\
// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made from instruction-database.schema.json.
"""
SIMPLE = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}


def name_of(reference):
    name = reference.rpartition("/")[2]
    return "string" if name == "version" else name[0].upper() + name[1:]


def type_of(schema):
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "oneOf" in schema:
        return " | ".join(map(type_of, schema["oneOf"]))
    kind = schema["type"]
    if kind == "array":
        item = type_of(schema["items"])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind != "object":
        return " | ".join(SIMPLE[one] for one in ([kind] if isinstance(kind, str) else kind))
    if "properties" not in schema:
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    return "{ " + "; ".join(member(schema, key) for key in schema["properties"]) + " }"


def member(schema, key):
    return f"{key}{'' if key in schema['required'] else '?'}: {type_of(schema['properties'][key])}"


def comment(text, indent=""):
    return f"{indent}/** {re.sub(r'[*]/', '* /', text)} */\n" if text else ""


def declaration(name, schema):
    if "properties" not in schema:
        return f"{comment(schema.get('description'))}export type {name} = {type_of(schema)};\n"
    lines = "".join(f"{comment(each.get('description'), '  ')}  {member(schema, key)};\n" for key, each in schema["properties"].items())
    return f"{comment(schema.get('description'))}export interface {name} {{\n{lines}}}\n"


def declarations(schema):
    """The text of records.d.ts."""
    parts = [declaration(name_of(name), each) for name, each in schema["definitions"].items() if name != "version"]
    return "\n".join([HEADING, *parts, declaration("Database", schema)])


if __name__ == "__main__":
    print(declarations(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), end="")
