# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What bash offers for the last word of a command line: complete.bash SHARE TOOL WORD...
set -eu
share=$1
tool=$2
shift
source "$share/bash-completion/completions/$tool"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
function=$(complete -p "$tool" | sed 's/.* -F \([^ ]*\) .*/\1/')
"$function" "$tool" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
[[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
