# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What fish offers for some command lines, without the descriptions: complete.fish SHARE
for tool in ptx-check ptx-layout
    source $argv[1]/fish/vendor_completions.d/$tool.fish
end
for line in 'ptx-check --no-c' 'ptx-check --color=a' 'ptx-check --target=sm_80,sm_90' 'ptx-check -Wunused-reg' \
        'ptx-check --describe cvt.p' 'ptx-layout sw'
    echo "== $line"
    complete -C $line | string replace -r '\t.*' ''
end
