"""A turn before it has come: the position, as data, in which a seat would begin it on the board as it stands now.

Whoever is on turn leaves the board as it lies, pieces in the hand stay there, and those who come in between are passed
over.
"""

from typing import cast

Page = dict[str, object]

OF_A_TURN = ("waded", "armed", "rolled", "fought")
"""What is noted while a turn lasts."""


def next_turn(page: Page, players: int, rounds: int, seat: int) -> Page | None:
    """`seat`'s next turn, which begins as every turn does; None where a seat's own turn waits for another's answer,
    before the first round and after the last."""
    turn, first, number = cast(int, page["seat"]), cast(int, page["first"]), cast(int, page["round"])
    if turn == seat or number < 1:
        return None
    if _place(players, first, seat) < _place(players, first, turn):
        number += 1
    if number > rounds:
        return None
    tribes = cast(dict[str, list[object]], page["tribes"])
    left = {name: value for name, value in page.items() if name not in OF_A_TURN}
    begins = ["turn", "natives", "", 0, seat]
    return {**left, "round": number, "stack": [begins], "tribes": {t: _gathered(tribes[t]) for t in tribes}}


def _place(players: int, first: int, seat: int) -> int:
    """Which of the turns of a round is this seat's? The race that nobody plays comes last."""
    return players if seat == players else (seat - first) % players


def _gathered(tribe: list[object]) -> list[object]:
    """Tokens driven off, which come back before the turn, are in the hand: a turn begins by taking them up anyway."""
    mode, owner, power, hand, off, tray = tribe
    return [mode, owner, power, cast(int, hand) + cast(int, off), 0, tray]
