"""Compares docs/output-formats.schema.json with what ptx-check writes.

check_reports.py SCHEMA CHECK FILE...: the reports about the files, as one document and line by
line, counts and the list of rules must be as the schema says, and a report with a wrong key must
not. Without the module jsonschema only the versions are compared.
"""

import copy
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None


def records(check, arguments):
    for output in ("json", "jsonl"):
        run = subprocess.run(
            [check, f"--output-format={output}", *arguments], capture_output=True, text=True
        )
        for text in [run.stdout] if output == "json" else run.stdout.splitlines():
            yield json.loads(text)


def broken(value):
    """Variants of `value` that the schema has to refuse."""
    for key in value:
        if key not in ("function", "fileBytes"):
            missing = copy.deepcopy(value)
            del missing[key]
            yield missing
    for key in set(value) & {"line", "version", "truncated", "diagnostics", "count"}:
        yield {**value, key: "two"}


def main():
    schema = json.load(open(sys.argv[1]))
    check, files = sys.argv[2], sys.argv[3:]
    version = schema["$defs"]["version"]["const"]
    failed, count = False, 0
    for arguments in (files, ["--statistics", *files], ["--list-rules"], ["none.ptx"]):
        for value in records(check, arguments):
            count += 1
            if value.get("version", version) != version:
                print(f"version {value['version']} is not {version}")
                failed = True
            if not jsonschema:
                continue
            validator = jsonschema.validators.validator_for(schema)(schema)
            for error in validator.iter_errors(value):
                print(f"{json.dumps(value)[:200]}: {error.message[:200]}")
                failed = True
            if count % 50 == 1:
                for wrong in broken(value):
                    if validator.is_valid(wrong):
                        print(f"accepted: {json.dumps(wrong)[:200]}")
                        failed = True
    sys.exit(failed or count < 10)


if __name__ == "__main__":
    main()
