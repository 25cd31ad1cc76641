"""The gallery of the workshop: units of one's own kept here, published ones, and a link to each."""

from collections.abc import AsyncIterator
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.server.api import models
from terrarium.server.api.common import (
    answer,
    client_of,
    described,
    hall_of,
    language,
    person,
    person_or_none,
    spend,
)
from terrarium.server.api.lab import LINES, Stream, labs_of, on_bench
from terrarium.server.api.workshop import Draft
from terrarium.server.bots.lab import Line
from terrarium.server.people import gallery
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, option_of, read_unit
from terrarium.workshop.text import Teller, teach

router = APIRouter(tags=["workshop"])
Number = Annotated[str, Path(min_length=gallery.LENGTH, max_length=gallery.LENGTH, pattern="^[a-z2-9]+$")]


class Kept(Draft):
    copied: (
        Annotated[str, Field(min_length=gallery.LENGTH, max_length=gallery.LENGTH, pattern="^[a-z2-9]+$")] | None
    ) = None


class Card(BaseModel):
    """A unit in a list."""

    id: str
    title: str
    kind: str
    unit: str
    name: str
    icon: str
    tokens: int
    author: str
    user: int
    mine: bool
    sentences: list[str]
    figures: dict[str, Any] | None
    verdict: str
    plays: int
    won: float
    copied: str | None
    updated: float
    published: float | None
    taken_down: bool


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


@lru_cache(500)
def _read(data: str) -> UnitFile:
    return read_unit(data)


def card(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    """A unit as people read it."""
    file = _read(row.data)
    page: Any = file.data["unit"]
    teller = Teller(Words(lang, row.title), file)
    return {
        "id": row.id,
        "title": row.title,
        "kind": row.kind,
        "unit": file.unit.name,
        "name": teller.name(),
        "icon": page.get("icon", ""),
        "tokens": page.get("tokens", 0),
        "author": row.author,
        "user": row.user_id,
        "mine": row.user_id == user_id,
        # A unit of an older vocabulary stays with its owner, though it says nothing any more.
        "sentences": teller.sentences() if file.ok else [],
        "figures": row.figures,
        "verdict": row.verdict,
        "plays": row.plays,
        "won": round(row.won, 2),
        "copied": row.copied,
        "updated": row.updated,
        "published": row.published,
        "taken_down": row.taken_down is not None,
    }


def whole(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    file = _read(row.data)
    return {**card(row, lang, user_id), "data": file.data, "option": list(option_of(file))}


def to_keep(title: str, file: UnitFile) -> gallery.Unit:
    page: Any = file.data["unit"]
    fingerprint, _, data = option_of(file)[1].partition(" ")
    names = " ".join(dict.fromkeys([*page["name"].values(), file.unit.name])).casefold()
    return gallery.Unit(title, page["kind"], names[:100], data, fingerprint)


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
    who = await person(request) if which == "mine" else await person_or_none(request)
    user_id = None if who is None else who.user_id
    wishes = {"title": title, "kind": kind, "verdict": verdict, "find": find}
    found, more = await gallery.listed(hall_of(request), which, user_id, wishes, cursor)
    lang = await language(request)
    return answer({"units": [card(row, lang, user_id) for row in found], "next": more})


@router.post("/workshop/units", status_code=201, responses={201: {"model": Whole}, **described(401, 403, 404, 409)})
async def keep(request: Request, body: Kept) -> Response:
    """Keep a unit here; whoever has its number can see and play it."""
    who, title, file, words = await on_bench(request, body)
    spend(request, who, "unit")
    row = await gallery.keep(hall_of(request), who, to_keep(title.id, file), None, body.copied)
    return answer(whole(row, words.language, who.user_id), 201)


@router.get("/workshop/units/{unit}", responses={200: {"model": Whole}, **described(401, 404)})
async def show(request: Request, unit: Number) -> Response:
    """One unit, with its data."""
    who = await person_or_none(request)
    user_id = None if who is None else who.user_id
    row = await gallery.show(hall_of(request), unit, user_id)
    return answer(whole(row, await language(request), user_id))


@router.put("/workshop/units/{unit}", responses={200: {"model": Whole}, **described(401, 403, 404, 409)})
async def change(request: Request, unit: Number, body: Draft) -> Response:
    """Another content for a unit of one's own; it is checked and published anew then."""
    who, title, file, words = await on_bench(request, body)
    spend(request, who, "unit")
    row = await gallery.keep(hall_of(request), who, to_keep(title.id, file), unit)
    return answer(whole(row, words.language, who.user_id))


@router.delete("/workshop/units/{unit}", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def drop(request: Request, unit: Number) -> Response:
    """Keep a unit of one's own here no longer; games with it have their own copy."""
    who = await person(request)
    await gallery.drop(hall_of(request), who, unit)
    return answer({"ok": True})


@router.post(
    "/workshop/units/{unit}/publish",
    responses={200: {"model": Published, **LINES}, **described(401, 403, 404, 409)},
)
async def publish(request: Request, unit: Number) -> Response:
    """Show a unit of one's own to all, once it has passed the check here; lines of JSON, the last has `unit`."""
    who = await person(request)
    hall = hall_of(request)
    row = await gallery.may_publish(hall, who, unit)
    lang = await language(request)
    spend(request, who, "lab")
    return Stream(labs_of(request), who, client_of(request), _published(request, hall, who, row, lang), lang)


async def _published(request: Request, hall: Hall, who: Person, row: Any, lang: str) -> AsyncIterator[Line]:
    file = read_unit(row.data)
    words = Words(lang, row.title)
    teach(words, [file])
    labs = labs_of(request)
    if labs.passed(row.title, file) < labs.check_games:
        async for line in labs.checked(row.title, file, words, who.user_id):
            yield line
    if file.ok:
        now = await gallery.publish(hall, who, row.id, row.fingerprint)
        yield {"kind": "published", "unit": whole(now, lang, who.user_id)}


@router.delete("/workshop/units/{unit}/publish", responses={200: {"model": Whole}, **described(401, 403, 404)})
async def withdraw(request: Request, unit: Number) -> Response:
    """Show a unit in the lists no more; its link still works."""
    who = await person(request)
    row = await gallery.publish(hall_of(request), who, unit, None)
    return answer(whole(row, await language(request), who.user_id))
