"""Free moves of a log: conversions at the server's rates, burning, towns over a river."""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.actions.connect import river_fault
from terrarium.terramystica.actions.convert import rate_fault
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.data import at
from terrarium.terramystica.economy.goods import convert
from terrarium.terramystica.factions.boards import COINS_PER_VP, TRADES_POINTS
from terrarium.terramystica.map.towns import connect
from terrarium.terramystica.snellman.commands import Command
from terrarium.terramystica.snellman.meaning import RATES, river_of
from terrarium.terramystica.snellman.replay.turns import TurnTable


def convert_goods(t: TurnTable, seat: int, command: Command, rest: list[Command]) -> None:
    """A conversion at the server's rates; the Darklings' workers become priests right after the stronghold."""
    v = t.state.v
    faction = int(v[at(seat) + layout.FACTION])
    for offer in t.offers:
        offer.late = offer.late or offer.seat == seat
    ordains = t.frame(layout.F_ORDAIN, seat) >= 0
    if command.b == 2 and command.a == 1:
        if not ordains or command.n != command.m or command.n > t.board(seat).ordains:
            raise NotationError("log_command", {"row": t.row, "text": command.text})
        t.bring(layout.F_ORDAIN, seat, command)
        t.exact(seat, codes.ORDAIN + command.n - 1, command)
        return
    if ordains and not any([c.verb == "convert" and c.b == 2 and c.a == 1 for c in rest]):
        # any other conversion gives the right up
        t.bring(layout.F_ORDAIN, seat, command)
        t.give(codes.DONE)
    if (command.b, command.a) == (3, 4):
        sell(t, seat, command, int(COINS_PER_VP[faction]))
        return
    rate, kinds = RATES.get((command.b, command.a), (0, []))
    if rate == 0 or command.n != rate * command.m or (command.b == 4 and TRADES_POINTS[faction] == 0):
        raise NotationError("log_command", {"row": t.row, "text": command.text})
    for kind in kinds:
        for _ in range(command.m):
            t.must(codes.CONVERT + kind, t.row, command.text)


def convert_early(t: TurnTable, seat: int, command: Command) -> None:
    """Before an answer, out of turn: only our own logs say it, of a game whose rules allow it."""
    v = t.state.v
    rate, kinds = (1, [0]) if command.verb == "burn" else RATES.get((command.b, command.a), (0, []))
    if (command.b, command.a) == (3, 4):
        rate, kinds = 1, [7]
    units = command.n if command.verb == "burn" else command.m
    if rate == 0 or not any([offer.seat == seat for offer in t.offers]):
        raise NotationError("log_turn", {"row": t.row, "text": command.text})
    for kind in kinds:
        for _ in range(units):
            if rate_fault(v, at(seat), kind) != FINE:
                raise NotationError("log_goods", {"row": t.row, "text": command.text})
            convert(t.state, seat, kind, 1)


def sell(t: TurnTable, seat: int, command: Command, price: int) -> None:
    """Coins into points: the Alchemists by their rule, others as the server allows it."""
    if command.n != price * command.m:
        raise NotationError("log_command", {"row": t.row, "text": command.text})
    if TRADES_POINTS[t.state.v[at(seat) + layout.FACTION]] == 0:
        t.quirks.append(NotationError("log_sold", {"row": t.row, "text": command.text}))
    for _ in range(command.m):
        t.must(codes.CONVERT + 7, t.row, command.text)


def join(t: TurnTable, seat: int, command: Command) -> None:
    """A Mermaid town over a river hex, at any moment of the turn."""
    river = river_of(t.state, seat, command)
    if t.kind() in (layout.F_MAIN, layout.F_POST):
        t.must(codes.CONNECT + river, t.row, command.text)
    elif river_fault(t.state, seat, river) == FINE:
        connect(t.state, seat, river)
        t.drive()
    else:
        raise t.refused(codes.CONNECT + river, t.row, command.text)
