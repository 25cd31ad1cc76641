"""Maps of one's own: what a map may hold, what a draft is and what is wrong with it, one out of a seed, how its seats
fare, and the map of a table."""

from collections.abc import Iterator
from typing import Any

from terrarium.server.errors import Problem
from terrarium.server.workshop import maps
from terrarium.tab.doors import Asked, Flowing, door
from terrarium.tab.house import House
from terrarium.tab.lab import LEAST, LONGEST_S, MOST, PORTION_S, Watch, noted
from terrarium.workshop import seats
from terrarium.workshop.files import MOST_TEXT
from terrarium.workshop.maps import MapFile, map_option, read_map

PLAYERS = range(2, 6)
SEEDS = range(10**9 + 1)
BESIDE = 4


def text_of(asked: Asked) -> str:
    """The text of a draft."""
    text: str = asked.wish("text", str, "")
    if len(text) > MOST_TEXT:
        raise Problem(422, "bad_request", what="text")
    return text


def drafted(asked: Asked) -> MapFile:
    """A draft of a title that is played here."""
    return maps.known(asked.house.titles, read_map(text_of(asked)))


def number_in(asked: Asked, name: str, wanted: range) -> int:
    found: int = asked.wish(name, int, -1)
    if found not in wanted:
        raise Problem(422, "bad_request", what=name)
    return found


@door("GET", "/workshop/maps")
def lies_there(asked: Asked) -> object:
    """The titles that take maps, and what a map of one of them may hold. A browser has no maps of the house."""
    return maps.laid_out(asked.house.titles, asked.query.get("title", ""), asked.lang)


@door("POST", "/workshop/maps/text")
def told(asked: Asked) -> object:
    """What a draft is: its problems in the reader's language, its borders and its outlines."""
    return maps.told(drafted(asked), asked.lang)


@door("POST", "/workshop/maps/shuffle")
def shuffle(asked: Asked) -> object:
    """A map out of a seed: the same seed, the same map."""
    beside: list[str] = asked.wish("beside", list, [])
    if len(beside) > BESIDE or not all(isinstance(name, str) for name in beside):
        raise Problem(422, "bad_request", what="beside")
    players, seed = number_in(asked, "players", PLAYERS), number_in(asked, "seed", SEEDS)
    return maps.drawn(asked.house.titles, asked.wish("title", str, ""), players, seed, beside, asked.lang)


@door("POST", "/workshop/maps/seats")
def measure(asked: Asked) -> object:
    """The share of wins of each seat in games of bots on a map."""
    file, players = drafted(asked), number_in(asked, "players", PLAYERS)
    maps.playable(file, asked.lang)
    maps.seats_at(asked.house.titles, file, players)
    games = number_in(asked, "games", range(LEAST, seats.GAMES + 1)) if "games" in asked.body else MOST
    return Flowing(measured(asked.house, file, players, min(games, MOST)))


def measured(house: House, file: MapFile, players: int, most: int) -> Iterator[dict[str, Any]]:
    """Lines of what is known, until every seat is known well enough; the last has `done`."""
    known, watch = seats.Seats(players), Watch()
    try:
        while known.games < most and watch.spent < LONGEST_S and not known.sure:
            with watch:
                known.hear(seats.some_games(file, players, known.games, most - known.games, PORTION_S))
            yield {"kind": "seats", "done": False, "way": round(known.games / most, 3), **known.page()}
        yield {"kind": "seats", "done": True, "way": 1.0, **known.page()}
    finally:
        if known.games:
            noted(house, file.title, map_option(file)[1], maps.with_verdict(known.page()))


@door("GET", "/games/{game}/map")
def table_map(asked: Asked) -> object:
    """The map of somebody's own at this table: its name and its outlines."""
    room = asked.house.room(asked.path["game"])
    return maps.at_table(room.meta.options, room.meta.title, asked.lang)
