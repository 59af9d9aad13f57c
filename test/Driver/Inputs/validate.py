"""Validates the JSON document on standard input: validate.py SCHEMA."""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8-sig") as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema)(schema)
errors = list(validator.iter_errors(json.load(sys.stdin)))
for error in errors:
    print(f"{error.json_path}: {error.message[:300]}")
sys.exit(bool(errors))
