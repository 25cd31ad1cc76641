"""Maps of one's own: what a map may hold, what a draft is and what is wrong with it, one out of a seed, how its seats
fare, and the map of a table."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

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
from terrarium.server.people import gallery
from terrarium.server.room.admission import admit
from terrarium.server.workshop import maps
from terrarium.workshop import seats
from terrarium.workshop.files import MOST_TEXT
from terrarium.workshop.maps import map_option, read_map

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


@router.get("/workshop/maps", responses={200: {"model": Sheets}, **described(404)})
async def lies_there(request: Request, title: Annotated[str, Query(max_length=40)] = "") -> Response:
    """The titles that take maps, what a map of one of them may hold, and the maps of the house."""
    hall = hall_of(request)
    return answer(maps.laid_out(hall.titles, title, await language(request), hall.settings.house_maps))


@router.post("/workshop/maps/text", responses={200: {"model": MapTold}, **described(404)})
async def text(request: Request, body: MapDraft) -> Response:
    """What a draft is: its problems in the reader's language, its borders and its outlines."""
    lang, titles = await language(request), hall_of(request).titles
    return answer(await drafted(request, lambda: maps.told(maps.known(titles, read_map(body.text)), lang)))


@router.post("/workshop/maps/shuffle", responses={200: {"model": MapTold}, **described(404)})
async def shuffle(request: Request, body: Shuffle) -> Response:
    """A map out of a seed: the same seed, the same map."""
    lang, titles = await language(request), hall_of(request).titles
    wish = (body.title, body.players, body.seed, body.beside)
    return answer(await drafted(request, lambda: maps.drawn(titles, *wish, lang)))


@router.post("/workshop/maps/seats", responses={200: {"model": SeatShares}, **described(401, 403, 404, 409)})
async def measure(request: Request, body: SeatWish) -> Response:
    """The share of wins of each seat in games of bots on a map; lines of JSON, the last has `done`."""
    who = await person(request)
    lang, hall = await language(request), hall_of(request)
    file = await drafted(request, lambda: maps.known(hall.titles, read_map(body.text)))
    maps.playable(file, lang)
    maps.seats_at(hall.titles, file, body.players)
    spend(request, who, "lab")
    labs = labs_of(request)
    most = min(body.games, max(LEAST, hall.settings.lab_games))

    def found(page: Line) -> None:
        mark = map_option(file)[1].partition(" ")[0]
        hall.spawn(gallery.note_figures(hall, file.title, mark, maps.with_verdict(page)))

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
    lang = await language(request)
    if not map_in(options):
        return maps.at_table(options, title, lang)
    return await drafted(request, lambda: maps.at_table(options, title, lang))
