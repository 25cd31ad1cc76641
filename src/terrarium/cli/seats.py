"""Who may sit in a seat of a terminal game or a simulation, apart from people: a level, or `strong@500`."""

from collections.abc import Callable

from terrarium import bots, courtesy
from terrarium.kernel.contract import Game, NotationError, State
from terrarium.kernel.dealer import Dealer

Chooser = Callable[[State, int], int]

BUDGET_S = 1.0
"""Seconds a searching bot thinks about one answer."""


def check_kinds(kinds: list[str], title: str) -> None:
    """NotationError for a word that is no kind of seat."""
    known = bots.known(title)
    for kind in kinds:
        found = bots.named(kind)
        if found is None or found[0] not in known:
            raise NotationError("unknown_seat", {"seat": kind, "names": ", ".join(known)})


def choosers(
    kinds: list[str], dealer: Dealer, game: Game, simulations: int = 0, cores: int = 1, coins: str = courtesy.OPEN
) -> list[Chooser]:
    """One for each seat; NotationError for a word that is no kind of seat, or a bot that cannot play such a game.

    `coins` is how the table has them (`courtesy`); among bots alone nobody hides any.
    """

    def random(state: State, seat: int) -> int:
        return dealer.pick(state.legal_actions())

    def bot(kind: str) -> Chooser:
        level, counted = bots.named(kind) or (kind, 0)
        player = bots.make(level, game.title, 1 + int(dealer.below(1 << 30)), counted or simulations, cores)
        player.suits(game)
        return lambda state, seat: player.choose(courtesy.guessed(game, state, seat, coins), seat, BUDGET_S)[0]

    check_kinds(kinds, game.title)
    return [random if kind == "random" else bot(kind) for kind in kinds]
