"""Coins that everybody saw come and go: open to all, or hidden by courtesy until the end. The one place that decides.

In a real game nothing about them is secret: whoever counts knows them. At a table they are hidden all the same, so that
nobody is told what they did not count. A table says which it is; views, lines of text, forks, plans and advice ask
here.
"""

from terrarium.kernel.contract import Game, State
from terrarium.titles import records

OPEN = "open"
HIDDEN = "hidden"
CHOICES = (HIDDEN, OPEN)
"""How a table may have it; the first is the usual."""


def hides(title: str) -> tuple[str, ...]:
    """Where a dumped position of this title keeps, seat by seat, what players hide from each other; often nowhere."""
    record = records().get(title)
    return () if record is None else record.hides


def open_to_all(title: str, coins: str) -> bool:
    """May everybody at such a table be told everybody's coins?"""
    return coins == OPEN or not hides(title)


def view(state: State, viewer: int, coins: str, other: dict[str, object] | None = None) -> dict[str, object]:
    """The page of one viewer. At an open table each seat's place shows what its own player sees there, and where sides
    play, how they stand. `other` is another's page of the same table at the same moment, where there is one."""
    page = state.view(viewer) if other is None else state.view_beside(other, viewer)
    if coins == OPEN and hides(str(page["title"])):
        page["seats"] = [_place(state.view_beside(page, seat), seat) for seat in range(len(_places(page)))]
        _tell_standing(page.get("variant"), state.standing())
    return page


def _tell_standing(variant: object, standing: list[int]) -> None:
    """What a variant keeps to itself only because it follows from everybody's coins; who has won is none of that."""
    if not isinstance(variant, dict):
        return
    for team in variant.get("teams", ()):
        team["score"] = standing[team["seats"][0]]
    if "lead" in variant:
        variant["lead"] = standing[0]


def _places(page: dict[str, object]) -> list[object]:
    places = page["seats"]
    assert isinstance(places, list)
    return places


def _place(page: dict[str, object], seat: int) -> object:
    return _places(page)[seat]


def copy(game: Game, state: State, viewer: int, coins: str) -> State:
    """The position that one viewer may take away: to write down, to plan on, to play on from.

    A position needs a number for everybody's coins; where they are hidden, others have what they began with.
    """
    blind, places = state.blind(viewer), hides(game.title)
    if not places:
        return blind
    page, source = blind.dump(), (state if coins == OPEN else game.new()).dump()
    for place in places:
        told, kept = source[place], page[place]
        assert isinstance(told, list)
        assert isinstance(kept, list)
        page[place] = [mine if seat == viewer else told[seat] for seat, mine in enumerate(kept)]
    return game.load(page)
