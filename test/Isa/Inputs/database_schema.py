# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates the database of instructions: database_schema.py SCHEMA DATABASE.

The schema admits keys of later releases; here a key that it does not explain is a fault. Each fault is printed."""

import json
import sys

import jsonschema


def closed(schema):
    """The same schema, whose objects have no other keys."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if "properties" in result and result.get("type") == "object":
        result.setdefault("additionalProperties", False)
    return result


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    database = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
faults = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in jsonschema.Draft7Validator(closed(schema)).iter_errors(database)]
print("\n".join(faults[:20]) or "valid")
sys.exit(bool(faults))
