"""Tiles and cult steps of a log, and what it gives up of an action."""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import causes, codes, layout
from terrarium.terramystica.actions.stay import LOWEST
from terrarium.terramystica.data import at, pop, top_of
from terrarium.terramystica.economy import cults
from terrarium.terramystica.snellman.commands import WAIVED, Command
from terrarium.terramystica.snellman.replay.spades import drop_spades
from terrarium.terramystica.snellman.replay.turns import TurnTable
from terrarium.terramystica.tables import TOWN_STEPS

WAIVES: Final = {
    "free_tf": layout.F_STORM,
    "free_tp": layout.F_SWARM,
    "free_d": layout.F_RIDE,
    "bridge": layout.F_BRIDGE,
}


def take_tiles(t: TurnTable, seat: int, command: Command) -> None:
    """Favor and town tiles, in written order."""
    favor = command.verb == "favor"
    for _ in range(command.n):
        kind = layout.F_FAVOR if favor else layout.F_TOWN
        t.bring(kind, seat, command)
        t.must((codes.FAVOR if favor else codes.TOWN) + command.a, t.row, command.text)
        if t.kind() == layout.F_STAY:
            stay(t, seat, command)


def stay(t: TurnTable, seat: int, command: Command) -> None:
    """Too few keys: those that a key was missing for before go first; who else must stay, the log has to say."""
    v = t.state.v
    top = int(top_of(v))
    able = int(v[top + 2])
    steps = int(TOWN_STEPS[int(v[top + 3]) >> 4])
    keys = int(v[at(seat) + layout.KEYS])
    missed = int(v[layout.MISSED]) & able
    if steps == 0:
        # nobody climbs by itself; the log says who does (`+TRACK`)
        pop(v)
        t.drive()
        return
    if keys != bin(missed).count("1"):
        raise NotationError("log_keys", {"row": t.row, "text": command.text})
    for track in range(4):
        if (able >> track) & 1 != 0 and (missed >> track) & 1 == 0 and t.kind() == layout.F_STAY:
            t.give(codes.STAY + track)


def step(t: TurnTable, seat: int, command: Command) -> None:
    """Steps on a track: of an action, of the Cultists, or by hand with a key that came later."""
    v = t.state.v
    o = at(seat)
    place = t.frame(layout.F_CULT, seat)
    earned = t.steps if t.board(seat).wants_answers() else 0
    asked = int(v[place + 2]) if place >= 0 else 0
    n = command.n
    if asked + earned < n:
        if v[o + layout.CULT + command.a] == 10:
            return
        if (v[layout.MISSED] >> command.a) & 1 != 0 and v[o + layout.KEYS] > 0 and v[layout.TURN] == seat:
            cults.rise(t.state, seat, command.a, 1, causes.NONE)
            t.drive()
            return
        raise NotationError("log_step", {"row": t.row, "text": command.text})
    if asked > n:
        raise NotationError("log_same_track", {"row": t.row, "text": command.text})
    if asked > 0:
        t.bring(layout.F_CULT, seat, command)
        t.must(codes.CULT + command.a, t.row, command.text)
    if n > asked:
        t.steps -= n - asked
        cults.rise(t.state, seat, command.a, n - asked, t.board(seat).cause())
        t.drive()


def go_back(t: TurnTable, seat: int, command: Command) -> None:
    """Steps given up, so that a key goes elsewhere: from 9 or 8, not below 7."""
    now = int(t.state.v[at(seat) + layout.CULT + command.a])
    if now == 10 or now - command.n < LOWEST:
        raise NotationError("log_back", {"row": t.row, "text": command.text})
    cults.go_back(t.state, seat, command.a, command.n)


def waive(t: TurnTable, seat: int, command: Command) -> None:
    """Something of an action that is given up."""
    v = t.state.v
    name = WAIVED[command.a]
    if name == "spade":
        drop_spades(t, seat, command)
    elif name == "cult" and t.frame(layout.F_CULT, seat) < 0:
        if not t.board(seat).wants_answers() or t.steps < command.n:
            raise NotationError("log_question", {"row": t.row, "text": command.text})
        t.steps -= command.n
        given_up(t, command)
        t.drive()
    elif name == "convert_w_to_p":
        t.bring(layout.F_ORDAIN, seat, command)
        t.waived += command.n
        if t.waived >= t.board(seat).ordains:
            t.give(codes.DONE)
    elif name == "gain_tw":
        for _ in range(command.n):
            t.bring(layout.F_TOWN, seat, command)
            if any([codes.TOWN <= action < codes.STAY for action in t.state.legal_actions()]):
                given_up(t, command)
            t.give(codes.DONE)
    else:
        kinds = {**WAIVES, "cult": layout.F_CULT, "gain_favor": layout.F_FAVOR}
        t.bring(kinds[name], seat, command)
        top = int(top_of(v))
        if name != "gain_favor" or t.state.legal_actions() != [codes.DONE]:
            given_up(t, command)
        if name in WAIVES or v[top + 2] == command.n:
            t.give(codes.DONE)
        elif v[top + 2] > command.n:
            v[top + 2] -= command.n
        else:
            raise NotationError("log_question", {"row": t.row, "text": command.text})


def given_up(t: TurnTable, command: Command) -> None:
    """Tell that something was left that could be had."""
    t.quirks.append(NotationError("log_waived", {"row": t.row, "text": command.text}))
