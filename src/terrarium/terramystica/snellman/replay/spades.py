"""Spades and dwellings of a log: bought and credited at once, used later, dropped only where it says so."""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.turning import transform
from terrarium.terramystica.data import at, pop, push, top_of
from terrarium.terramystica.economy.goods import spade_priests, spade_workers
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.map.spades import buy_spades, credit_spades, turned_now
from terrarium.terramystica.snellman.commands import Command
from terrarium.terramystica.snellman.meaning import terrain_towards, turn_code, turn_of
from terrarium.terramystica.snellman.replay.turns import TurnTable


def dig(t: TurnTable, seat: int, command: Command) -> None:
    """Buy spades: paid and credited at once, used later."""
    n = command.n
    if t.allowed.get("dig", 0) == 0:
        if n == 0 and t.owing == seat:
            t.owing = -1
            return
        t.start(seat, command)
        t.idle = n == 0
        t.dug = True
        t.allowed = {"dig": 1, "transform": 1, "build": 1}
        if n > 0:
            open_spades(t, seat)
            buy(t, seat, n, command)
        return
    opened = t.frame(layout.F_SPADES, seat) >= 0
    if n > 0 and not opened:
        again(t, seat, command)
        open_spades(t, seat)
    t.dug = True
    t.allowed = {"dig": 1, "transform": 1, "build": 1}
    if n > 0:
        buy(t, seat, n, command)


def again(t: TurnTable, seat: int, command: Command) -> None:
    """Our rules have closed an action that the server goes on with: it takes a second one of ours.

    The last player of a round always has one; in a double turn it is owed.
    """
    double = t.left > 0
    if not t.ready(seat):
        t.close()
    if not t.ready(seat):
        raise NotationError("log_turn", {"row": t.row, "text": command.text})
    if not double:
        t.left = 0
    elif not t.idle:
        t.owing = seat
    t.idle = False


def open_spades(t: TurnTable, seat: int) -> None:
    """An action that begins with spades."""
    v = t.state.v
    begin(t.state)
    push(v, layout.F_BUILD, seat, 0, 0)
    push(v, layout.F_SPADES, seat, 0, 0)


def buy(t: TurnTable, seat: int, n: int, command: Command) -> None:
    v = t.state.v
    o = at(seat)
    if v[o + layout.WORKERS] < n * spade_workers(v, o) or v[o + layout.PRIESTS] < n * spade_priests(v, o):
        raise NotationError("log_goods", {"row": t.row, "text": command.text})
    buy_spades(t.state, seat, n)
    t.bought += n
    v[t.frame(layout.F_SPADES, seat) + 2] += n


def turn_hex(t: TurnTable, seat: int, command: Command, h: int, terrain: int) -> None:
    """A hex turned with the spades at hand, or by the Nomads' sandstorm."""
    v = t.state.v
    faction = int(v[at(seat) + layout.FACTION])
    home = int(HOME_OF[faction])
    if t.frame(layout.F_STORM, seat) >= 0:
        t.bring(layout.F_STORM, seat, command)
        turned(t, h, True, 0, command)
        # (the server would lay any terrain; our rules refuse all but home)
        t.exact(seat, turn_code(h, home if terrain < 0 else terrain, False), command)
        return
    if t.frame(layout.F_SPADES, seat) < 0:
        raise NotationError("log_spades", {"row": t.row, "text": command.text, "n": 1, "have": 0})
    t.bring(layout.F_SPADES, seat, command)
    top = int(top_of(v))
    spades = int(v[top + 2])
    start = int(v[layout.HEX + h]) & 7
    if terrain < 0:
        terrain = terrain_towards(start, home, spades, faction)
    need, long = turn_of(start, terrain, home, spades, faction)
    if need > spades:
        raise NotationError("log_spades", {"row": t.row, "text": command.text, "n": need, "have": spades})
    place = turn_code(h, terrain, long)
    if v[top + 3] == 1:
        # spades of the cult phase
        t.exact(seat, place, command)
        return
    if t.allowed.get("transform", 0) == 0:
        raise NotationError("log_spades_left", {"row": t.row, "text": command.text, "n": spades})
    turned(t, h, terrain == home, spades - need, command)
    rules = v[layout.RULES]
    if rules & layout.R_SPADE_USED != 0 and t.bought > 0:
        # bought spades have been credited: only the free ones are now
        credit_spades(t.state, seat, need - t.bought, True)
        v[layout.RULES] = rules & ~layout.R_SPADE_USED
    if v[layout.ROUGH] == h + 1 and terrain == home:
        # the rest of the way, with what is left
        v[top + 2] = spades - int(transform(t.state, seat, place, spades, False))
        if v[top + 2] == 0:
            pop(v)
        t.drive()
    else:
        t.exact(seat, place, command)
    v[layout.RULES] = rules


def turned(t: TurnTable, h: int, home: bool, spades: int, command: Command) -> None:
    """What may follow a hex that is turned, with so many spades left over."""
    more = max(t.allowed.get("transform", 1) - 1, 0) if spades > 0 else 0
    t.allowed = {"transform": more, "build": t.allowed.get("build", 0)}
    if home:
        t.homes.add(h)
    elif spades > 0 and more == 0:
        raise NotationError("log_spades_left", {"row": t.row, "text": command.text, "n": spades})


def build(t: TurnTable, seat: int, command: Command) -> None:
    """A dwelling: of this action, if it has left one open, else an action of its own."""
    v = t.state.v
    h = command.a
    rough = v[layout.HEX + h] & 7 != HOME_OF[v[at(seat) + layout.FACTION]]
    settled = not rough or t.allowed.get("transform", 0) == 0
    if settled and t.homes and h not in t.homes:
        t.allowed["build"] = 0
    if t.allowed.get("build", 0) == 0:
        t.start(seat, command)
        if rough:
            raise NotationError("log_spades", {"row": t.row, "text": command.text, "n": 1, "have": 0})
    elif t.frame(layout.F_RIDE, seat) >= 0:
        t.bring(layout.F_RIDE, seat, command)
    elif rough:
        turn_hex(t, seat, command, h, -1)
    left = t.frame(layout.F_SPADES, seat)
    if left >= 0 and v[layout.TURN] == seat:
        raise NotationError("log_spades_left", {"row": t.row, "text": command.text, "n": int(v[left + 2])})
    if t.frame(layout.F_BUILD, seat) >= 0 and turned_now(v, h):
        t.bring(layout.F_BUILD, seat, command)
    elif t.kind() != layout.F_RIDE and t.allowed.get("build", 0) > 0:
        again(t, seat, command)
    t.allowed = {}
    t.exact(seat, h * codes.BLOCK, command)


def drop_spades(t: TurnTable, seat: int, command: Command) -> None:
    """Free spades that are not used; bought ones always are."""
    v = t.state.v
    t.bring(layout.F_SPADES, seat, command)
    top = int(top_of(v))
    if v[top + 2] < command.n:
        have = int(v[top + 2])
        raise NotationError("log_spades", {"row": t.row, "text": command.text, "n": command.n, "have": have})
    if v[top + 3] == 0 and t.dug:
        raise NotationError("log_bought", {"row": t.row, "text": command.text})
    if v[top + 2] > command.n:
        v[top + 2] -= command.n
    else:
        t.give(codes.DONE)
