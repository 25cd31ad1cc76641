"""Spades in order: each hex is turned in one go, with the spades that the row buys and has for it."""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.map.spades import direction, home_only, turned_now
from terrarium.terramystica.snellman.commands import WAIVED, Command
from terrarium.terramystica.snellman.meaning import terrain_towards, turn_code, turn_of
from terrarium.terramystica.snellman.ordered.answers import OrderedTable


def build(t: OrderedTable, seat: int, command: Command) -> None:
    """A dwelling; a hex that is not home yet is turned first."""
    v = t.state.v
    home = int(HOME_OF[v[at(seat) + layout.FACTION]])
    bare = int(v[layout.HEX + command.a]) & 7
    if t.kind() in (layout.F_SPADES, layout.F_STORM) and bare != home:
        turn(t, seat, command, [])
        if t.kind() == layout.F_SPADES:
            t.give(codes.DONE)
    elif t.kind() == layout.F_SPADES:
        t.give(codes.DONE)
    t.must(command.a * codes.BLOCK, t.row, command.text)


def turn(t: OrderedTable, seat: int, command: Command, waiting: list[Command]) -> None:
    """A hex turned with free spades, or one that a `dig` has turned already."""
    v = t.state.v
    h = command.a
    home = int(HOME_OF[v[at(seat) + layout.FACTION]])
    faction = int(v[at(seat) + layout.FACTION])
    if t.kind() == layout.F_STORM:
        t.must(h * codes.BLOCK + codes.TRANSFORM + home, t.row, command.text)
        return
    if turned_now(v, h):
        return
    last = command
    for other in waiting:
        # turned in two goes: one of ours
        if other.verb == "transform" and other.a == h and not other.used:
            last = other
    if last is not command:
        return
    spades = int(v[top_of(v) + 2]) if t.kind() == layout.F_SPADES else 0
    start = int(v[layout.HEX + h]) & 7
    goal = command.b if command.verb == "transform" else home
    if goal < 0:
        goal = terrain_towards(start, home, spades, faction)
    _, long = turn_of(start, goal, home, spades, faction)
    t.must(turn_code(h, goal, long), t.row, command.text)


def dig(t: OrderedTable, seat: int, command: Command, waiting: list[Command]) -> None:
    """Bought spades: the hex they are for is named later in the row.

    Where something else stands between two `dig`, the hex is turned as far as the first goes, then further.
    """
    v = t.state.v
    if command.n == 0:
        close_action(t, seat)
        return
    rest = [c for c in waiting if not c.used]
    aims = [c for c in rest if c.verb in ("transform", "build")]
    if not aims:
        raise NotationError("log_spades_left", {"row": t.row, "text": command.text, "n": command.n})
    aim = aims[0]
    before = rest[: rest.index(aim)]
    total = command.n + sum([c.n for c in before if c.verb == "dig"])
    now = command.n
    while before and before[0].verb == "dig":
        now += before[0].n
        t.use(before.pop(0))
    more = any([c.verb == "dig" and c.n > 0 for c in before])
    faction = int(v[at(seat) + layout.FACTION])
    if home_only(faction) and more:
        return
    home = int(HOME_OF[faction])
    h = aim.a
    start = int(v[layout.HEX + h]) & 7
    free = int(v[top_of(v) + 2]) if t.kind() == layout.F_SPADES else 0
    dropped = [c for c in rest if c.verb == "waive" and WAIVED[c.a] == "spade"]
    free = max(free - sum([c.n for c in dropped]), 0)
    goal = aim.b if aim.verb == "transform" else home
    if goal < 0:
        goal = terrain_towards(start, home, free + total, faction)
    if free > 0 and dropped:
        # the free spades that are used, then the bought ones on the same hex
        _, long = turn_of(start, goal, home, free + total, faction)
        start = (start + int(direction(start, goal)) * (-1 if long else 1) * free) % 7
        t.must(turn_code(h, start, False), t.row, command.text)
        if t.kind() == layout.F_SPADES:
            t.give(codes.DONE)
        for drop in dropped:
            t.use(drop)
    on = v[layout.ROUGH] == h + 1
    if on:
        way = int(v[layout.TURNING])
        long = False
        goal = (start + way * now) % 7 if more else goal
    else:
        _, long = turn_of(start, goal, home, free + total, faction)
        if more:
            way = int(direction(start, goal)) * (-1 if long else 1)
            goal = (start + way * (free + now)) % 7
            long = free + now > 3
    if aim.verb == "transform" and not more:
        t.use(aim)
    t.must(turn_code(h, goal, long), t.row, command.text)


def close_action(t: OrderedTable, seat: int) -> None:
    """`dig 0`: what comes is another action of this turn, if there is one."""
    state, length, used, ahead = t.state.clone(), len(t.actions), len(t.trail), list(t.ahead)
    if t.kind() in (layout.F_BUILD, layout.F_POST):
        t.close()
    if t.kind() != layout.F_MAIN or t.owner() != seat:
        t.take_back(state, length, used, ahead)
