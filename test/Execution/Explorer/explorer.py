# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Explores all interleavings of small programs of synchronization, as the PTX manual defines the instructions.

It is written from the manual (9.7.15.1 bar, 9.7.15.16 mbarrier, 8 memory consistency model; numbers of the manual of PTX 9.4)
and apart from `lib/ptx/Execution`, so that the two can be compared.

A program has one list of steps for each warp; the first lane of a warp does them, and all lanes come to barriers:

    ("init", object, count)        ("arrive", object)            ("arrive_expect", object, bytes)
    ("expect", object, bytes)      ("complete", object, bytes)   ("wait", object, parity)
    ("arrive_relaxed", object)     ("wait_relaxed", object, parity)      ("fence",)
    ("sync", barrier, threads)     ("bar_arrive", barrier, threads)      threads 0: all of the CTA
    ("load", address)              ("store", address)
    ("set", flag)                  ("set_relaxed", flag)         stores 1, once
    ("poll", flag)                 ("poll_relaxed", flag)        loads until it is 1

The verdict is the set of what some interleaving shows:

    hang        nobody can go on, and not all have ended
    race        two accesses to an address, one of them a store, that nothing orders (8.7.1)
    misuse      an arrival beyond the pending count, or one that can count for the phase or time before (9.7.15.16.5.1, 9.7.15.1)
    unordered   an object is used where nothing orders its initialization before
    leftover    more bytes are complete than were expected, at the end
"""


class Clock(tuple):
    """What of each warp comes before: the number of the last of its intervals that is known."""

    def join(self, other):
        return Clock(max(a, b) for a, b in zip(self, other))

    def covers(self, other):
        return all(a >= b for a, b in zip(self, other))


class Object:
    """An mbarrier object, between two steps."""

    __slots__ = ("phase", "pending", "expected", "bytes", "released", "contributed", "complete", "previous", "init")

    def __init__(self, count, none, init):
        self.phase, self.pending, self.expected, self.bytes = 0, count, count, 0
        self.released = self.contributed = self.complete = self.previous = none
        self.init = init

    def copy(self):
        new = object.__new__(Object)
        for name in Object.__slots__:
            setattr(new, name, getattr(self, name))
        return new

    def key(self):
        return tuple(getattr(self, name) for name in Object.__slots__)


class State:
    """All warps and objects, between two steps."""

    def __init__(self, warps, none):
        self.at = [0] * warps
        # What comes before, for memory accesses (causality order, 8.9.5) and in the order of execution alone.
        own = [Clock(1 if i == w else 0 for i in range(warps)) for w in range(warps)]
        self.memory, self.order = list(own), list(own)
        # What the last fence releases, and what relaxed reads observed since (8.8).
        self.fenced, self.observed = [none] * warps, [none] * warps
        self.flags = {}
        self.objects = {}
        self.barriers = {}  # number: threads, what came, clocks, who waits
        self.before = {}  # barrier: the order of those that came to it the time before
        self.accesses = {}  # address: {(warp, is store): interval}

    def copy(self):
        new = object.__new__(State)
        new.at, new.memory, new.order = list(self.at), list(self.memory), list(self.order)
        new.fenced, new.observed, new.flags = list(self.fenced), list(self.observed), dict(self.flags)
        new.objects = {name: obj.copy() for name, obj in self.objects.items()}
        new.barriers, new.before = dict(self.barriers), dict(self.before)
        new.accesses = {address: dict(all_) for address, all_ in self.accesses.items()}
        return new

    def key(self):
        return (
            tuple(self.at),
            tuple(self.memory),
            tuple(self.order),
            tuple(self.fenced),
            tuple(self.observed),
            tuple(sorted(self.flags.items())),
            tuple((name, obj.key()) for name, obj in sorted(self.objects.items())),
            tuple(sorted(self.barriers.items())),
            tuple(sorted(self.before.items())),
            tuple((address, tuple(sorted(all_.items()))) for address, all_ in sorted(self.accesses.items())),
        )


class TooLarge(Exception):
    pass


class Explorer:
    def __init__(self, program, limit=60000):
        self.program, self.warps, self.limit = program, len(program), limit
        self.none = Clock([0] * self.warps)
        self.found = set()

    def run(self):
        seen, todo = set(), [State(self.warps, self.none)]
        while todo:
            state = todo.pop()
            for warp in range(self.warps):
                self.access(state, warp)
            self.check_barriers(state)
            key = state.key()
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > self.limit:
                raise TooLarge
            ready = [warp for warp in range(self.warps) if self.can_go(state, warp)]
            for warp in ready:
                new = state.copy()
                if self.step(new, warp):
                    todo.append(new)
            if not ready:
                self.end(state)
        return self.found

    def done(self, state, warp):
        return state.at[warp] == len(self.program[warp])

    def waits(self, state, warp):
        return any(warp in barrier[4] for barrier in state.barriers.values())

    def can_go(self, state, warp):
        if self.done(state, warp) or self.waits(state, warp):
            return False
        what = self.program[warp][state.at[warp]]
        if what[0] in ("poll", "poll_relaxed"):
            return what[1] in state.flags
        if what[0] in ("wait", "wait_relaxed") and what[1] in state.objects:
            # The phase with the parity is complete, or the object is in the phase after (9.7.15.16.20).
            return state.objects[what[1]].phase % 2 != what[2]
        return True

    def end(self, state):
        if not all(self.done(state, warp) and not self.waits(state, warp) for warp in range(self.warps)):
            self.found.add("hang")
        elif any(obj.bytes < 0 for obj in state.objects.values()):
            self.found.add("leftover")

    # Accesses change nothing that others wait for, so that they need no interleavings of their own.
    def access(self, state, warp):
        while not self.waits(state, warp) and not self.done(state, warp):
            what = self.program[warp][state.at[warp]]
            if what[0] not in ("load", "store"):
                return
            store = what[0] == "store"
            before = state.accesses.setdefault(what[1], {})
            for (other, other_store), interval in before.items():
                if other != warp and (store or other_store) and state.memory[warp][other] < interval:
                    self.found.add("race")
            before[(warp, store)] = state.memory[warp][warp]
            state.at[warp] += 1

    def publish(self, state, warp):
        """Begins a new interval of the warp, and returns what came before."""
        memory, order = state.memory[warp], state.order[warp]
        for clocks in (state.memory, state.order):
            clocks[warp] = Clock(time + 1 if i == warp else time for i, time in enumerate(clocks[warp]))
        return memory, order

    def step(self, state, warp):
        """Does the next step of a warp. False if what follows is not defined."""
        what = self.program[warp][state.at[warp]]
        state.at[warp] += 1
        if what[0] in ("sync", "bar_arrive"):
            self.barrier(state, warp, what)
            return True
        if what[0] == "fence":
            state.memory[warp] = state.memory[warp].join(state.observed[warp])
            state.fenced[warp] = self.publish(state, warp)[0]
            return True
        if what[0] in ("set", "set_relaxed"):
            memory, order = self.publish(state, warp)
            state.flags[what[1]] = (memory if what[0] == "set" else state.fenced[warp], order)
            return True
        if what[0] in ("poll", "poll_relaxed"):
            self.observe(state, warp, what[0] == "poll", *state.flags[what[1]])
            return True
        name = what[1]
        if what[0] == "init":
            if name in state.objects:
                self.found.add("misuse")
                return False
            state.objects[name] = Object(what[2], self.none, (warp, state.memory[warp][warp]))
            return True
        obj = state.objects.get(name)
        if obj is None or (obj.init[0] != warp and state.memory[warp][obj.init[0]] < obj.init[1]):
            self.found.add("unordered")
            return False
        if what[0] in ("wait", "wait_relaxed"):
            # It sees what was released in the phase that it sees complete.
            self.observe(state, warp, what[0] == "wait", obj.complete, obj.previous)
            return True
        return self.contribute(state, warp, what, obj)

    def observe(self, state, warp, acquires, released, order):
        clocks = state.memory if acquires else state.observed
        clocks[warp] = clocks[warp].join(released)
        state.order[warp] = state.order[warp].join(order)

    def contribute(self, state, warp, what, obj):
        memory, order = self.publish(state, warp)
        # An arrival in a phase comes after what tells that the phase before is complete.
        if obj.phase and not order.covers(obj.previous):
            self.found.add("misuse")
            return False
        arrives = what[0] in ("arrive", "arrive_relaxed", "arrive_expect")
        if arrives and obj.pending == 0:
            self.found.add("misuse")
            return False
        if arrives:  # `.release` is the default
            obj.released = obj.released.join(state.fenced[warp] if what[0] == "arrive_relaxed" else memory)
        obj.contributed = obj.contributed.join(order)
        if what[0] in ("expect", "arrive_expect"):
            obj.bytes += what[2]
        if what[0] == "complete":
            obj.bytes -= what[2]
        obj.pending -= arrives
        if obj.pending == 0 and obj.bytes == 0:
            obj.phase += 1
            obj.pending = obj.expected
            # Who sees this phase complete sees what those of the phases before released that its arrivals came after.
            obj.complete, obj.previous = obj.released.join(obj.complete), obj.contributed
            obj.released = obj.contributed = self.none
        return True

    def barrier(self, state, warp, what):
        kind, number, threads = what
        memory, order = self.publish(state, warp)
        # A warp must not come more often than intended before the barrier is reset.
        if not order.covers(state.before.get(number, self.none)):
            self.found.add("misuse")
        _, came, known, known_order, waiting = state.barriers.get(number, (0, 0, self.none, self.none, ()))
        came += 32
        known, known_order = known.join(memory), known_order.join(order)
        if kind == "sync":
            waiting = waiting + (warp,)
        state.barriers[number] = (threads, came, known, known_order, waiting)
        self.check_barriers(state)

    def check_barriers(self, state):
        """Barriers complete when their threads have come; threads that have ended count as those that came."""
        again = True
        while again:
            again = False
            for number, (threads, came, known, known_order, waiting) in list(state.barriers.items()):
                ended = sum(32 for warp in range(self.warps) if self.done(state, warp) and not self.waits(state, warp))
                if came < (threads or 32 * self.warps - ended):
                    continue
                del state.barriers[number]
                state.before[number] = known_order
                for warp in waiting:
                    state.memory[warp] = state.memory[warp].join(known)
                    state.order[warp] = state.order[warp].join(known_order)
                    self.access(state, warp)
                again = True


def explore(program, limit=60000):
    """The verdict on a program; None if it has too many states."""
    try:
        return Explorer(program, limit).run()
    except TooLarge:
        return None
