"""Maps of one's own: what a map may hold, what a draft is and what is wrong with it, one out of a seed, how its seats
fare, and the map of a table."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.kernel.contract import Title
from terrarium.kernel.handmade import map_in
from terrarium.server.api import models
from terrarium.server.api.common import (
    GameId,
    answer,
    described,
    drafted,
    hall_of,
    language,
    person,
    person_or_none,
    spend,
)
from terrarium.server.api.lab import LEAST, labs_of, streamed
from terrarium.server.api.workshop import Fault as UnitFault
from terrarium.server.bots import seats as seat_games
from terrarium.server.bots.lab import Line
from terrarium.server.errors import Problem
from terrarium.server.people import gallery
from terrarium.server.room.admission import admit
from terrarium.server.room.hall import Hall
from terrarium.words import Words
from terrarium.workshop import seats
from terrarium.workshop.files import MOST_TEXT
from terrarium.workshop.maps import (
    MapFile,
    kind_of,
    map_in_option,
    map_option,
    map_text,
    outline_in,
    outline_of,
    read_map,
    rules_of,
)
from terrarium.workshop.shuffle import shuffled

router = APIRouter(tags=["workshop"])


class Fault(UnitFault):
    why: str
    """The sentence without its line."""


class HouseMap(BaseModel):
    id: str
    name: str
    players: int


class Kind(BaseModel):
    """What a map of a title may hold; letters and rows for hexes, the rest for regions."""

    kind: Literal["regions", "hexes"]
    players: list[int]
    terrains: list[str]
    symbols: list[str]
    closed: list[str]
    natives: int
    sign: str
    islands: bool
    anchored: bool
    cellar: str
    letters: str
    rows: list[str]
    boards: list[str]
    """Boards of the box that may lie beside islands of one's own, and those of each table by their first letters."""
    tables: dict[str, str]


class Sheets(BaseModel):
    titles: list[str]
    title: str
    holds: Kind
    house: list[HouseMap]


class MapDraft(models.Body):
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class Shuffle(models.Body):
    title: Annotated[str, Field(max_length=40)]
    players: Annotated[int, Field(ge=2, le=5)]
    seed: Annotated[int, Field(ge=0, le=10**9)]
    beside: Annotated[list[Annotated[str, Field(max_length=10)]], Field(max_length=4, default_factory=list)]
    """Boards of the box that are to lie beside what is drawn."""


class SeatWish(MapDraft):
    players: Annotated[int, Field(ge=2, le=5)]
    games: Annotated[int, Field(ge=LEAST, le=seats.GAMES)] = seats.GAMES


class MapTold(BaseModel):
    ok: bool
    problems: list[Fault]
    data: dict[str, Any]
    text: str
    name: str
    title: str
    players: int
    option: list[str]
    outline: dict[str, Any] | None


class TableMap(BaseModel):
    """The map of somebody's own at a table; no id where it is one of the box. Boards of the box lie beside it: their
    regions follow those of the outline."""

    id: str
    name: str
    outline: dict[str, Any] | None
    beside: list[str]


class SeatShares(BaseModel):
    """A line of what is known of the seats; the last has `done`."""

    kind: Literal["seats"]
    done: bool
    way: float
    players: int
    games: int
    even: float
    seats: list[dict[str, Any]]
    uneven: list[int]


def map_title(hall: Hall, name: str) -> Title:
    """A title that takes maps; Problem 404 where there is none."""
    title = hall.titles.get(name)
    if title is None or not title.house_maps:
        raise Problem(404, "no_title", title=name)
    return title


def house_maps(hall: Hall, title: str, words: Words) -> list[dict[str, object]]:
    """The maps of the house for a title."""
    found: list[dict[str, object]] = []
    for page in json.loads(hall.settings.house_maps or "[]"):
        if page["title"] == title:
            file = map_in_option(page["option"][1])
            found.append({"id": file.id, "name": file.name(words), "players": file.players})
    return found


@router.get("/workshop/maps", responses={200: {"model": Sheets}, **described(404)})
async def sheets(request: Request, title: Annotated[str, Query(max_length=40)] = "") -> Response:
    """The titles that take maps, what a map of one of them may hold, and the maps of the house."""
    hall = hall_of(request)
    titles = [found.id for found in hall.titles.values() if found.house_maps]
    if not titles:
        raise Problem(404, "no_title", title=title)
    chosen = map_title(hall, title or titles[0])
    words = Words(await language(request), chosen.id)
    house = house_maps(hall, chosen.id, words)
    return answer({"titles": titles, "title": chosen.id, "holds": kind_of(chosen), "house": house})


def told(file: MapFile, lang: str) -> dict[str, object]:
    """A draft as its maker sees it: what is wrong, and its outlines as far as they can be drawn."""
    words = Words(lang, file.title)
    page: dict[str, object] = {"ok": file.ok, "problems": file.told(words), "data": file.data, "title": file.title}
    page |= {"name": file.name(words), "players": file.players, "outline": outline_of(file.data)}
    return {**page, "text": map_text(file) if file.ok else "", "option": list(map_option(file)) if file.ok else []}


def playable(file: MapFile, lang: str) -> None:
    """Problem 422 tells what is wrong with a map."""
    if not file.ok:
        raise Problem(422, "bad_unit", why=str(file.told(Words(lang, file.title))[0]["sentence"]))


def known(hall: Hall, file: MapFile) -> MapFile:
    """The same file, if this server has its title."""
    if file.title and file.title not in hall.titles:
        raise Problem(404, "no_title", title=file.title[:40])
    return file


@router.post("/workshop/maps/text", responses={200: {"model": MapTold}, **described(404)})
async def text(request: Request, body: MapDraft) -> Response:
    """What a draft is: its problems in the reader's language, its borders and its outlines."""
    lang = await language(request)
    return answer(await drafted(request, lambda: told(known(hall_of(request), read_map(body.text)), lang)))


@router.post("/workshop/maps/shuffle", responses={200: {"model": MapTold}, **described(404)})
async def shuffle(request: Request, body: Shuffle) -> Response:
    """A map out of a seed: the same seed, the same map."""
    title = map_title(hall_of(request), body.title)
    lang = await language(request)
    regions = title.house_maps == "regions"
    if body.beside and not (regions and rules_of(title.id).leaves_room(body.players, body.beside)):
        raise Problem(422, "bad_request", what="beside")
    return answer(await drafted(request, lambda: told(shuffled(title.id, body.players, body.seed, body.beside), lang)))


@router.post("/workshop/maps/seats", responses={200: {"model": SeatShares}, **described(401, 403, 404, 409)})
async def measure(request: Request, body: SeatWish) -> Response:
    """The share of wins of each seat in games of bots on a map; lines of JSON, the last has `done`."""
    who = await person(request)
    lang = await language(request)
    file = await drafted(request, lambda: known(hall_of(request), read_map(body.text)))
    playable(file, lang)
    hall = hall_of(request)
    low, high = map_title(hall, file.title).players
    if body.players != file.players if file.players else not low <= body.players <= high:
        raise Problem(422, "bad_request", what="players")
    spend(request, who, "lab")
    labs = labs_of(request)
    most = min(body.games, max(LEAST, hall.settings.lab_games))

    def found(page: Line) -> None:
        figures = {**page, "verdict": "uneven" if page["uneven"] else "even"}
        hall.spawn(gallery.note_figures(hall, file.title, map_option(file)[1].partition(" ")[0], figures))

    lines = seat_games.measured(labs.pool, body.text, body.players, most, who.user_id, found)
    return await streamed(request, who, lines, lang)


@router.get("/games/{game}/map", responses={200: {"model": TableMap}, **described(401, 403, 404)})
async def table_map(request: Request, game: GameId) -> Response:
    """The map of somebody's own at this table: its name and its outlines."""
    who = await person_or_none(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    return answer(await house_map(request, room.meta.options, room.meta.title))


async def house_map(request: Request, options: dict[str, str], title: str) -> dict[str, Any]:
    """The map of somebody's own among the options of a game, drawn."""
    name = map_in(options)
    if not name:
        return {"id": "", "name": "", "outline": None, "beside": []}
    line = options[name]
    outline = await drafted(request, lambda: outline_in(line))
    file = map_in_option(line)
    name = file.name(Words(await language(request), title))
    return {"id": file.id, "name": name, "outline": outline, "beside": file.beside}
