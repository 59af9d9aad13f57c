# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random protocols of two or three roles with a ring of one to three stages, as PTX for any number of passes, and as a program for
the explorer for a given one.

A step of a role is a tuple: its kind, the object or variable, which gets the number of the stage, and the change of the stage or
parity. A role makes one pass or two passes at once, or tiles of three passes, so that the roles repeat after different numbers of passes.
Up to two steps are deleted, repeated, exchanged or changed.
"""

BYTES = 16


def right(random, roles):
    """A correct ring: the first role fills stages, the others empty them."""
    bytes_ = random.random() < 0.4
    producer = [("wait", "empty", 0, 1), ("store", "x", 0)]
    producer += [("arrive_expect", "full", 0), ("complete", "full", 0)] if bytes_ else [("arrive", "full", 0)]
    consumer = [("wait", "full", 0, 0), ("load", "x", 0), ("arrive", "empty", 0)]
    return [producer] + [list(consumer) for _ in range(roles - 1)], {"full": 1, "empty": roles - 1}


def by_barrier(random, roles):
    """The roles meet at a barrier before and after each exchange."""
    steps = [[("sync", 1, 32 * roles)] for _ in range(roles)]
    for role, body in enumerate(steps):
        body.insert(0, ("store", "x", 0) if role == 0 else ("skip",))
        body += [("load", "x", 0), ("sync", 1, 32 * roles)]
    return [[step for step in body if step[0] != "skip"] for body in steps], {}


def full_only(random, roles):
    """A barrier, instead of arrivals of the consumers, shows that a stage is empty."""
    producer = [("store", "x", 0), ("arrive", "full", 0), ("sync", 1, 32 * roles)]
    consumer = [("wait", "full", 0, 0), ("load", "x", 0), ("sync", 1, 32 * roles)]
    return [producer] + [list(consumer) for _ in range(roles - 1)], {"full": 1}


def change(random, bodies, counts):
    body = random.choice(bodies)
    if not body:
        return
    at = random.randrange(len(body))
    step = body[at]
    kind = random.choice(("delete", "delete", "repeat", "exchange", "parity", "stage", "count"))
    if kind == "delete":
        del body[at]
    elif kind == "repeat":
        body.insert(at, step)
    elif kind == "exchange" and at:
        body[at - 1], body[at] = step, body[at - 1]
    elif kind == "parity" and step[0] == "wait":
        body[at] = (*step[:3], 1 - step[3])
    elif kind == "stage" and step[0] != "sync":
        body[at] = (*step[:2], 1, *step[3:])
    elif kind == "count" and counts:
        name = random.choice(sorted(counts))
        counts[name] = max(1, counts[name] + random.choice((-1, 1)))


def make(random):
    roles, stages = random.choice((2, 2, 3)), random.choice((1, 2, 2, 3))
    bodies, counts = random.choice((right, right, right, by_barrier, full_only))(random, roles)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        change(random, bodies, counts)
    loops = [random.choice(("simple", "simple", "unrolled", "tiles")) for _ in bodies]
    idiom, wait = random.choice(("wrap", "division")), random.choice(("repeated", "early"))
    return {"bodies": bodies, "counts": counts, "stages": stages, "idiom": idiom, "loops": loops, "wait": wait}


def unrolled(protocol, passes):
    """The program of the explorer."""
    stages = protocol["stages"]
    program = []
    for role, body in enumerate(protocol["bodies"]):
        steps = [("sync", 0, 0)]
        if role == 0:
            steps = [("init", f"{name}{i}", count) for name, count in sorted(protocol["counts"].items()) for i in range(stages)] + steps
        for turn in range(passes):
            for kind, what, *rest in body:
                if kind == "sync":
                    steps.append((kind, what, *rest))
                    continue
                place = (turn + rest[0]) % stages
                if kind == "wait":
                    steps.append((kind, f"{what}{place}", (turn // stages + rest[1]) % 2))
                elif kind in ("arrive_expect", "complete"):
                    steps.append((kind, f"{what}{place}", BYTES))
                else:
                    steps.append((kind, f"{what}{place}"))
        program.append(steps)
    return program


def statements(step, label, stages, wait):
    """The statements of a step: %r4 is the stage, %r5 the parity."""
    kind, what, *rest = step
    if kind == "sync":
        return [f"    barrier.sync {what}, {rest[0]};"]
    size = 4 if what == "x" else 8
    lines = ["    mov.u32 %r6, %r4;"]
    if rest[0]:
        lines = ["    add.u32 %r6, %r4, 1;", f"    rem.u32 %r6, %r6, {stages};"]
    lines += [f"    mov.u32 %r7, {what};", f"    mad.lo.u32 %r7, %r6, {size}, %r7;"]
    if kind == "wait":
        lines += [f"    xor.b32 %r8, %r5, {rest[1]};", f"    @%p1 bra {label}_DONE;"]
        if wait == "early":
            lines += ["    mbarrier.try_wait.parity.shared.b64 %p3, [%r7], %r8;", f"    @%p3 bra {label}_DONE;"]
        lines.append(f"{label}:")
        lines += ["    mbarrier.try_wait.parity.shared.b64 %p3, [%r7], %r8;", f"    @!%p3 bra {label};", f"{label}_DONE:"]
        return lines
    return lines + [
        "    @!%p1 "
        + {
            "arrive": "mbarrier.arrive.shared.b64 _, [%r7];",
            "arrive_expect": f"mbarrier.arrive.expect_tx.shared.b64 _, [%r7], {BYTES};",
            "complete": f"mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r7], {BYTES};",
            "load": "ld.shared.u32 %r9, [%r7];",
            "store": "st.shared.u32 [%r7], %r3;",
        }[kind]
    ]


def one_pass(protocol, body, label):
    """The statements of a pass, and the change of the counters."""
    stages, lines = protocol["stages"], []
    if protocol["idiom"] == "division":
        lines += [f"    div.u32 %r5, %r3, {stages};", "    and.b32 %r5, %r5, 1;", f"    rem.u32 %r4, %r3, {stages};"]
    for at, step in enumerate(body):
        lines += statements(step, f"{label}_{at}", stages, protocol["wait"])
    lines.append("    add.u32 %r3, %r3, 1;")
    if protocol["idiom"] == "wrap":
        lines += ["    add.u32 %r4, %r4, 1;", f"    setp.eq.u32 %p5, %r4, {stages};"]
        lines += ["    selp.u32 %r11, 1, 0, %p5;", "    xor.b32 %r5, %r5, %r11;", "    selp.u32 %r4, 0, %r4, %p5;"]
    return lines


def to_ptx(name, protocol, passes):
    stages, bodies = protocol["stages"], protocol["bodies"]
    lines = [f"//@launch {name} block={32 * len(bodies)} args={{n: {passes}}}", f".visible .entry {name}(.param .u32 n)", "{"]
    lines += [f"    .shared .align 8 .b64 {obj}[{stages}];" for obj in ("full", "empty")]
    lines += [f"    .shared .align 4 .b32 x[{stages}];", "    .reg .pred %p<6>;", "    .reg .b32 %r<14>;", "    mov.u32 %r1, %tid.x;"]
    lines += ["    ld.param.u32 %r10, [n];", "    and.b32 %r2, %r1, 31;", "    setp.ne.u32 %p1, %r2, 0;", "    shr.u32 %r1, %r1, 5;"]
    lines += ["    mov.u32 %r3, 0;", "    mov.u32 %r4, 0;", "    mov.u32 %r5, 0;"]
    lines += [f"    setp.eq.u32 %p2, %r1, {role};\n    @%p2 bra ROLE{role};" for role in range(1, len(bodies))]
    for role, body in enumerate(bodies):
        lines.append(f"ROLE{role}:")
        if role == 0:
            for obj, count in sorted(protocol["counts"].items()):
                lines += [f"    @!%p1 mbarrier.init.shared.b64 [{obj}+{8 * i}], {count};" for i in range(stages)]
        lines += ["    barrier.sync 0;", f"LOOP{role}:"]
        loop, last = protocol["loops"][role], "    setp.ge.u32 %p4, %r3, %r10;"
        one, two, three = (one_pass(protocol, body, f"S{role}_{copy}") for copy in range(3))
        if loop == "unrolled":  # two passes at once, and the last one
            lines += ["    add.u32 %r11, %r3, 1;", "    setp.ge.u32 %p4, %r11, %r10;", f"    @%p4 bra LAST{role};"]
            lines += [*one, *two, f"    bra LOOP{role};", f"LAST{role}:", last, f"    @%p4 bra END{role};", *three]
        elif loop == "tiles":  # of three passes
            lines += [last, f"    @%p4 bra END{role};", "    add.u32 %r13, %r3, 3;", "    min.u32 %r13, %r13, %r10;", f"TILE{role}:"]
            lines += [*one, "    setp.lt.u32 %p4, %r3, %r13;", f"    @%p4 bra TILE{role};", f"    bra LOOP{role};"]
        else:
            lines += [last, f"    @%p4 bra END{role};", *one, f"    bra LOOP{role};"]
        lines += [f"END{role}:", "    ret;"]
    return "\n".join(lines + ["}", ""])
