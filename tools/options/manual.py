# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual page of a tool, in the macros of man(7)."""

import itertools
import re

# A line can end after `|`.
ESCAPES = str.maketrans({"|": r"|\:", "\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"})


def escaped(text):
    text = text.translate(ESCAPES)
    return r"\&" + text if text.startswith(".") else text


def prose(text):
    """A sentence, in which code between backticks is bold."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick alone
        return escaped(text)
    return "".join(rf"\fB{escaped(part)}\fR" if index % 2 else escaped(part) for index, part in enumerate(parts))


def with_values(text):
    """A command line: bold, but for what is put in place of `<...>`."""
    parts = re.split(r"(<[^>]*>)", text)
    return "".join(rf"\fI{escaped(part)}\fR" if part.startswith("<") else rf"\fB{escaped(part)}\fR" for part in parts if part)


def names(option):
    """All ways to write an option: each name once, the value after the first."""
    first = option.spellings[0]
    texts = [with_values(first.text + option.value_text)]
    texts += dict.fromkeys(with_values(other.name) for other in option.spellings if other.name != first.name)
    return ", ".join(texts)


def paragraphs(rows):
    return "".join(f".TP\n{head}\n{meaning}\n" for head, meaning in rows)


def page(tool, version, options, text, tools):
    """The page of a tool, of its options, its --help and the names of all tools."""
    name = f"ptx-{tool}"
    summary = text.purpose.partition(". ")[0].removesuffix(".")
    parts = [f'.TH {name.upper()} 1 "" "ptxkit {version}" "ptxkit"\n.ad l\n.nh\n',
             f".SH NAME\n{escaped(name)} \\- {prose(summary[0].lower() + summary[1:])}\n",
             f".SH SYNOPSIS\n{with_values(text.usage)}\n",
             f".SH DESCRIPTION\n{prose(text.purpose)}\n"]
    for title, rows in text.commands().items():
        parts.append(f".SS {escaped(title)}\n" + paragraphs((with_values(word), prose(meaning)) for word, meaning in rows))
    parts.append(".SH OPTIONS\n")
    for heading, group in itertools.groupby(options, key=lambda option: option.heading):
        parts.append(f".SS {escaped(heading)}\n" + paragraphs((names(option), prose(option.help)) for option in group))
    parts.append(".SH EXIT STATUS\n" + paragraphs((code, prose(meaning)) for code, meaning in text.sections["Exit codes"]))
    parts.append(".SH EXAMPLES\n" + paragraphs((with_values(line), prose(meaning)) for line, meaning in text.sections["Examples"]))
    others = (rf"\fB{escaped(f'ptx-{other}')}\fR(1)" for other in tools if other != tool)
    parts.append(".SH SEE ALSO\n" + ",\n".join(others) + "\n")
    return '.\\" Made from the records of the options of ptxkit.\n' + "".join(parts)
