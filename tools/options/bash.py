# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The completion of a tool in bash. It needs no other package; what it does not know is left to the completion of files."""

TEMPLATE = r"""# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of @TOOL@ in bash, made from the records of its options.

# Rules and groups of rules, and instructions, as the installed ptx-check knows them.
_ptx_rules() {
  ptx-check --list-rules 2>/dev/null | while read -r code name _ groups _; do
    [[ $code == PTX* ]] && printf '%s\n' "$name" ${groups//[,-]/ }
  done | sort -u
}
_ptx_opcodes() {
  ptx-check --list-instructions 2>/dev/null | sed '1d; s/ .*//' | sort -u
}

# Candidates for the value of an option; fails if it is not one with known values.
@FUNCTION@_values() {
  case $1 in
@VALUES@
    *) return 1 ;;
  esac
}

@FUNCTION@() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} option='' prefix='' candidates
  COMPREPLY=()
  # `=` is a word where it divides words, as it does unless COMP_WORDBREAKS was changed.
  if [[ $word == = ]]; then
    option=$previous word=''
  elif [[ $previous == = && $word != -* ]] && ((COMP_CWORD > 1)); then
    option=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $word == -*=* ]]; then
    option=${word%%=*} prefix=${word%%=*}= word=${word#*=}
  elif [[ $previous == -* && " @SEPARATE@ " == *" $previous "* ]]; then
    option=$previous
  fi
  if [[ $option ]]; then
    candidates=$(@FUNCTION@_values "$option") || return 0
    # Of a list, the last word.
    if [[ " @LISTS@ " == *" $option "* && $word == *,* ]]; then
      prefix+=${word%,*}, word=${word##*,}
    fi
  elif [[ $word == -* ]]; then
    candidates='@OPTIONS@'
@JOINED@
  elif ((COMP_CWORD == 1)); then
    candidates='@COMMANDS@'
  fi
  mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$candidates" -- "$word")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F @FUNCTION@ @TOOL@
"""


def candidates(values):
    if values.source in ("files", "folders", ""):
        return f"echo '{' '.join(values.words)}'" if values.words else ""
    return f"_ptx_{values.source}"


def script(tool, options, known, text):
    """The script for a tool, of its options, what is known of their values, and its --help."""
    function = f"_ptx_{tool}"
    values, separate, lists, words, joined = [], [], [], [], []
    for option in options:
        value = known.values(option, tool)
        names = list(dict.fromkeys(spelling.name for spelling in option.spellings
                                   if spelling.separate or spelling.text.endswith("=")))
        if names and candidates(value):
            values.append(f"    {' | '.join(names)}) {candidates(value)} ;;")
        separate += [spelling.name for spelling in option.spellings if spelling.separate]
        lists += names if value.is_list else []
        words += dict.fromkeys(spelling.text for spelling in option.spellings if not spelling.separate or spelling.joined)
        if option.spellings[0].text.startswith("-W") and value.source:
            joined.append(option.spellings[0].text)
    commands = [row[0].split()[0] for rows in text.commands().values() for row in rows]
    # The values of `-W`, which follow it at once.
    attached = "".join(f'    if [[ $word == {name}* ]]; then\n      candidates+=" $(_ptx_rules | sed \'s/^/{name}/\')"\n    fi\n'
                       for name in joined if not name.endswith("="))
    parts = {"TOOL": f"ptx-{tool}", "FUNCTION": function, "VALUES": "\n".join(values), "SEPARATE": " ".join(separate),
             "LISTS": " ".join(lists), "OPTIONS": " ".join(words), "JOINED": attached.rstrip("\n"), "COMMANDS": " ".join(commands)}
    result = TEMPLATE
    for name, part in parts.items():
        result = result.replace(f"@{name}@", part)
    return result
