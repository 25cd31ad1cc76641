"""Who may sit in a seat of a terminal game or a simulation, apart from people."""

from collections.abc import Callable

from terrarium import bots
from terrarium.kernel.contract import NotationError, State
from terrarium.kernel.dealer import Dealer

Chooser = Callable[[State, int], int]

BUDGET_S = 1.0
"""Seconds a searching bot thinks about one answer."""


def choosers(kinds: list[str], dealer: Dealer, title: str, simulations: int = 0, cores: int = 1) -> list[Chooser]:
    """One for each seat; NotationError for a word that is no kind of seat."""

    def random(state: State, seat: int) -> int:
        return dealer.pick(state.legal_actions())

    def bot(kind: str) -> Chooser:
        player = bots.make(kind, title, 1 + int(dealer.below(1 << 30)), simulations, cores)
        return lambda state, seat: player.choose(state.blind(seat), seat, BUDGET_S)[0]

    known = bots.levels(title)
    for kind in kinds:
        if kind not in known:
            raise NotationError("unknown_seat", {"seat": kind, "names": ", ".join(known)})
    return [random if kind == "random" else bot(kind) for kind in kinds]
