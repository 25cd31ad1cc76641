"""Who may sit in a seat of a terminal game or a simulation, apart from people."""

from collections.abc import Callable

from terrarium.kernel.contract import NotationError, State
from terrarium.kernel.dealer import Dealer

Chooser = Callable[[State, int], int]

KINDS = ("random",)


def choosers(kinds: list[str], dealer: Dealer) -> list[Chooser]:
    """One for each seat; NotationError for a word that is no kind of seat."""

    def random(state: State, seat: int) -> int:
        return dealer.pick(state.legal_actions())

    for kind in kinds:
        if kind not in KINDS:
            raise NotationError("unknown_seat", {"seat": kind, "names": ", ".join(KINDS)})
    return [random for _ in kinds]
