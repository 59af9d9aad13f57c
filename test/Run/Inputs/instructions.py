# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the table of docs/guide/run-instructions.md with the instructions of the database, and with what ptx-run does with a statement of each
that it does not support, and with some that it does:

    instructions.py <page> <database> <ptx-run> <folder>"""

import json
import re
import subprocess
import sys
from pathlib import Path

page, database, tool, folder = sys.argv[1:5]
# Statements by the first words of their instruction; `%r0` is the result that is used. `@`: the target, if it is not sm_90a.
REJECTED = [
    "multimem.ld_reduce.and.b32 %r0, [%rd0]", "multimem.st.b32 [%rd0], %r0", "multimem.red.and.b32 [%rd0], %r0",
    "tcgen05.shift.cta_group::1.down [%r1] @sm_100a", "spcompress.b16.b2.sp::2:4.x1 {%r0}, {%r1}, {%r2, %r3}, %r4 @sm_107a", "spdecompress.b16.b2.sp::2:4.x1 {%r0, %r1}, {%r2}, {%r3} @sm_107a",
    "tensormap.query.alloc_class_large.global.b1024 %p0, [%rd0] @sm_107a", "mbarrier.check_layout.layout::v0.shared::cta.b64 %p0, [%r1] @sm_100a",
    "multimem.st.async.release.sys.global.b32 [%rd0], %r0 @sm_100a", "multimem.red.async.release.sys.global.add.u32 [%rd0], %r0 @sm_100a",
    "multimem.cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 16", "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r1], 16",
    "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.b128 [%r1], [%r2, %rd1], 16, [%r3] @sm_100a",
    "fabric.submit @sm_100a", "fabric.wait.sync_restrict::reads @sm_100a", "trace.mark 1 @sm_107a",
]
COMPUTED = [
    "add.u32 %r0, %r1, %r2", "mul24.lo.u32 %r0, %r1, %r2", "dp4a.u32.u32 %r0, %r1, %r2, %r3", "brev.b32 %r0, %r1", "lop3.b32 %r0, %r1, %r2, %r3, 0x96",
    "prmt.b32 %r0, %r1, %r2, 0x1234", "set.eq.u32.u32 %r0, %r1, %r2", "shf.l.clamp.b32 %r0, %r1, %r2, %r3", "sin.approx.f32 %r0, %r1", "ex2.approx.f32 %r0, %r1",
    "rsqrt.approx.f32 %r0, %r1", "rcp.rn.f32 %r0, %r1", "div.full.f32 %r0, %r1, %r2", "cvt.rn.f32.u32 %r0, %r1", "fns.b32 %r0, %r1, 0, 1", "bfind.u32 %r0, %r1",
    "szext.clamp.u32 %r0, %r1, %r2", "slct.b32.s32 %r0, %r1, %r2, %r3", "vote.sync.ballot.b32 %r0, 1, -1", "redux.sync.add.u32 %r0, %r1, -1", "activemask.b32 %r0",
    "tex.1d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [image, {%r4}]", "tld4.r.2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [plane, {%f0, %f1}]", "txq.width.b32 %r0, [image]",
    "istypep.texref %p0, %rd0", "suld.b.1d.b32.clamp {%r0}, [surf, {%r3}]", "sust.b.1d.b32.clamp [surf, {%r3}], {%r0}", "sust.p.1d.b32.trap [surf, {%r1}], {%r0}",
    "sured.b.add.1d.u32.clamp [surf, {%r3}], %r0", "sured.p.add.1d.b32.trap [surf, {%r1}], %r0", "suq.width.b32 %r0, [surf]",
]
COMPUTED += [f"{name}.u32.u32.u32{after} %r0, %r1, %r2" for name, after in
             [("vadd", ""), ("vsub", ""), ("vabsdiff", ""), ("vmin", ""), ("vmax", ""), ("vshl", ".clamp"), ("vshr", ".clamp")]]
COMPUTED += ["vset.u32.u32.eq %r0, %r1, %r2", "vmad.u32.u32.u32 %r0, %r1, %r2, %r3"]
COMPUTED += [f"{name}{lanes}.u32.u32.u32 %r0, %r1, %r2, %r3" for lanes in (2, 4) for name in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax")]
COMPUTED += [f"vset{lanes}.u32.u32.eq %r0, %r1, %r2, %r3" for lanes in (2, 4)]
UNKNOWN = ["vmin.u32.u32.u32 %r0, %r1, %r2, %r3", "vshl.u32.u32.u32.sat.clamp %r0, %r5, 32"]


def table():
    rows = {}
    for line in Path(page).read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 4 and cells[1].startswith("`"):
            for name in re.findall(r"`([^`]+)`", cells[1]):
                assert name not in rows, f"{name} is in two rows"
                rows[name] = cells[2]
    return rows


def execute(statement):
    """The exit code and the output of ptx-run."""
    text, _, target = statement.partition(" @")
    registers = "\n".join([f"mov.b32 %r{i}, {i + 1};" for i in range(6)] + [f"mov.b32 %f{i}, 0f3F800000;" for i in range(2)] + [f"mov.b64 %rd{i}, 16;" for i in range(3)])
    source = f"""//@launch k block=32 args={{out: "zeros:1xu32", image: "zeros:9xu32,texture=1d", plane: "zeros:2x2xu32,texture=2d", surf: "zeros:9xu32,surface=1d"}}
.version 9.5
.target {target or "sm_90a"}
.address_size 64
.global .texref image, plane;
.global .surfref surf;
.visible .entry k(.param .u64 out)
{{
.reg .b32 %r<6>, %f<2>;
.reg .b64 %rd<3>, %out;
.reg .pred %p<2>;
{registers}
{text};
ld.param.u64 %out, [out];
st.global.b32 [%out], %r0;
ret;
}}
"""
    path = Path(folder, "k.ptx")
    path.write_text(source)
    done = subprocess.run([tool, str(path)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    Path(folder).mkdir(exist_ok=True)
    rows = table()
    names = {instruction["name"] for instruction in json.loads(Path(database).read_text())["instructions"]}
    assert not names ^ rows.keys(), f"only in one of them: {sorted(names ^ rows.keys())}"

    def row(statement):
        words = statement.split()[0].split(".")
        for count in range(len(words), 0, -1):
            if (name := ".".join(words[:count])) in rows:
                return name
        raise KeyError(statement)

    failures = []
    for statement in REJECTED:
        # An access of tensor memory is a fault, too.
        code, output = execute(statement)
        mnemonic = statement.split(".")[0]
        if rows[row(statement)] != "rejected" or code not in (1, 4) or not re.search(rf"(`{mnemonic}[^`]*`|line 23: an? [^`]*) is not (modelled|executed with data)", output):
            failures.append((statement, rows[row(statement)], code, output))
    for statement in UNKNOWN:
        code, output = execute(statement)
        if "not computed" not in rows[row(statement)] or code != 4 or "the result is not computed" not in output:
            failures.append((statement, rows[row(statement)], code, output))
    for statement in COMPUTED:
        code, output = execute(statement)
        if not re.match("exact|bounded", rows[row(statement)]) or code != 0:
            failures.append((statement, rows[row(statement)], code, output))
    for failure in failures:
        print(*failure)
    print(f"{len(rows)} instructions; {len(REJECTED)} rejected, {len(UNKNOWN)} not computed, {len(COMPUTED)} computed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
