"""The atlas: the shelf of the gallery that holds maps, of regions and of hexes."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from terrarium.server.api.common import answer, described, drafted, hall_of, language
from terrarium.server.api.lab import labs_of
from terrarium.server.api.shelves import Content, Made, Shelf, page_of, shelve
from terrarium.server.bots import seats as map_games
from terrarium.server.bots.lab import Line
from terrarium.server.people.sessions import Person
from terrarium.server.workshop import works
from terrarium.words import Words
from terrarium.workshop.maps import read_map


class Sketch(BaseModel):
    """What a small picture needs: the places of each region with its terrain and the open water, or rows of hexes."""

    aspect: int
    regions: list[dict[str, Any]]
    open: list[list[int]]
    rows: list[str]


class MapCard(Made):
    """A map in a list."""

    map: str
    players: int
    sketch: Sketch


class WholeMap(MapCard):
    """The same, with what it is made of, how it comes to a table, and its outlines."""

    data: dict[str, Any]
    text: str
    option: list[str]
    outline: dict[str, Any] | None


class MapCards(BaseModel):
    maps: list[MapCard]
    next: str | None


class PublishedMap(BaseModel):
    """The last line of publishing; those before it are the lines of the check."""

    kind: Literal["published", "check"]
    map: WholeMap | None = None


async def whole(request: Request, row: Any, user_id: int | None) -> dict[str, Any]:
    lang = await language(request)
    return await drafted(request, lambda: works.whole_map(row, lang, user_id))


async def read(request: Request, who: Person, body: Content) -> works.Work:
    lang, titles = await language(request), hall_of(request).titles
    return await drafted(request, lambda: works.map_work(titles, body.text, lang))


async def checked(request: Request, row: Any, lang: str, who: Person) -> AsyncIterator[Line]:
    # Looked at anew: what the rules ask of a map may have changed since it was kept.
    file = await drafted(request, lambda: read_map(row.data))
    labs = labs_of(request)
    if not labs.passed(row.title, f"{row.fingerprint} {row.data}"):
        async for line in map_games.checked(labs, file, Words(lang, row.title), who.user_id):
            yield line


router = shelve(Shelf("maps", "atlas", "map", WholeMap, PublishedMap, read, whole, checked))


@router.get("/workshop/atlas", responses={200: {"model": MapCards}, **described(401)})
async def maps(
    request: Request,
    which: Literal["mine", "published", "played"] = "published",
    title: Annotated[str, Query(max_length=40)] = "",
    players: Annotated[int, Query(ge=0, le=9)] = 0,
    verdict: Literal["", "even", "uneven"] = "",
    find: Annotated[str, Query(max_length=60)] = "",
    cursor: Annotated[str | None, Query(max_length=60)] = None,
) -> Response:
    """Maps: one's own, the newest that were published, or the most played; with `players` those for so many alone.
    `cursor`: the `next` of the page before."""
    wishes = {"title": title, "verdict": verdict, "find": find, "players": str(players or "")}
    found, more, user_id = await page_of(request, "maps", which, wishes, cursor)
    lang = await language(request)
    return answer({"maps": [works.map_card(row, lang, user_id) for row in found], "next": more})
