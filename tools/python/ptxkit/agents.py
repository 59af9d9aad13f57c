# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an agent asks of ptxkit: small questions about a text, with answers that are objects. `ptxkit.mcp` offers them to agents.

Each function runs a tool of ptxkit in an empty folder, with the text as its input. It reads and writes no file of the caller, and ends after
`SECONDS`. An input that is too large, or an option that makes no sense, is a `ValueError` whose text says what would do."""

import json
import math
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ptxkit import programs

LIMIT = 1 << 20  # bytes of a text
SECONDS = 30
FINDINGS = 20  # of an answer, unless more are asked for
FORMS = 12  # of an instruction, beyond which an answer has the syntax lines alone
LANGUAGES = ("ptx", "cuda", "opencl", "python", "notebook", "julia", "rust", "llvm", "mlir", "fragment")
LAYOUTS = ("descriptor", "encode", "idesc", "swizzle", "layout", "element", "map")
# The next step after a check without findings, and after an execution without findings.
CHECKED = ("Nothing was found. If the kernel hangs or computes something else, `sanitize` executes a launch. If the module does not load, `requirements` names "
           "the versions, targets and drivers that can load it.")
EXECUTED = ("Nothing was found for these launches. A fault can require another block, cluster, grid or argument. If the kernel computes wrong numbers, `run` "
            "shows its results.")
COMPUTED = "Nothing was found. If `not_followed` is empty, compare the values with those that the kernel should compute; `show` names other elements."
ELEMENTS = 1 << 20  # of all arrays that `run` makes
PARTS = 16  # of arrays that `run` shows
SHOWN = 256  # elements of one part of an array
PRINTED = 1 << 14  # characters of the output of `vprintf`
STEPS = 2_000_000  # instructions of warps of a cluster, for `run`
# What follows the message about a launch that cannot be read.
EXAMPLE = '; an example of a launch is: k block=384 cluster=2 grid=4 args={n: 4096, scale: 0.5, x: "zeros:64xf32"}'
EXAMPLE_OF_RUN = '; an example of a launch is: k block=32 grid=2 args={n: 64, scale: 0.5, x: "range:64xf32", y: "zeros:64xf32"}'
# Those of ptx-layout that name no file.
LAYOUT_OPTIONS = ("arch", "atom", "base", "base-offset", "box", "cta-group", "dims", "kind", "lbo", "major", "order", "pitch", "sbo", "shape", "sparse",
                  "start", "strides", "swizzle", "type", "ws")


@dataclass
class Change:
    """A change of a text that mends a finding; `safe`: it cannot change what the author meant."""

    line: int
    column: int
    end_line: int
    end_column: int
    replacement: str
    description: str
    safe: bool


@dataclass
class Finding:
    line: int
    column: int
    severity: str
    code: str
    rule: str
    message: str
    source: str
    notes: List[str]
    fixes: List[Change]


@dataclass
class Report:
    """`errors` and `warnings` count all findings; `findings` has the first ones."""

    errors: int
    warnings: int
    findings: List[Finding]
    left_out: int
    next: str


@dataclass
class Page:
    text: str


@dataclass
class InstructionFacts:
    name: str
    section: str
    summary: str
    version: str
    target: str
    syntax: List[str]
    operands: List[str]
    rules: List[str]
    needs: List[str]


@dataclass
class Facts:
    """`others`: instructions whose names begin so."""

    instructions: List[InstructionFacts]
    others: List[str]
    text: str


@dataclass
class Requirement:
    """`version`: the least that fits, None if none does; `targets`: those that fit, with the first version of each."""

    line: int
    version: Optional[str]
    cuda: Optional[str]
    driver: Optional[int]
    targets: Dict[str, str]
    reasons: List[str]


@dataclass
class Needs:
    requirements: List[Requirement]
    next: str


@dataclass
class Fixed:
    """`text`: the whole text with the fixes, if there were any; `remaining`: what is still found in it."""

    changed: bool
    text: str
    remaining: Report


@dataclass
class Layout:
    legal: bool
    result: Dict[str, Any]
    text: str


@dataclass
class Launch:
    """`verdict`: `clean`, `no fault, but warnings`, `faults found` or `not decided`. Nothing that was found means something only if
    `not_followed` is empty."""

    launch: str
    verdict: str
    assumed: List[str]
    not_followed: List[str]


@dataclass
class Executed:
    launches: List[Launch]
    report: Report


@dataclass
class Computed:
    """`values`: for each part of an array that was asked for, its elements, as `C[0:2] = 1 2`; empty unless all is computed. `printed`: the output of
    `vprintf`. Values are right, or there are none: `not_followed` says why."""

    launch: str
    verdict: str
    not_followed: List[str]
    values: List[str]
    printed: str
    report: Report


def check(text: str, language: str = "ptx", targets: Sequence[str] = (), ptx_version: str = "", all_warnings: bool = False,
          most_findings: int = FINDINGS) -> Report:
    """Checks PTX, or the PTX in a source of another language, and tells each error and warning with its place, what would fit, and the changes
    that mend it."""
    return _report(text, _check_options(language, targets, ptx_version, all_warnings), most_findings)


def explain(rule: str) -> Page:
    """Explains a rule, by its code (PTX3002) or name (operand-type), a T-rule (T059), or a message of ptxas, by its text or number (C7515)."""
    return Page(_succeed("ptx-check", [f"--explain={_line(rule)}"]))


def describe(word: str, evidence: bool = False) -> Facts:
    """Describes an instruction, with some modifiers or none (cvt.rn.f16), a special register (%laneid), a directive or a state space (.maxntid):
    syntax, operands, rules, the versions and targets that it requires. With `evidence`, `text` tells how each of these is known."""
    option = f"--describe={_line(word)}"
    text = _succeed("ptx-check", [option, *(["--evidence"] if evidence else [])])
    if word.lstrip().startswith(("%", ".")):
        return Facts([], [], text)
    description = json.loads(_succeed("ptx-check", [option, "--output-format=json"]))
    # The text of many forms is long, and repeats what the objects have.
    return Facts([_facts(one) for one in description["instructions"]], [one["name"] for one in description["others"]], text if evidence else "")


def requirements(text: str, language: str = "ptx") -> Needs:
    """Tells the lowest version of PTX, the targets, the CUDA release and the driver that can load a module, whatever its own .version and .target,
    and the instructions that require them. Of another language, one answer for each statement."""
    done = _run("ptx-check", ["--no-config", "--requirements", "--output-format=jsonl", *_language(language), "-"], text)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    needs = [_requirement(one) for one in found if "reasons" in one]
    return Needs(needs, _next_of_needs(text, needs[0]) if needs else "No module was understood: `check` reports its errors.")


def fix(text: str, language: str = "ptx", unsafe: bool = False, rules: Sequence[str] = ()) -> Fixed:
    """Applies the fixes of all findings, or of the given rules, and returns the text and what is found in it then. With `unsafe`, also fixes that can
    change what the author meant; read these."""
    options = ["--fix", *(["--unsafe-fixes"] if unsafe else []), *(f"--fix-only={_line(rule)}" for rule in rules)]
    done = _run("ptx-check", ["--no-config", *options, *_language(language), "-"], text)
    if done.returncode > 1:
        raise ValueError(_message(done))
    changed = done.stdout != text
    return Fixed(changed, done.stdout if changed else "", _report(done.stdout, _check_options(language), FINDINGS))


def layout(command: str, value: str = "", options: Optional[Dict[str, str]] = None) -> Layout:
    """Explains and computes layouts of matrices in shared memory, as ptx-layout does. `command`: descriptor (value: a 64-bit matrix descriptor),
    encode, idesc (value: an instruction descriptor), swizzle (value: 128B), layout, element (value: row,column), map. `options`: arch, shape (64x64),
    type (bf16), swizzle, major, kind and others; a flag such as sparse has an empty value."""
    if command not in LAYOUTS:
        raise ValueError(f"there is no command {command!r}; there are {', '.join(LAYOUTS)}")
    arguments = [command]
    if value:
        if not re.fullmatch(r"[\w,]+", value):
            raise ValueError(f"{value!r} is neither a number, a mode nor a pair of numbers")
        arguments.append(value)
    for name, given in (options or {}).items():
        if name not in LAYOUT_OPTIONS:
            raise ValueError(f"there is no option {name!r}; there are {', '.join(LAYOUT_OPTIONS)}")
        arguments.append(f"--{name}={_line(given)}" if given else f"--{name}")
    done = _run("ptx-layout", [*arguments, "--format=json"])
    if done.returncode > 1:
        raise ValueError(_message(done))
    return Layout(done.returncode == 0, json.loads(done.stdout), _run("ptx-layout", arguments).stdout)


def sanitize(text: str, launch: str = "", schedules: int = 4, strict: bool = False) -> Executed:
    """Executes launches of a module without a GPU, and reports hangs, data races and missing fences. `launch`: as in a //@launch comment,
    `k block=384 cluster=2 grid=4 args={n: 4096, x: "zeros:64xf32"}`, where pointers can be left out; without it, the //@launch comments of the text count, or defaults that a note names."""
    if launch:
        text = _with_launch(text, launch)
    options = [f"--schedules={int(schedules)}", f"--time-limit={SECONDS // 2}", *(["--strict"] if strict else [])]
    done = _run("ptx-sanitize", [*options, "--output-format=json", "-"], text)
    document = json.loads(done.stdout) if done.stdout.startswith("{") else {"diagnostics": []}
    # A launch that makes no sense is told beside the document; an error of the module is in it.
    if not document.get("launches") and not document["diagnostics"]:
        raise ValueError(_message(done) + (EXAMPLE if launch else ""))
    launches = [Launch(one["launch"], one["verdict"], one["assumed"], one["notFollowed"]) for one in document.get("launches", ())]
    return Executed(launches, _made_report(text, document["diagnostics"], document["errors"], document["warnings"], FINDINGS, EXECUTED))


def run(text: str, launch: str, show: Sequence[str] = (), strict: bool = False) -> Computed:
    """Executes a launch of a module with its data, without a GPU, and shows elements of its arrays: for a kernel that computes wrong numbers. `launch`
    has a value for each parameter, `k block=32 grid=2 args={n: 64, scale: 0.5, x: "range:64xf32", y: "zeros:8x8xf32"}`, or is an object of JSON with
    the members `entry`, `block`, `grid`, `cluster`, `dynamic_shared` and `args`; arrays are `zeros`, `range`,
    `fill:<value>:<shape>`, `random:<shape>` or a list, `"[1, 2.5]xf32"`. `show`: `y[0:8]`, `y[3]` or `y`. Faults of order and accesses outside of arrays are found, too."""
    # With escapes, a shape would not be found.
    if "\\" in _line(launch):
        raise ValueError("a launch contains no backslashes")
    shapes = re.findall(r"(?<=:)[0-9]+(?:x[0-9]+)*(?=x[a-z])", launch)
    if sum(math.prod(map(int, shape.split("x"))) for shape in shapes) > ELEMENTS:
        raise ValueError(f"the arrays of a launch have at most {ELEMENTS} elements, and {', '.join(shapes)} are more; a smaller launch shows the same")
    if len(show) > PARTS:
        raise ValueError(f"`show` names at most {PARTS} parts of arrays")
    text = _with_launch(text, launch)
    parts = list(map(_line, show))
    options = [f"--step-limit={STEPS}", f"--time-limit={SECONDS // 2}", f"--print-limit={SHOWN}", *(f"--print={part}" for part in parts), *(["--strict"] if strict else [])]
    done = _run("ptx-run", [*options, "--output-format=json", "-"], text)
    document = json.loads(done.stdout) if done.stdout.startswith("{") else {"diagnostics": []}
    if done.returncode == 2 or not document.get("launches") and not document["diagnostics"]:
        raise ValueError(_message(done) + EXAMPLE_OF_RUN)
    report = _made_report(text, document["diagnostics"], document["errors"], document["warnings"], FINDINGS, COMPUTED)
    if not document.get("launches"):
        return Computed("", "", [], [], "", report)
    one = document["launches"][0]
    printed, values = _separated(done.stderr, parts if not one["notFollowed"] else [])
    if len(printed) > PRINTED:
        printed = printed[:PRINTED] + " ..."
    return Computed(one["launch"], one["verdict"], one["notFollowed"], values, printed, report)


def guide() -> str:
    """The page of instructions for agents."""
    here = Path(__file__).resolve()
    places = [here.with_name("agents.md"), *(parent / place for parent in here.parents for place in ("share/doc/ptxkit/guide/agents.md", "docs/guide/agents.md"))]
    return next(place for place in places if place.is_file()).read_text(encoding="utf-8")


def _with_launch(text: str, launch: str) -> str:
    """The text with this launch alone. All else in it keeps its place."""
    return text.replace("//@launch ", "// launch ") + f"\n//@launch {_line(launch)}\n"


def _separated(text: str, parts: Sequence[str]) -> Tuple[str, List[str]]:
    """The output of `vprintf`, which can end inside of a line, and the elements of the parts after it."""
    if not parts:
        return text, []
    values = text.splitlines()[-len(parts):]
    # Elements contain no brackets.
    values[0] = values[0][values[0].rindex("[") - len(parts[0].partition("[")[0]):]
    return text[:len(text) - sum(len(value) + 1 for value in values)], values


def _line(text: str) -> str:
    if "\n" in text or "\0" in text or len(text) > 4096:
        raise ValueError("expected one line of at most 4,096 characters")
    return text


def _language(language: str) -> List[str]:
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    return [f"--language={language}"]


def _check_options(language: str, targets: Sequence[str] = (), ptx_version: str = "", all_warnings: bool = False) -> List[str]:
    return [*_language(language), *([f"--target={_line(','.join(targets))}"] if targets else []),
            *([f"--ptx-version={_line(ptx_version)}"] if ptx_version else []), *(["-Wall"] if all_warnings else [])]


def _run(program: str, arguments: Sequence[str], text: str = "") -> "subprocess.CompletedProcess[str]":
    if len(text.encode(errors="replace")) > LIMIT:
        raise ValueError(f"the text is larger than {LIMIT} bytes; pass the function that the question is about, or run {program} on the file")
    path = programs.find(program)
    if path is None:
        raise ValueError(f"the program {program} was not found beside this package, nor on PATH")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return subprocess.run([os.path.abspath(path), *arguments], input=text, text=True, encoding="utf-8", errors="replace", capture_output=True, timeout=SECONDS,
                                  cwd=folder, env={**os.environ, "NO_COLOR": "1"}, check=False)
        except subprocess.TimeoutExpired:
            raise ValueError(f"{program} did not end in {SECONDS} s; pass a smaller text, or a launch with fewer threads and smaller numbers") from None


def _message(done: "subprocess.CompletedProcess[str]") -> str:
    lines = [line.partition(": error: ")[2] or line for line in done.stderr.splitlines() if not line.startswith("See ")]
    return " ".join(lines) or f"exit code {done.returncode}"


def _succeed(program: str, arguments: Sequence[str]) -> str:
    done = _run(program, arguments)
    if done.returncode:
        raise ValueError(_message(done))
    return done.stdout


def _report(text: str, options: Sequence[str], most: int) -> Report:
    done = _run("ptx-check", ["--no-config", "--output-format=json", "--error-limit=0", *options, "-"], text)
    if not done.stdout.startswith("{"):
        raise ValueError(_message(done))
    document = json.loads(done.stdout)
    return _made_report(text, document["diagnostics"], document["errors"], document["warnings"], most)


def _made_report(text: str, findings: Sequence[Dict[str, Any]], errors: int, warnings: int, most: int, nothing: str = CHECKED) -> Report:
    lines = text.splitlines()
    shown = [_finding(one, lines) for one in findings[:max(most, 1)]]
    return Report(errors, warnings, shown, len(findings) - len(shown), _next(shown) or nothing)


def _finding(one: Dict[str, Any], lines: Sequence[str]) -> Finding:
    def quoted(line: int) -> str:
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""

    notes = [f"line {note['line']}: {note['message']}" for note in one["notes"]]
    fixes = [Change(each["line"], each["column"], each["endLine"], each["endColumn"], each["replacement"], each["description"], each["safe"])
             for each in one["fixes"]]
    return Finding(one["line"], one["column"], one["severity"], one["code"], one["name"], one["message"], quoted(one["line"]), notes, fixes)


def _next(findings: Sequence[Finding]) -> str:
    """The next step for these findings; empty without findings."""
    if not findings:
        return ""
    kinds = [change.safe for finding in findings for change in finding.fixes]
    first = f"`explain` has an example of {findings[0].code} and its mend."
    if any(kinds):
        return f"`fix` mends {sum(kinds)} of these; {first}"
    return f"`fix` with `unsafe` mends some of these, and can change what was meant; {first}" if kinds else first


def _next_of_needs(text: str, needs: Requirement) -> str:
    """What the declarations of a module mean for where it can be loaded; empty if it declares the lowest version."""
    version, target = (re.search(rf"^\s*\.{name}\s+([\w.]+)", text, re.MULTILINE) for name in ("version", "target"))
    if not version or not target or needs.targets.get(target[1]) in (None, version[1]):
        return ""
    return (f"The module declares PTX {version[1]} and {target[1]}; for this target, PTX {needs.targets[target[1]]} suffices. A driver that reads only versions "
            "below the declared one, or a GPU that the target does not include, rejects the module.")


def _facts(one: Dict[str, Any]) -> InstructionFacts:
    def rows(key: str) -> List[str]:
        return [": ".join(filter(None, [row.get("label", ""), row["text"]])) for row in one[key]]

    long = len(one["forms"]) > FORMS
    return InstructionFacts(one["name"], one["section"], one["summary"], one["version"], one["target"], [form["syntax"] for form in one["forms"]],
                            [] if long else rows("modifiers") + rows("operands"), [] if long else rows("rules"), [] if long else rows("needs"))


def _requirement(one: Dict[str, Any]) -> Requirement:
    targets = {target["target"]: target["versions"][0]["first"] for target in one["targets"]}
    reasons = [f"line {reason['line']}: {reason['message']}" for reason in one["reasons"]]
    return Requirement(one.get("line", 1), one["version"], one["cuda"], one["driver"], targets, reasons)


TOOLS: Tuple[Any, ...] = (check, explain, describe, requirements, fix, layout, run, sanitize)
