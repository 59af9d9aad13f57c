# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Edits a module in 1 to 8 places, renames what has a name, and expects as many places of ptx-diff.
#
# Usage: places.sh MODULE TEMPORARY PYTHON...
module=$1 out=$2
shift 2
mutate="$(dirname "$0")/mutate.py"
for n in 1 2 3 4 5 6 7 8; do
  "$@" "$mutate" "edit=$n" "$n" < "$module" > "$out.edited.ptx" || exit 1
  "$@" "$mutate" rename "$n" < "$out.edited.ptx" > "$out.renamed.ptx" || exit 1
  "$@" "$mutate" reorder "$n" < "$out.renamed.ptx" > "$out.ptx" || exit 1
  ptx-diff --summary "$module" "$out.ptx" > "$out.txt" || exit 1
  grep -x "differences: $n place[s]*" "$out.txt" || { cat "$out.txt"; exit 1; }
done
