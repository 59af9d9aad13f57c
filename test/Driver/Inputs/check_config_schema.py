"""Compares docs/ptx-check.schema.json with the reader of configurations.

check_config_schema.py SCHEMA GUIDE CHECK: the example of the guide, and small configurations that
are right or wrong, must be judged alike. They are written as JSON, which is YAML. Without the modules
jsonschema and yaml the reader alone is checked.
"""

import json
import re
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError:
    jsonschema = None

GOOD = [
    {},
    {"root": True, "warnings": "all", "targets": "sm_90a", "version": "9.0"},
    {"warnings": ["all", "no-unused", "error=unused-label", "error"], "error-limit": 0},
    {"ptxas-compat": False, "canonical": True, "exclude": ["a/*"], "overrides": []},
    {"for-cuda": "12.4", "for-gpu": "sm_90a"},
    {"for-driver": "550.54.14", "overrides": [{"paths": "a", "for-cuda": "13.0"}]},
    {"final": True, "bans": {"word": ".local", "message": "no"}},
    {"bans": [{"instruction": ["bar.*"], "word": [".f64"], "message": "no"}]},
    {"sanitize": {"schedules": 8, "strict": True}, "overrides": [{"paths": "a", "sanitize": {"seed": 7, "step-limit": 1000, "time-limit": 60}}]},
    {"overrides": [{"paths": "a", "version": "8.0", "canonical": True}, {"entries": ["k*"], "warnings": "none"}]},
]
BAD = [
    ["all"],
    {"warning": "all"},
    {"warnings": {"all": True}},
    {"targets": "compute_90"},
    {"version": "nine"},
    {"for-cuda": "twelve"},
    {"for-driver": "new"},
    {"for-gpu": "hopper"},
    {"for-cuda": "12.4", "for-driver": "550"},
    {"overrides": [{"entries": "k", "for-gpu": "sm_80"}]},
    {"error-limit": -1},
    {"error-limit": "many"},
    {"root": "perhaps"},
    {"schedules": 8},
    {"sanitize": {"schedules": 1001}},
    {"sanitize": {"schedules": "many"}},
    {"sanitize": {"block": 32}},
    {"overrides": [{"entries": "k", "sanitize": {"seed": 1}}]},
    {"paths": "a"},
    {"bans": [{"word": ".local"}]},
    {"bans": [{"message": "no"}]},
    {"overrides": [{"paths": "a", "bans": []}]},
    {"overrides": [{"warnings": "all"}]},
    {"overrides": [{"paths": "a", "root": True}]},
    {"overrides": [{"entries": "k", "targets": "sm_80"}]},
]


def is_valid(schema, value):
    try:
        jsonschema.validate(value, schema)
        return True
    except jsonschema.ValidationError:
        return False


def is_read(check, text):
    with open("config.yaml", "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run(
        [check, "--config=config.yaml", "--show-config", "k.ptx"], capture_output=True, text=True
    )
    return run.returncode == 0


def main():
    schema_path, guide_path, check = sys.argv[1:]
    schema = json.load(open(schema_path, encoding="utf-8"))
    guide = open(guide_path, encoding="utf-8").read()
    example = re.search(r"```yaml\n(.*?)```", guide, re.S).group(1)
    wrong = []
    if not is_read(check, example):
        wrong.append("the reader refuses the example of the guide")
    if jsonschema and not is_valid(schema, yaml.safe_load(example)):
        wrong.append("the schema refuses the example of the guide")
    for value, expected in [(v, True) for v in GOOD] + [(v, False) for v in BAD]:
        if is_read(check, json.dumps(value)) != expected:
            wrong.append(f"the reader misjudges {value}")
        if jsonschema and is_valid(schema, value) != expected:
            wrong.append(f"the schema misjudges {value}")
    # A key that one of the two does not know would be missed above.
    for key in schema["properties"]:
        if key not in guide or not is_read(check, json.dumps({key: None})):
            wrong.append(f"`{key}` of the schema is unknown to the reader or the guide")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
