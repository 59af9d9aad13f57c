"""Compares docs/tensor-maps.schema.json with the reader of ptx-layout.

check_schema.py SCHEMA GUIDE LAYOUT: the example of the guide, and small files that are right or
wrong, must be judged alike. Without the module jsonschema the reader alone is checked.
"""

import json
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None

GOOD = [
    {"rank": 2, "box": [16, 8]},
    {"rank": None, "address": "0x1000"},
    {"version": 1, "maps": {}},
    {"maps": {"A": {"address": {"align": 128}}}, "kernels": {}},
    {"maps": {"A": {}}, "kernels": {"k": {"params": {"0": "A", "p+128": "A", "q[1]": ["A"]}}}},
    {"maps": {"A": {}}, "kernels": {"k": {"tiles": {"s": {"map": "A", "stages": "0x4"}}}}},
]
BAD = [
    [],
    {"dim": 1},
    {"rank": -1},
    {"rank": "two"},
    {"dims": [1, 1, 1, 1, 1, 1]},
    {"lower": ["x"]},
    {"mode": "tile"},
    {"oob": "one"},
    {"address": {"align": 16, "of": 1}},
    {"version": 2, "maps": {}},
    {"maps": []},
    {"maps": {}, "kernel": {}},
    {"maps": {"A": {}}, "kernels": {"k": {"params": {"p[": "A"}}}},
    {"maps": {"A": {}}, "kernels": {"k": {"params": {"p": 1}}}},
    {"maps": {"A": {}}, "kernels": {"k": {"tiles": {"s": {"stages": 4}}}}},
    {"maps": {"A": {}}, "kernels": {"k": {"cluster": [1, 1, 1, 1]}}},
    {"maps": {"A": {}}, "kernels": {"k": {"block": []}}},
]


def is_valid(schema, value):
    try:
        jsonschema.validate(value, schema)
        return True
    except jsonschema.ValidationError:
        return False


def is_read(layout, value):
    text = json.dumps(value)
    run = subprocess.run([layout, "map", "-"], input=text, capture_output=True, text=True)
    return run.returncode == 0


def main():
    schema = json.load(open(sys.argv[1]))
    examples = re.findall(r"```json\n(.*?)```", open(sys.argv[2]).read(), re.S)
    cases = [(json.loads(text), True) for text in examples]
    cases += [(value, True) for value in GOOD] + [(value, False) for value in BAD]
    failed = not examples
    for value, expected in cases:
        judges = {"reader": is_read(sys.argv[3], value)}
        if jsonschema:
            judges["schema"] = is_valid(schema, value)
        for judge, verdict in judges.items():
            if verdict != expected:
                print(f"{judge}: {verdict}, expected {expected}: {json.dumps(value)}")
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
