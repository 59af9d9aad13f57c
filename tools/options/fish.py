# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The completion of a tool in fish."""

TEMPLATE = r"""# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of @TOOL@ in fish, made from the records of its options.

# Rules and groups of rules, and instructions, as the installed ptx-check knows them.
function __ptx_rules
    ptx-check --list-rules 2>/dev/null | string match -r '^PTX.*' | string replace -ra ' +' ' ' | while read -d ' ' -l code name kind groups message
        echo $name
        string split -n , -- (string trim -c - -- $groups)
    end | sort -u
end
function __ptx_opcodes
    ptx-check --list-instructions 2>/dev/null | tail -n +2 | string replace -r ' .*' '' | sort -u
end
# The words of a list with commas, after those that are there.
function __ptx_list
    set -l before (commandline -ct | string replace -r '^--?[^=]*=' '' | string match -r '.*,')
    printf '%s\n' "$before"$argv
end

"""


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def name_of(spelling):
    """How `complete` names the option: long, old-style with one dash, or one letter."""
    name = spelling.name
    if name.startswith("--"):
        return f"-l {name[2:]}"
    return f"-s {name[1:]}" if len(name) == 2 else f"-o {name[1:]}"


def arguments(values):
    """The words that follow an option."""
    if values.words and values.is_list:
        return " -x -a " + quoted(f"(__ptx_list {' '.join(values.words)})")
    if values.words:
        return " -x -a " + quoted(" ".join(values.words))
    if values.source == "folders":
        return " -x -a '(__fish_complete_directories)'"
    return " -r" if values.source in ("files", "") else f" -x -a '(__ptx_{values.source})'"


def script(tool, options, known, text):
    """The script for a tool, of its options, what is known of their values, and its --help."""
    lines = []
    for option in options:
        value = arguments(known.values(option, tool)) if option.value_text else ""
        for name in dict.fromkeys(name_of(spelling) for spelling in option.spellings):
            lines.append(f"complete -c ptx-{tool} {name}{value} -d {quoted(option.help)}\n")
    for rows in text.commands().values():
        for word, meaning in rows:
            lines.append(f"complete -c ptx-{tool} -n __fish_is_first_arg -a {word.split()[0]} -d {quoted(meaning)}\n")
    return TEMPLATE.replace("@TOOL@", f"ptx-{tool}") + "".join(lines)
