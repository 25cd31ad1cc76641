"""Coins that everybody saw come and go: open to all, or hidden by courtesy until the end. The one place that decides.

In a real game nothing about them is secret: whoever counts knows them. At a table they are hidden all the same, so that
nobody is told what they did not count. A table says which it is; views, lines of text, forks, plans, advice and bots
ask here: a mind at such a table guesses, as a player does who has not counted.
"""

from typing import cast

from terrarium.kernel.contract import Game, NotationError, State
from terrarium.titles import records

OPEN = "open"
HIDDEN = "hidden"
CHOICES = (HIDDEN, OPEN)
"""How a table may have it; the first is the usual."""
FIRST_TURN, MOST_A_TURN = 4, 9
"""Coins that a turn usually brings: in the first round, one more in each that follows, and at most. So it is in games
of bots, with 2 to 5 players in every title."""


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
    source = (state if coins == OPEN else game.new()).dump()
    return game.load(_with(blind.dump(), viewer, {place: _by_seat(source, place) for place in places}))


def guessed(game: Game, state: State, viewer: int, coins: str) -> State:
    """The position that a mind thinks on which is asked in `viewer`'s place. Where coins are hidden, others have what
    somebody takes them to have who did not count; nothing in it follows from what they have.

    The same answers are legal as at the table. A unit of the house may count its owner's coins and let them say what
    another may do: whoever is asked sees that, so that there coins are told, seat by seat until the answers agree.
    """
    blind, places = state.blind(viewer), hides(game.title)
    if coins == OPEN or not places:
        return blind
    page, legal = blind.dump(), blind.legal_actions()
    known, taken = _by_seat(page, places[0]), _guess(page, viewer, places[0])
    for told in range(game.players):
        have = [*known[:told], *taken[told:]]
        copy = _loaded(game, _with(page, viewer, dict.fromkeys(places, have)))
        if copy is not None and copy.legal_actions() == legal:
            return copy
    return blind


def _guess(page: dict[str, object], viewer: int, place: str) -> list[int]:
    """Everybody's coins as `viewer` guesses them: as many as its own, and a usual turn's more or fewer for who has had
    one more or fewer in this round.

    What lies on the board makes this no truer, and it would change with every conquest; so it stays the same while
    `viewer` gains and pays nothing, and what a search has learnt of its turn holds (`docs/bots.md` has the figures).
    """
    own, number = _by_seat(page, place), cast(int, page["round"])
    turn, first = cast(int, page["seat"]), cast(int, page["first"])
    usual, players = min(FIRST_TURN - 1 + number, MOST_A_TURN), len(own)

    def had(seat: int) -> bool:
        """Has this seat had its turn of the round? The race that nobody plays comes last."""
        return turn >= players or (seat - first) % players < (turn - first) % players

    mine = had(viewer)
    return [max(0, own[viewer] + usual * (had(seat) - mine)) for seat in range(players)]


def _loaded(game: Game, page: dict[str, object]) -> State | None:
    """None where such a position cannot be: somebody may have been given more coins than there are for two."""
    try:
        return game.load(page)
    except NotationError:
        return None


def _by_seat(page: dict[str, object], place: str) -> list[int]:
    found = page[place]
    assert isinstance(found, list)
    return found


def _with(page: dict[str, object], viewer: int, told: dict[str, list[int]]) -> dict[str, object]:
    """This dumped position, in which others now have what is told of them, place by place."""
    for place, numbers in told.items():
        page[place] = [mine if seat == viewer else numbers[seat] for seat, mine in enumerate(_by_seat(page, place))]
    return page
