"""The workshop: what a unit may say, what a draft says and what is wrong with it, and the units of a table in words."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, drafted, hall_of, language, person_or_none
from terrarium.server.room.admission import admit
from terrarium.server.workshop.units import laid_out, title_of, told
from terrarium.words import Words
from terrarium.workshop.files import MOST_TEXT, read_unit
from terrarium.workshop.text import messages, units_in

router = APIRouter(tags=["workshop"])


class Example(BaseModel):
    id: str
    data: dict[str, Any]


class Bench(BaseModel):
    titles: list[str]
    title: str
    schema_: Annotated[dict[str, Any], Field(alias="schema")]
    masks: list[str]
    terrains: list[str]
    races: list[str]
    powers: list[str]
    kinds: list[str]
    things: list[str]
    most: dict[str, int]
    trays: dict[str, int]
    tokens: dict[str, int]
    """The number on each banner and badge."""
    spoken: dict[str, list[str]]
    known: dict[str, list[str]]
    players: list[int]
    examples: list[Example]


class Draft(models.Body):
    title: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class Fault(BaseModel):
    where: str
    line: int
    code: str
    sentence: str


class Told(BaseModel):
    ok: bool
    problems: list[Fault]
    data: dict[str, Any]
    name: str
    sentences: list[str]
    option: list[str]


class Guest(BaseModel):
    id: str
    icon: str
    words: dict[str, str]


class Guests(BaseModel):
    units: list[Guest]


@router.get("/workshop", responses={200: {"model": Bench}, **described(404)})
async def bench(request: Request, title: Annotated[str, Query(max_length=40)] = "") -> Response:
    """What lies on the bench: the titles that take units, the vocabulary as JSON Schema, and examples to begin from."""
    titles = hall_of(request).titles
    return answer(await drafted(request, lambda: laid_out(titles, title)))


@router.post("/workshop/text", responses={200: {"model": Told}, **described(404)})
async def text(request: Request, body: Draft) -> Response:
    """What a draft does, sentence by sentence in the reader's language, or what is wrong with it and where."""
    title = title_of(hall_of(request).titles, body.title)
    lang = await language(request)
    return answer(await drafted(request, lambda: told(read_unit(body.text), title.id, lang)))


@router.get("/games/{game}/units", responses={200: {"model": Guests}, **described(401, 403, 404)})
async def guests(request: Request, game: GameId) -> Response:
    """The units of somebody's own at this table: their names and cards in the reader's language, and their icons."""
    who = await person_or_none(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    return answer(guests_in(room.meta.options, room.meta.title, await language(request)))


def guests_in(options: dict[str, str], title: str, lang: str) -> dict[str, Any]:
    """The units of somebody's own among the options of a game, in words."""
    words = Words(lang, title)
    found = []
    for file in units_in(options):
        page: Any = file.data["unit"]
        found.append({"id": file.unit.name, "icon": page.get("icon", ""), "words": messages(words, file)})
    return {"units": found}
