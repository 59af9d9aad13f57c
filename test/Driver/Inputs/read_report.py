"""Reads a report of ptx-check as a program would that knows only the documentation of its format.

read_report.py FORMAT [FOLDER] < REPORT prints a line `FILE:LINE SEVERITY` for each diagnostic and
`FILE unreadable` for each input that could not be read. With FOLDER, which has the files, it also
prints what is at each place of a SARIF log, and the line with each of its fixes applied.
"""

import json
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree

LINE = re.compile(r"(.*?):(\d+):\d+: (error|warning): .* \[PTX\d{4}(?: [a-z0-9-]+)?\]")


def read_json(text, folder):
    report = json.loads(text)
    assert report["version"] == 1 and set(report["tool"]) == {"name", "version"}
    counts = {"error": 0, "warning": 0}
    for d in report["diagnostics"]:
        counts[d["severity"]] += 1
        yield f"{d['file']}:{d['line']} {d['severity']}"
    assert counts["error"] == report["errors"] and counts["warning"] == report["warnings"]
    for file in report["files"]:
        if "unreadable" in file:
            yield f"{file['file']} unreadable"


def read_jsonl(text, folder):
    for record in map(json.loads, text.splitlines()):
        if "unreadable" in record:
            yield f"{record['file']} unreadable"
        elif not record.get("summary"):
            yield f"{record['file']}:{record['line']} {record['severity']}"


class Lines:
    """The lines of a file in UTF-16, as SARIF counts columns."""

    def __init__(self, path):
        text = open(path, encoding="utf-8", errors="replace", newline="").read()
        self.lines = [line.encode("utf-16-le") for line in text.split("\n")]

    def parts(self, region):
        assert region["startLine"] == region["endLine"]
        line = self.lines[region["startLine"] - 1]
        begin, end = 2 * (region["startColumn"] - 1), 2 * (region["endColumn"] - 1)
        return [part.decode("utf-16-le") for part in (line[:begin], line[begin:end], line[end:])]


def read_sarif(text, folder):
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    driver = run["tool"]["driver"]
    assert driver["name"] == "ptx-check"
    rules = driver["rules"]
    fingerprints = set()
    for result in run["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"] and rule["help"]["markdown"].startswith("# ")
        place = result["locations"][0]["physicalLocation"]
        suppressed = [s["kind"] for s in result["suppressions"]]
        assert suppressed in ([], ["inSource"], ["external"])
        file = urllib.parse.unquote(place["artifactLocation"]["uri"])
        if not suppressed:
            yield f"{file}:{place['region']['startLine']} {result['level']}"
        fingerprint = (file, *result["partialFingerprints"].items())
        assert fingerprint not in fingerprints
        fingerprints.add(fingerprint)
        if folder and not suppressed:
            yield from sarif_places(folder, file, result)
    (invocation,) = run["invocations"]
    notes = invocation["toolExecutionNotifications"]
    assert invocation["executionSuccessful"] == (not any(n["level"] == "error" for n in notes))
    for note in notes:
        uri = note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        what = "unreadable" if note["level"] == "error" else "more"
        yield f"{urllib.parse.unquote(uri)} {what}"


def sarif_places(folder, file, result):
    lines = Lines(os.path.join(folder, file))
    for location in result["locations"] + result.get("relatedLocations", []):
        yield f"  at |{lines.parts(location['physicalLocation']['region'])[1]}|"
    for fix in result.get("fixes", []):
        (change,) = fix["artifactChanges"]
        (replacement,) = change["replacements"]
        before, _, after = lines.parts(replacement["deletedRegion"])
        inserted = replacement.get("insertedContent", {}).get("text", "")
        yield f"  fix |{before}{inserted}{after}|"


def read_github(text, folder):
    def plain(value):
        for code, character in (("3A", ":"), ("2C", ","), ("0A", "\n"), ("0D", "\r"), ("25", "%")):
            value = value.replace("%" + code, character)
        return value

    for line in text.splitlines():
        command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        assert command, line
        properties = {}
        for item in command[2].split(","):
            key, value = item.split("=", 1)
            properties[key] = plain(value)
        assert set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}, line
        assert plain(command[3]) and not re.search("%(?!25|0A|0D)", command[3]), line
        if "line" in properties:
            assert int(properties["line"]) <= int(properties["endLine"]), line
            # Columns are for places within one line.
            assert ("col" in properties) == (properties["line"] == properties["endLine"]), line
            if "col" in properties:
                assert int(properties["col"]) <= int(properties["endColumn"]), line
            yield f"{properties['file']}:{properties['line']} {command[1]}"
        else:
            yield f"{properties['file']} {'more' if command[1] == 'notice' else 'unreadable'}"


def read_gitlab(text, folder):
    issues = json.loads(text)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        place = issue["location"]
        assert not place["path"].startswith("./")
        severity = "error" if issue["severity"] == "major" else "warning"
        yield f"{place['path']}:{place['lines']['begin']} {severity}"


def read_junit(text, folder):
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    (suite,) = root
    cases = suite.findall("testcase")
    for element in (root, suite):
        assert int(element.get("tests")) == len(cases)
        assert int(element.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(element.get("errors")) == len(suite.findall("testcase/error"))
    for case in cases:
        assert case.get("name") and case.get("classname")
        for failure in case.findall("failure"):
            for line in failure.text.splitlines():
                match = LINE.fullmatch(line)
                yield f"{match[1]}:{match[2]} {match[3]}" if match else f"{case.get('name')} more"
        if case.find("error") is not None:
            yield f"{case.get('name')} unreadable"


def read_ptxas(text, folder):
    lines = text.splitlines()
    failed = False
    for line in lines[:-1]:
        match = re.fullmatch(r"ptxas (.*), line (\d+); (error  |warning) : .*", line)
        opened = re.fullmatch(r"ptxas fatal   : Input file '(.*)' could not be opened", line)
        assert match or opened, line
        failed |= bool(opened) or match[3] == "error  "
        yield f"{opened[1]} unreadable" if opened else f"{match[1]}:{match[2]} {match[3].strip()}"
    assert not failed or lines[-1] == "ptxas fatal   : Ptx assembly aborted due to errors"


def read_concise(text, folder):
    for line in text.splitlines():
        match = LINE.fullmatch(line)
        yield f"{match[1]}:{match[2]} {match[3]}"


def main():
    reader = globals()["read_" + sys.argv[1]]
    folder = sys.argv[2] if len(sys.argv) > 2 else None
    lines = list(reader(sys.stdin.read(), folder))
    print("".join(line + "\n" for line in (lines if folder else sorted(lines))), end="")


if __name__ == "__main__":
    main()
