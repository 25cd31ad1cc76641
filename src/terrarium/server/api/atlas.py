"""The atlas: the shelf of the gallery that holds maps, of regions and of hexes."""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from terrarium.kernel.handmade import canonical, fingerprint
from terrarium.server.api.common import answer, described, drafted, hall_of, language
from terrarium.server.api.lab import labs_of
from terrarium.server.api.maps import known, map_title, playable
from terrarium.server.api.shelves import Content, Made, Shelf, made, page_of, shelve
from terrarium.server.bots import seats as map_games
from terrarium.server.bots.lab import Line
from terrarium.server.people import gallery
from terrarium.server.people.sessions import Person
from terrarium.words import Words
from terrarium.workshop.maps import MapFile, map_option, map_text, outline_in, read_map


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


def sketch(file: MapFile) -> dict[str, Any]:
    page = file.page
    regions = [{"terrain": row["terrain"], "at": row["at"]} for row in page.get("region", [])]
    return {
        "aspect": page.get("aspect", 0),
        "regions": regions,
        "open": page.get("open", []),
        "rows": page.get("rows", []),
    }


def card(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    """A map as people see it."""
    # It was looked at when it was kept: here it is only read.
    file = MapFile(json.loads(row.data), [])
    page = {"name": file.name(Words(lang, row.title)), "map": file.id, "players": file.players}
    return {**made(row, user_id), **page, "sketch": sketch(file)}


async def whole(request: Request, row: Any, user_id: int | None) -> dict[str, Any]:
    file = MapFile(json.loads(row.data), [])
    option = list(map_option(file))
    outline = await drafted(request, lambda: outline_in(option[1]))
    page = {"data": file.data, "text": map_text(file), "option": option, "outline": outline}
    return {**card(row, await language(request), user_id), **page}


async def read(request: Request, who: Person, body: Content) -> gallery.Work:
    lang = await language(request)
    file = await drafted(request, lambda: known(hall_of(request), read_map(body.text)))
    playable(file, lang)
    title = map_title(hall_of(request), file.title)
    line = canonical(file.data)
    names = " ".join(dict.fromkeys([*file.page["name"].values(), file.id])).casefold()
    return gallery.Work(title.id, title.house_maps, names[:100], line, fingerprint(line), file.players)


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
    return answer({"maps": [card(row, lang, user_id) for row in found], "next": more})
