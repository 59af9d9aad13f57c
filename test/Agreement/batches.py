# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks ptx-check and `ptxas` about many statements of one module each, which takes a fraction of the time of a module for each: both tell the
line of each error. What the two do not say alike is asked alone, and so is what has a syntax error, after which `ptxas` stops."""

import collections
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "oracle"))
import sweep  # noqa: E402

TOGETHER = 100
SYNTAX = "PTX1"  # what the codes of lexical and syntax errors begin with


def joined(modules):
    """One module of the statements, each in a block on its own line, and the first of these lines."""
    head = modules[0].declared([module.statement for module in modules])
    return head + "".join(f"{{ {module.statement} }}\n" for module in modules) + sweep.AFTER, head.count("\n") + 1


def errors_by_statement(options, extra, batches):
    """The errors of ptx-check in each statement of each batch; None if there is one outside of them."""
    texts = [joined(batch) for batch in batches]
    found = sweep.check_modules(options.check, [text for text, _ in texts], "--ptxas-compat", "-w", *extra)
    for batch, (_, first), reports in zip(batches, texts, found):
        errors = [[] for _ in batch]
        for report in reports:
            at = report["line"] - first
            if report["severity"] == "error" and errors is not None:
                if 0 <= at < len(batch):
                    errors[at].append(report)
                else:
                    errors = None
        yield errors


def rejected_lines(ptxas, batch):
    """What `ptxas` says of the statements that it rejects, by their places; None if it says something of no statement."""
    text, first = joined(batch)
    status, said = ptxas.say(sweep.architecture(text), text)
    found = {}
    for line, message in re.findall(r"ptxas (?:\S+, line (\d+); )?(?:error|fatal)\s*: (?!Ptx assembly aborted)(.*)", said):
        at = int(line or 0) - first
        if not 0 <= at < len(batch) or "syntax error" in message:
            return None
        found.setdefault(at, message)
    return found if status == 0 or (status == 255 and found) else None


def alone(ptxas, modules):
    return [ptxas.ask(sweep.architecture(module.text()), [module.text()])[0] for module in modules]


def answers(ptxas, batch):
    """The answers about statements without syntax errors. An error hides those of later checks: the statements without one are asked
    again without the others."""
    if not batch:
        return []
    found = rejected_lines(ptxas, batch)
    if found is None:
        if len(batch) == 1:
            return alone(ptxas, batch)
        half = len(batch) // 2
        return answers(ptxas, batch[:half]) + answers(ptxas, batch[half:])
    if not found:
        return [sweep.Answer("A", "")] * len(batch)
    rest = iter(answers(ptxas, [module for at, module in enumerate(batch) if at not in found]))
    return [sweep.Answer("R", found[at]) if at in found else next(rest) for at in range(len(batch))]


def compare(options, modules, release=None):
    """Yields each module with the errors of ptx-check and the answer of `ptxas`, as `sweep.compare` does."""
    extra = [f"--for-cuda={release}"] if release else []
    places = collections.defaultdict(list)
    for module in modules:
        places[module.version, module.target].append(module)
    batches = [group[begin:begin + TOGETHER] for group in places.values() for begin in range(0, len(group), TOGETHER)]
    by_errors = collections.defaultdict(list)
    single = []
    for batch, errors in zip(batches, errors_by_statement(options, extra, batches)):
        if errors is None:
            single += batch
            continue
        for module, own in zip(batch, errors):
            if own and own[0]["code"].startswith(SYNTAX):
                single.append(module)
            else:
                by_errors[module.version, module.target, not own].append((module, own))
    ptxas = sweep.Ptxas(options.ptxas, options.folder)
    for (_, _, accepted), group in by_errors.items():
        for begin in range(0, len(group), TOGETHER):
            part = group[begin:begin + TOGETHER]
            for (module, own), answer in zip(part, answers(ptxas, [module for module, _ in part])):
                if (answer.verdict == "A") == accepted:
                    yield module, own, answer
                else:
                    single.append(module)
    yield from sweep.compare(options, single, release)
