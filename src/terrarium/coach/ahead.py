"""A turn before it has come: the position in which a seat would begin it on the board as it stands now.

Nobody moves before it: whoever is on turn leaves the board as it lies, pieces in the hand stay there, and those who
come in between are passed over. That is no position the game will reach; it is what can be known now, and it is made
again whenever the board has changed. A position is turned over as data, in the shape its title writes it.
"""

from typing import cast

from terrarium.kernel.contract import Game, State

Page = dict[str, object]


def turn_ahead(game: Game, state: State, seat: int) -> State | None:
    """`seat`'s next turn on the board of `state`; None where more than others' turns comes before it: a draw, a new
    round, an answer to what the seat itself has begun, or the end of the game."""
    page = state.dump()
    if "stack" in page:
        found = _of_regions(game.players, cast("int", state.view(seat)["rounds"]), page, seat)
    elif "frames" in page:
        found = _of_hexes(page, seat)
    else:
        found = None
    copy = None if found is None else game.load(found)
    return copy if copy is not None and copy.current_player() == seat else None


def _of_regions(players: int, rounds: int, page: Page, seat: int) -> Page | None:
    """The turn begins as every turn does. A seat whose own turn waits for another's answer has no next one yet."""
    turn, first, number = cast("int", page["seat"]), cast("int", page["first"]), cast("int", page["round"])
    if turn == seat or number < 1:
        return None
    if _place(players, first, seat) < _place(players, first, turn):
        number += 1
    if number > rounds:
        return None
    tribes = cast("dict[str, list[object]]", page["tribes"])
    begins = ["turn", "natives", "", 0, seat]
    made: Page = {**page, "round": number, "stack": [begins], "tribes": {t: _gathered(tribes[t]) for t in tribes}}
    for passing in ("waded", "armed", "rolled", "fought"):
        made.pop(passing, None)
    return made


def _place(players: int, first: int, seat: int) -> int:
    """Which of the turns of a round is this seat's? The race that nobody plays comes last."""
    return players if seat == players else (seat - first) % players


def _gathered(tribe: list[object]) -> list[object]:
    """Tokens driven off, which come back before the turn, are in the hand: a turn begins by taking them up anyway."""
    mode, owner, power, hand, off, tray = tribe
    return [mode, owner, power, cast("int", hand) + cast("int", off), 0, tray]


def _of_hexes(page: Page, seat: int) -> Page | None:
    """The turn begins with its main question. Between rounds, and for who has passed, income and cards come first."""
    passed, gone = cast("list[int]", page.get("passed", [])), cast("list[int]", page.get("gone", []))
    if page["turn"] in (-1, seat) or seat in passed or seat in gone:
        return None
    begun = ("events", "homes", "skipped", "rough", "turning", "turned", "missed")
    left = {name: value for name, value in page.items() if name not in begun}
    return {**left, "turn": seat, "frames": [["next", -1, 0, 0], ["main", seat, 0, 0]]}
