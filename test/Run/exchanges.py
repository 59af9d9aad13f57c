# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`cvt.pack`, `slct` and `lop3` with a predicate, atomic operations on 128 bits, `red.async`, and copies and reductions between the shared
memories of a cluster, compared with integers of Python.

    exchanges.py TOOL [--seed=<n>] [--count=<n>]"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

THREADS = 64
HEAD = ".version 8.6\n.target sm_90\n.address_size 64\n"
PACK = HEAD + """.visible .entry k(.param .u64 in, .param .u64 out)
{{
    .reg .b32 %t, %a, %b, %c, %d;
    .reg .b64 %p, %q;
    mov.u32 %t, %tid.x;
    ld.param.u64 %p, [in];
    mad.wide.u32 %q, %t, 16, %p;
    ld.global.b32 %a, [%q];
    ld.global.b32 %b, [%q+4];
    ld.global.b32 %c, [%q+8];
    cvt.pack.sat.{form} %d, %a, %b{last};
    ld.param.u64 %p, [out];
    mad.wide.u32 %q, %t, 4, %p;
    st.global.b32 [%q], %d;
    ret;
}}
"""
SELECT = HEAD + """.visible .entry k(.param .u64 in, .param .u64 out)
{{
    .reg .b32 %t, %a, %b, %c, %d, %e;
    .reg .b64 %p, %q;
    .reg .pred %x, %y;
    mov.u32 %t, %tid.x;
    ld.param.u64 %p, [in];
    mad.wide.u32 %q, %t, 16, %p;
    ld.global.v4.b32 {{%a, %b, %c, %e}}, [%q];
    and.b32 %e, %e, 1;
    setp.ne.u32 %x, %e, 0;
    setp.ne.u32 %y, %e, 0;
    mov.u32 %d, 0;
    {statement}
    selp.u32 %e, 1, 0, %y;
    ld.param.u64 %p, [out];
    mad.wide.u32 %q, %t, 8, %p;
    st.global.v2.b32 [%q], {{%d, %e}};
    ret;
}}
"""
# Each CTA copies its words to the next one, or all others combine theirs with those of the last one.
CLUSTER = HEAD + """.visible .entry k(.param .u64 in, .param .u64 out)
{{
    .reg .b32 %t, %rank, %a, %bar, %v, %to;
    .reg .b64 %p, %q, %state;
    .reg .pred %done;
    .shared .align 16 .b8 from[128];
    .shared .align 16 .b8 cells[128];
    .shared .align 8 .b64 object;
    mov.u32 %t, %tid.x;
    mov.u32 %rank, %cluster_ctarank;
    mad.lo.u32 %v, %rank, 32, %t;
    ld.param.u64 %p, [in];
    mad.wide.u32 %q, %v, 4, %p;
    ld.global.b32 %v, [%q];
    mad.lo.u32 %a, %t, 4, 0;
    mov.u32 %bar, from;
    add.u32 %bar, %bar, %a;
    st.shared.b32 [%bar], %v;
    mov.u32 %bar, cells;
    add.u32 %a, %bar, %a;
    ld.global.b32 %v, [%q+512];
    st.shared.b32 [%a], %v;
    mov.u32 %bar, object;
    setp.ne.u32 %done, %t, 0;
    @%done bra READY;
    mbarrier.init.shared.b64 [%bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], {expected};
READY:
    fence.proxy.async;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    @%done bra WAIT;
    {to}
    setp.eq.u32 %done, %to, %rank;
    @%done bra WAIT;
    mov.u32 %v, cells;
    mapa.shared::cluster.u32 %v, %v, %to;
    mapa.shared::cluster.u32 %to, %bar, %to;
    {statement} [%v], [from], 128, [%to];
WAIT:
    {wait}
    ld.shared.b32 %v, [%a];
    st.global.b32 [%q+512], %v;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ret;
}}
"""
WIDE = HEAD + """.visible .entry k(.param .u64 in, .param .u64 out, .param .u64 cell)
{{
    .reg .b32 %t, %i;
    .reg .b64 %p, %q, %at, %x, %y;
    .reg .b128 %a, %b, %old;
    .reg .pred %own;
    .shared .align 16 .b8 own[16];
    mov.u32 %t, %tid.x;
    ld.param.u64 %at, [cell];
    ld.global.v2.b64 {{%x, %y}}, [%at];
    st.shared.v2.b64 [own], {{%x, %y}};
    bar.sync 0;
    {place}
    ld.param.u64 %p, [in];
    mad.wide.u32 %q, %t, 32, %p;
    ld.global.v2.b64 {{%x, %y}}, [%q];
    mov.b128 %a, {{%x, %y}};
    ld.global.v2.b64 {{%x, %y}}, [%q+16];
    mov.b128 %b, {{%x, %y}};
    mov.u32 %i, 0;
TURN:
    setp.eq.u32 %own, %i, %t;
    @%own atom.relaxed.gpu{space}.{operation}.b128 %old, [%at], %a{last};
    bar.sync 0;
    add.u32 %i, %i, 1;
    setp.lt.u32 %own, %i, 64;
    @%own bra TURN;
    mov.b128 {{%x, %y}}, %old;
    ld.param.u64 %p, [out];
    mad.wide.u32 %q, %t, 16, %p;
    st.global.v2.b64 [%q], {{%x, %y}};
    ret;
}}
"""
REMOTE = HEAD + """.visible .entry k(.param .u64 in, .param .u64 out)
{{
    .reg .b32 %t, %rank, %a, %bar, %v;
    .reg .b64 %p, %q, %state, %w;
    .reg .pred %done;
    .shared .align 8 .b8 cells[8];
    .shared .align 8 .b64 object;
    mov.u32 %t, %tid.x;
    mov.u32 %rank, %cluster_ctarank;
    mov.u32 %a, cells;
    mov.u32 %bar, object;
    ld.param.u64 %p, [out];
    mad.wide.u32 %p, %rank, 8, %p;
    setp.ne.u32 %done, %t, 0;
    @%done bra READY;
    ld.global.b64 %w, [%p];
    st.shared.b64 [%a], %w;
    mbarrier.init.shared.b64 [%bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], {expected};
READY:
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ld.param.u64 %q, [in];
    mad.lo.u32 %v, %rank, 32, %t;
    mad.wide.u32 %q, %v, 8, %q;
    ld.global.b64 %w, [%q];
    cvt.u32.u64 %v, %w;
    xor.b32 %rank, %rank, 1;
    mapa.shared::cluster.u32 %a, %a, %rank;
    mapa.shared::cluster.u32 %bar, %bar, %rank;
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.{form} [%a], {value}, [%bar];
    mov.u32 %bar, object;
WAIT:
    {wait}
    setp.ne.u32 %done, %t, 0;
    @%done bra END;
    ld.shared.b64 %w, [cells];
    st.global.b64 [%p], %w;
END:
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ret;
}}
"""
WAIT = "mbarrier.try_wait.parity.shared.b64 %done, [%bar], 0;\n    @!%done bra WAIT;"


def run(tool, folder, text, arrays, options=()):
    Path(folder, "k.ptx").write_text(text)
    arguments = []
    for name, array in arrays.items():
        np.save(Path(folder, f"{name}.npy"), array)
        arguments += [f"--arg={name}={name}.npy", f"--out={name}={name}.npy"]
    done = subprocess.run([tool, "--quiet", "k.ptx", *options, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        return None, f"exit code {done.returncode} {done.stdout}{done.stderr}"
    return {n: np.load(Path(folder, f"{n}.npy")) for n in arrays}, ""


def signed(word, bits=32):
    return word - (word >> (bits - 1) << bits)


def pack(tool, folder, rng, name):
    size, low = int(name[1:]), -(1 << int(name[1:]) - 1) if name[0] == "s" else 0
    high = low + (1 << size) - 1
    words = rng.integers(0, 1 << 32, (THREADS, 4)).astype(np.uint32)
    near = rng.random(words.shape) < 0.6
    words = np.where(near, rng.integers(2 * low - 3, 2 * high + 3, words.shape).astype(np.int64) & 0xFFFFFFFF, words).astype(np.uint32)
    form = f"{name}.s32" + (".b32" if size < 16 else "")
    text = PACK.format(form=form, last=", %c" if size < 16 else "")
    result, error = run(tool, folder, text, {"in": words, "out": np.zeros(THREADS, np.uint32)}, ["--block=64"])
    if error:
        return f"cvt.pack.{form}: {error}"
    for thread, (a, b, c, _) in enumerate(words.tolist()):
        part = [min(max(signed(x), low), high) & (1 << size) - 1 for x in (b, a)]
        wanted = part[0] | part[1] << size | (c << 2 * size & 0xFFFFFFFF if size < 16 else 0)
        if result["out"][thread] != wanted:
            return f"cvt.pack.{form} {a:x} {b:x} {c:x}: {result['out'][thread]:x}, expected {wanted:x}"
    return ""


def wide(tool, folder, rng, operation, space):
    """Each thread exchanges in its turn."""
    words = rng.integers(0, 1 << 63, (THREADS, 2, 2)).astype(np.uint64)
    if operation == "cas":  # most comparisons succeed: each thread expects the number of the one before
        for thread in range(1, THREADS):
            if rng.random() < 0.8:
                words[thread, 0] = words[thread - 1, 1]
            if rng.random() < 0.2:
                words[thread, 0, int(rng.integers(2))] ^= np.uint64(1)
    cell = words[0, 0].copy() if operation == "cas" else rng.integers(0, 1 << 63, 2).astype(np.uint64)
    place = "mov.u64 %at, own;" if space else ""
    text = WIDE.format(operation=operation, space=space, place=place, last=", %b" if operation == "cas" else "")
    result, error = run(tool, folder, text, {"in": words, "out": np.zeros((THREADS, 2), np.uint64), "cell": cell}, ["--block=64"])
    if error:
        return f"atom.{operation}.b128 {space}: {error}"
    now, olds = tuple(cell.tolist()), []
    for (a, b) in words.tolist():
        olds.append(now)
        now = tuple(a) if operation == "exch" else tuple(b) if tuple(a) == now else now
    if [tuple(x) for x in result["out"].tolist()] != olds:
        return f"atom.{operation}.b128 {space}: wrong results"
    return "" if space or tuple(result["cell"].tolist()) == now else f"atom.{operation}.b128: a wrong last value"


def is_not_negative(bits, flushes):
    """Of the number of type `.f32`."""
    exponent, fraction = bits >> 23 & 255, bits & 0x7FFFFF
    if exponent == 255 and fraction:
        return False
    return not bits >> 31 or not (exponent or fraction) or (flushes and not exponent)


def select(tool, folder, rng, form):
    words = rng.integers(0, 1 << 32, (THREADS, 4)).astype(np.uint32)
    special = np.array([0, 1 << 31, 1, (1 << 31) + 1, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x807FFFFF, 0x80800000], np.uint32)
    words[:, 2] = np.where(rng.random(THREADS) < 0.5, rng.choice(special, THREADS), words[:, 2])
    table = int(rng.choice([int(rng.integers(256)), 0, 255]))
    statement = f"{form} %d, %a, %b, %c;" if form.startswith("slct") else f"{form} %d|%y, %a, %b, %c, {table}, %x;"
    text = SELECT.format(statement=statement)
    result, error = run(tool, folder, text, {"in": words, "out": np.zeros((THREADS, 2), np.uint32)}, ["--block=64"])
    if error:
        return f"{statement} {error}"
    for thread, (a, b, c, e) in enumerate(words.tolist()):
        with_predicate = bool(e & 1)
        if form.startswith("slct"):
            wanted = a if is_not_negative(c, ".ftz" in form) else b
        else:
            wanted = sum((table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i for i in range(32))
            with_predicate = (wanted != 0 and with_predicate) if ".and" in form else (wanted != 0 or with_predicate)
        if result["out"][thread].tolist() != [wanted, with_predicate]:
            return f"{statement} {a:x} {b:x} {c:x}: {result['out'][thread]}, expected {wanted:x} {with_predicate}"
    return ""


OPERATIONS = {"add.u32": lambda x, y: x + y, "add.s32": lambda x, y: x + y, "add.u64": lambda x, y: x + y, "min.u32": min, "max.u32": max,
              "min.s32": lambda x, y: min(x, y, key=signed), "max.s32": lambda x, y: max(x, y, key=signed),
              "and.b32": lambda x, y: x & y, "or.b32": lambda x, y: x | y, "xor.b32": lambda x, y: x ^ y,
              "inc.u32": lambda x, y: 0 if x >= y else x + 1, "dec.u32": lambda x, y: y if x == 0 or x > y else x - 1}


def remote(tool, folder, rng, form):
    bits = 64 if form == "add.u64" else 32
    words, cells = rng.integers(0, 1 << 63, (2, 32)).astype(np.uint64), rng.integers(0, 1 << 63, 2).astype(np.uint64)
    if form[:3] in ("inc", "dec"):  # the result does not depend on the order
        words[:] = words[:, :1] % np.uint64(40)
    value = "%w" if bits == 64 else "%v"
    options = ["--block=32", "--grid=2", "--cluster=2"]
    text = REMOTE.format(form=form, value=value, expected=32 * bits // 8, wait=WAIT)
    result, error = run(tool, folder, text, {"in": words, "out": cells}, options)
    if error:
        return f"red.async.{form}: {error}"
    for rank in range(2):
        now, mask = int(cells[rank]), (1 << bits) - 1
        for by in words[1 - rank].tolist():
            now = now & ~mask | OPERATIONS[form](now & mask, by & mask) & mask
        if int(result["out"][rank]) != now:
            return f"red.async.{form}: {int(result['out'][rank]):x}, expected {now:x}"
    early = run(tool, folder, REMOTE.format(form=form, value=value, expected=32 * bits // 8, wait=""), {"in": words, "out": cells}, options)[1]
    return "" if early.startswith("exit code 1 ") else f"red.async.{form} without a wait: {early or 'no finding'}"


def clustered(tool, folder, rng, form):
    """A copy, or a reduction if there is a `form`."""
    bits, ctas = (64 if form == "add.u64" else 32), 4
    words = rng.integers(0, 1 << 32, (2, ctas, 32)).astype(np.uint32)
    if form[:3] in ("inc", "dec"):  # the result does not depend on the order
        words[0] = words[0, 0] % np.uint32(40)
    name = f"cp{'.reduce' if form else ''}.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{'.' + form if form else ''}"
    # A CTA waits for the bytes that it gets.
    to = "mov.u32 %to, 3;" if form else "add.u32 %to, %rank, 1;\n    and.b32 %to, %to, 3;"
    wait = "\n    ".join(["setp.ne.u32 %done, %rank, 3;", "@%done bra END;", WAIT, "END:"]) if form else WAIT
    text = CLUSTER.format(statement=name, to=to, wait=wait, expected=128 * (ctas - 1) if form else 128)
    options = ["--block=32", f"--grid={ctas}", f"--cluster={ctas}"]
    result, error = run(tool, folder, text, {"in": words, "out": np.zeros(1, np.uint32)}, options)
    if error:
        return f"{name}: {error}"
    wanted = words[1].copy() if form else np.roll(words[0], 1, axis=0)
    if form:
        last, mask = wanted[3].view(np.uint64 if bits == 64 else np.uint32), (1 << bits) - 1
        for rank in range(ctas - 1):
            for i, by in enumerate(words[0, rank].view(last.dtype).tolist()):
                last[i] = OPERATIONS[form](int(last[i]), by) & mask
    return "" if (result["in"][1] == wanted).all() else f"{name}: wrong results"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--count", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    tests = [(pack, (name,)) for name in ("u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2")]
    tests += [(wide, (operation, space)) for operation in ("exch", "cas") for space in ("", ".shared")]
    tests += [(select, (form,)) for form in ("slct.b32.f32", "slct.ftz.u32.f32", "lop3.and.b32", "lop3.or.b32")]
    tests += [(remote, (form,)) for form in OPERATIONS] + [(clustered, (form,)) for form in ("", *OPERATIONS)]
    with tempfile.TemporaryDirectory() as folder:
        failures = [text for function, arguments in tests for _ in range(options.count) if (text := function(options.tool, folder, rng, *arguments))]
    print(f"{len(tests) * options.count} kernels, {len(failures)} differences", *failures[:20], sep="\n")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
