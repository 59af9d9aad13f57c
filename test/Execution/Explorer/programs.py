# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs for the explorer, and their PTX.

A program is a right one of a known kind (a ring of mbarrier objects, exchanges between barriers, hand-offs by named barriers) with up
to three steps deleted, repeated, moved or changed, or it is random. All objects are initialized by the first warp before a barrier,
unless a change took that barrier away.
"""

MOST_STEPS = 8


def ring(random, warps):
    passes, bytes_ = random.choice((1, 2, 2, 3)), random.choice((0, 0, 16))
    program = [[] for _ in range(warps)]
    for turn in range(passes):
        program[0] += [("wait", "empty", (turn + 1) % 2), ("store", "x")]
        if bytes_ and random.random() < 0.5:
            program[0] += [("expect", "full", bytes_), ("complete", "full", bytes_), ("arrive", "full")]
        elif bytes_:
            program[0] += [("arrive_expect", "full", bytes_), ("complete", "full", bytes_)]
        else:
            program[0] += [("arrive", "full")]
        for consumer in program[1:]:
            consumer += [("wait", "full", turn % 2), ("load", "x"), ("arrive", "empty")]
    return program, {"full": 1, "empty": warps - 1}


def exchange(random, warps):
    program = [[] for _ in range(warps)]
    for _ in range(random.choice((1, 2))):
        writer = random.randrange(warps)
        program[writer].append(("store", "x"))
        number, threads = random.choice(((0, 0), (1, 32 * warps)))
        for steps in program:
            steps.append(("sync", number, threads))
        for warp, steps in enumerate(program):
            if warp != writer:
                steps.append(("load", "x"))
        for steps in program:
            steps.append(("sync", number, threads))
    return program, {}


def hand_off(random, warps):
    program = [[] for _ in range(warps)]
    for _ in range(random.choice((1, 2))):
        program[0] += [("store", "x"), ("bar_arrive", 1, 32 * warps), ("sync", 2, 32 * warps)]
        for steps in program[1:]:
            steps += [("sync", 1, 32 * warps), ("load", "x")]
            steps.append(("sync", 2, 32 * warps) if random.random() < 0.5 else ("bar_arrive", 2, 32 * warps))
    return program, {}


def meeting(random, warps):
    """All arrive at one object and wait for it."""
    program = [[] for _ in range(warps)]
    for turn in range(random.choice((1, 2))):
        for warp, steps in enumerate(program):
            steps += [("store", "xyz"[warp]), ("arrive", "full"), ("wait", "full", turn % 2), ("load", "xyz"[(warp + 1) % warps])]
            if random.random() < 0.5 or turn == 0:
                steps += [("arrive", "empty"), ("wait", "empty", turn % 2)]
    return program, {"full": warps, "empty": warps}


def flag(random, warps):
    """One sets a flag for the others, by its own words or with fences."""
    program = [[] for _ in range(warps)]
    program[0] += [("store", "x")] + random.choice(([("set", "f")], [("fence",), ("set_relaxed", "f")]))
    for steps in program[1:]:
        steps += random.choice(([("poll", "f")], [("poll_relaxed", "f"), ("fence",)])) + [("load", "x")]
    return program, {}


def any_step(random, warps):
    name, barrier = random.choice(("full", "empty")), random.choice((1, 2))
    return random.choice(
        (
            ("wait", name, random.randrange(2)),
            ("arrive", name),
            ("arrive", name),
            ("arrive_relaxed", name),
            ("wait_relaxed", name, random.randrange(2)),
            ("fence",),
            ("arrive_expect", name, 16),
            ("complete", name, 16),
            ("sync", barrier, 32 * warps),
            ("bar_arrive", barrier, 32 * warps),
            ("load", random.choice("xy")),
            ("store", random.choice("xy")),
        )
    )


def change(random, warps, program):
    steps = random.choice(program)
    if not steps:
        return
    at = random.randrange(len(steps))
    kind = random.choice(("delete", "delete", "repeat", "swap", "parity", "other", "relax", "relax", "fence"))
    if steps[at][0].startswith("set") and kind == "repeat":
        return
    if kind == "delete":
        del steps[at]
    elif kind == "repeat":
        steps.insert(at, steps[at])
    elif kind == "swap" and at:
        steps[at - 1], steps[at] = steps[at], steps[at - 1]
    elif kind == "parity" and steps[at][0].startswith("wait"):
        steps[at] = (*steps[at][:2], 1 - steps[at][2])
    elif kind == "relax" and steps[at][0] in ("wait", "arrive", "set", "poll"):
        steps[at] = (steps[at][0] + "_relaxed", *steps[at][1:])
    elif kind == "fence":
        steps.insert(at, ("fence",))
    elif kind == "other":
        steps[at] = any_step(random, warps)


def make(random):
    """A program for the explorer."""
    warps = random.choice((2, 2, 3))
    kind = random.choice((ring, ring, ring, exchange, hand_off, meeting, flag, None))
    if kind:
        program, objects = kind(random, warps)
    else:
        program = [[any_step(random, warps) for _ in range(random.randrange(1, 5))] for _ in range(warps)]
        objects = {"full": random.choice((1, 2)), "empty": random.choice((1, 2))}
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        change(random, warps, program)
    for steps in program:
        del steps[2 * MOST_STEPS :]
        while sum(step[0] not in ("load", "store") for step in steps) > MOST_STEPS:
            steps.pop()
    counts = {name: objects.get(name, 1) for steps in program for step in steps for name in step[1:2] if name in ("full", "empty")}
    if random.random() < 0.1 and counts:
        name = random.choice(sorted(counts))
        counts[name] = max(1, counts[name] + random.choice((-1, 1)))
    before = [[("sync", 0, 0)] for _ in range(warps)]
    if random.random() < 0.05 and kind is not flag:
        before = [[] for _ in range(warps)]
    before[0] = [("init", name, count) for name, count in sorted(counts.items())] + before[0]
    return [first + steps for first, steps in zip(before, program)]


def to_ptx(name, program):
    """An entry that does the steps, with its launch."""
    used = {step[1] for steps in program for step in steps if len(step) > 1}
    lines = [f"//@launch {name} block={32 * len(program)}", f".visible .entry {name}()", "{"]
    lines += [f"    .shared .align 8 .b64 {obj};" for obj in ("full", "empty") if obj in used]
    lines += [f"    .shared .align 4 .b32 {place};" for place in "xyzf" if place in used]
    lines += ["    .reg .pred %p<4>;", "    .reg .b32 %r<4>;", "    mov.u32 %r1, %tid.x;", "    and.b32 %r2, %r1, 31;"]
    lines += ["    setp.ne.u32 %p1, %r2, 0;", "    shr.u32 %r1, %r1, 5;"]
    for warp in range(1, len(program)):
        lines += [f"    setp.eq.u32 %p2, %r1, {warp};", f"    @%p2 bra WARP{warp};"]
    for warp, steps in enumerate(program):
        lines.append(f"WARP{warp}:")
        if warp == 0 and "f" in used:
            lines.append("    @!%p1 st.shared.u32 [f], %r2;")
        for at, step in enumerate(steps):
            lines += to_statements(step, f"W{warp}_{at}")
        lines.append("    ret;")
    return "\n".join(lines + ["}", ""])


def to_statements(step, label):
    kind, what = step[0], step[-1] if len(step) < 3 else step[1]
    if kind == "fence":
        return ["    fence.acq_rel.cta;"]
    if kind == "sync":
        return [f"    barrier.sync {what}{f', {step[2]}' if step[2] else ''};"]
    if kind == "bar_arrive":
        return [f"    barrier.arrive {what}, {step[2]};"]
    loop = [f"    @%p1 bra {label}_DONE;", f"{label}:"], [f"    @!%p3 bra {label};", f"{label}_DONE:"]
    if kind in ("wait", "wait_relaxed"):
        words = ".relaxed.cta" if kind == "wait_relaxed" else ""
        return loop[0] + [f"    mbarrier.try_wait.parity{words}.shared.b64 %p3, [{what}], {step[2]};"] + loop[1]
    if kind in ("poll", "poll_relaxed"):
        words = "relaxed" if kind == "poll_relaxed" else "acquire"
        load = [f"    ld.{words}.cta.shared.u32 %r3, [{what}];", "    setp.ne.u32 %p3, %r3, 0;"]
        return loop[0] + load + loop[1]
    return [
        "    @!%p1 "
        + {
            "init": f"mbarrier.init.shared.b64 [{what}], {step[-1]};",
            "arrive": f"mbarrier.arrive.shared.b64 _, [{what}];",
            "arrive_relaxed": f"mbarrier.arrive.relaxed.cta.shared.b64 _, [{what}];",
            "set": f"st.release.cta.shared.u32 [{what}], 1;",
            "set_relaxed": f"st.relaxed.cta.shared.u32 [{what}], 1;",
            "arrive_expect": f"mbarrier.arrive.expect_tx.shared.b64 _, [{what}], {step[-1]};",
            "expect": f"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [{what}], {step[-1]};",
            "complete": f"mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [{what}], {step[-1]};",
            "load": f"ld.shared.u32 %r3, [{what}];",
            "store": f"st.shared.u32 [{what}], %r1;",
        }[kind]
    ]
