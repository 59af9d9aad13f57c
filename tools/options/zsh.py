# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The completion of a tool in zsh."""

TEMPLATE = r"""#compdef @TOOL@
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of @TOOL@ in zsh, made from the records of its options.

# Rules and groups of rules, and instructions, as the installed ptx-check knows them.
_ptx_rules() {
  local -aU names
  names=(${(f)"$(ptx-check --list-rules 2>/dev/null | awk '/^PTX/ { print $2; gsub(/[,-]/, "\n", $4); print $4 }')"})
  compadd "$@" -a names
}
_ptx_opcodes() {
  local -aU names
  names=(${(f)"$(ptx-check --list-instructions 2>/dev/null | awk 'NR > 1 { print $1 }')"})
  compadd "$@" -a names
}

_arguments -S \
@OPTIONS@
@INPUTS@
"""


def quoted(text):
    """A text inside of single quotes."""
    return text.replace("'", "'\\''")


def explanation(text):
    return quoted(text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:"))


def action(values):
    if values.words and values.is_list:
        return f"_sequence compadd - {' '.join(values.words)}"
    if values.words:
        return f"({' '.join(values.words)})"
    return {"files": "_files", "folders": "_files -/", "": " "}.get(values.source, f"_ptx_{values.source}")


def specification(spelling):
    """The name as _arguments wants it: with `=-`, `=`, `-`, `+` where a value follows."""
    if spelling.text.endswith("="):
        return spelling.text
    return spelling.text + {(True, True): "+", (True, False): "-"}.get((spelling.joined, spelling.separate), "")


def script(tool, options, known, text):
    """The script for a tool, of its options, what is known of their values, and its --help."""
    lines = []
    # The first one that fits counts: -Wno-<name> before -W<name>.
    for option in sorted(options, key=lambda option: option.spellings[0].text, reverse=True):
        value = ""
        if option.value_text:
            meta = explanation(option.meta.strip("<>.,") or "value")
            value = f":{meta}:{action(known.values(option, tool))}"
        joined = {spelling.name for spelling in option.spellings if spelling.joined}
        for spelling in option.spellings:
            if spelling.joined or spelling.name not in joined:
                lines.append(f"  '*{specification(spelling)}[{explanation(option.help)}]{value}' \\")
    commands = [row[0].split()[0] for rows in text.commands().values() for row in rows]
    inputs = f"  '1:command:({' '.join(commands)})' \\\n  '*:file:_files'" if commands else "  '*:file:_files'"
    result = TEMPLATE
    for name, part in {"TOOL": f"ptx-{tool}", "OPTIONS": "\n".join(lines), "INPUTS": inputs}.items():
        result = result.replace(f"@{name}@", part)
    return result
