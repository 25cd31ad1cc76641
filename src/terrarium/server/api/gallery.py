"""The gallery of the workshop: units of one's own kept here, published ones, and a link to each."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from terrarium.server.api.common import answer, described, language
from terrarium.server.api.lab import labs_of, on_bench
from terrarium.server.api.shelves import Content, Made, Shelf, page_of, shelve
from terrarium.server.api.workshop import Draft
from terrarium.server.bots.lab import Line
from terrarium.server.people.sessions import Person
from terrarium.server.workshop import works
from terrarium.words import Words
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.text import teach


class Card(Made):
    """A unit in a list."""

    unit: str
    icon: str
    tokens: int
    sentences: list[str]
    won: float


class Whole(Card):
    """The same, with what it is made of and how it comes to a table."""

    data: dict[str, Any]
    option: list[str]


class Cards(BaseModel):
    units: list[Card]
    next: str | None


class Published(BaseModel):
    """The last line of publishing; those before it are the lines of the check."""

    kind: Literal["published", "check"]
    unit: Whole | None = None


async def whole(request: Request, row: Any, user_id: int | None) -> dict[str, Any]:
    return works.whole_unit(row, await language(request), user_id)


async def read(request: Request, who: Person, body: Content) -> works.Work:
    _, title, file, _ = await on_bench(request, Draft(title=body.title, text=body.text))
    return works.unit_work(title, file)


async def checked(request: Request, row: Any, lang: str, who: Person) -> AsyncIterator[Line]:
    file = read_unit(row.data)
    words = Words(lang, row.title)
    teach(words, [file])
    labs = labs_of(request)
    if not labs.passed(row.title, option_of(file)[1]):
        async for line in labs.checked(row.title, file, words, who.user_id):
            yield line


router = shelve(Shelf("units", "units", "unit", Whole, Published, read, whole, checked))


@router.get("/workshop/units", responses={200: {"model": Cards}, **described(401)})
async def units(
    request: Request,
    which: Literal["mine", "published", "played"] = "published",
    title: Annotated[str, Query(max_length=40)] = "",
    kind: Literal["", "race", "power", "relic", "place", "artifact"] = "",
    verdict: Literal["", "even", "stronger", "weaker"] = "",
    find: Annotated[str, Query(max_length=60)] = "",
    cursor: Annotated[str | None, Query(max_length=60)] = None,
) -> Response:
    """Units: one's own, the newest that were published, or the most played. `cursor`: the `next` of the page before."""
    wishes = {"title": title, "kind": kind, "verdict": verdict, "find": find}
    found, more, user_id = await page_of(request, "units", which, wishes, cursor)
    lang = await language(request)
    return answer({"units": [works.unit_card(row, lang, user_id) for row in found], "next": more})
