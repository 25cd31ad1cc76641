"""What people made and keep here, whatever it is: kept, changed, shown, published after its check, withdrawn, dropped.
A shelf holds one sort of works and says how they are read, told and checked; its list is its own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.server.api import models
from terrarium.server.api.common import (
    answer,
    described,
    hall_of,
    language,
    person,
    person_or_none,
    spend,
)
from terrarium.server.api.lab import LINES, streamed
from terrarium.server.bots.lab import Line
from terrarium.server.people import gallery
from terrarium.server.people.sessions import Person
from terrarium.server.workshop import works
from terrarium.workshop.files import MOST_TEXT

Number = Annotated[str, Path(min_length=gallery.LENGTH, max_length=gallery.LENGTH, pattern="^[a-z2-9]+$")]


class Content(models.Body):
    """A unit file and the title it is for, or a map file, which names its title itself."""

    title: Annotated[str, Field(max_length=40)] = ""
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class Kept(Content):
    copied: (
        Annotated[str, Field(min_length=gallery.LENGTH, max_length=gallery.LENGTH, pattern="^[a-z2-9]+$")] | None
    ) = None


class Made(BaseModel):
    """What every work in a list has."""

    id: str
    title: str
    kind: str
    name: str
    author: str
    user: int
    mine: bool
    figures: dict[str, Any] | None
    verdict: str
    plays: int
    copied: str | None
    updated: float
    published: float | None
    taken_down: bool


@dataclass
class Shelf:
    """One sort of works."""

    name: works.Shelf
    path: str
    one: str
    """The key under which the last line of publishing has the work."""
    whole: type[BaseModel]
    published: type[BaseModel]
    read: Callable[[Request, Person, Content], Awaitable[works.Work]]
    """The work in a request; Problem 422 tells what is wrong with it."""
    tell: Callable[[Request, Any, int | None], Awaitable[dict[str, Any]]]
    """A work with its data, in the reader's language."""
    checked: Callable[[Request, Any, str, Person], AsyncIterator[Line]]
    """The lines of its check, none where it has passed already; the last has `ok`."""


def shelve(shelf: Shelf) -> APIRouter:
    """The ways to the works of a shelf."""
    router = APIRouter(tags=["workshop"])
    at, number = f"/workshop/{shelf.path}", f"/workshop/{shelf.path}/{{number}}"
    publishing = {200: {"model": shelf.published, **LINES}, **described(401, 403, 404, 409)}

    @router.post(at, status_code=201, responses={201: {"model": shelf.whole}, **described(401, 403, 404, 409)})
    async def keep(request: Request, body: Kept) -> Response:
        """Keep something here; whoever has its number can see and play it."""
        who = await person(request)
        work = await shelf.read(request, who, body)
        spend(request, who, "unit")
        row = await gallery.keep(hall_of(request), who, work, None, body.copied)
        return answer(await shelf.tell(request, row, who.user_id), 201)

    @router.get(number, responses={200: {"model": shelf.whole}, **described(401, 404)})
    async def show(request: Request, number: Number) -> Response:
        """One of them, with its data."""
        who = await person_or_none(request)
        user_id = None if who is None else who.user_id
        row = await gallery.show(hall_of(request), number, user_id, shelf.name)
        return answer(await shelf.tell(request, row, user_id))

    @router.put(number, responses={200: {"model": shelf.whole}, **described(401, 403, 404, 409)})
    async def change(request: Request, number: Number, body: Content) -> Response:
        """Another content for something of one's own; it is checked and published anew then."""
        who = await person(request)
        work = await shelf.read(request, who, body)
        spend(request, who, "unit")
        row = await gallery.keep(hall_of(request), who, work, number)
        return answer(await shelf.tell(request, row, who.user_id))

    @router.delete(number, responses={200: {"model": models.Ok}, **described(401, 403, 404)})
    async def drop(request: Request, number: Number) -> Response:
        """Keep something of one's own here no longer; games with it have their own copy."""
        await gallery.drop(hall_of(request), await person(request), number, shelf.name)
        return answer({"ok": True})

    @router.post(number + "/publish", responses=publishing)
    async def publish(request: Request, number: Number) -> Response:
        """Show something of one's own to all, once it has passed the check here; lines of JSON, the last has it."""
        who = await person(request)
        row = await gallery.may_publish(hall_of(request), who, number, shelf.name)
        lang = await language(request)
        spend(request, who, "lab")
        return await streamed(request, who, _published(request, shelf, who, row, lang), lang)

    @router.delete(number + "/publish", responses={200: {"model": shelf.whole}, **described(401, 403, 404)})
    async def withdraw(request: Request, number: Number) -> Response:
        """Show it in the lists no more; its link still works."""
        who = await person(request)
        row = await gallery.publish(hall_of(request), who, number, None, shelf.name)
        return answer(await shelf.tell(request, row, who.user_id))

    return router


async def _published(request: Request, shelf: Shelf, who: Person, row: Any, lang: str) -> AsyncIterator[Line]:
    passed = True
    async for line in shelf.checked(request, row, lang, who):
        passed = line.get("ok", True)
        yield line
    if passed:
        now = await gallery.publish(hall_of(request), who, row.id, row.fingerprint, shelf.name)
        yield {"kind": "published", shelf.one: await shelf.tell(request, now, who.user_id)}


async def page_of(
    request: Request, shelf: works.Shelf, which: str, wishes: dict[str, str], cursor: str | None
) -> tuple[list[Any], str | None, int | None]:
    """A page of a shelf's list, where the next begins, and who asks."""
    who = await person(request) if which == "mine" else await person_or_none(request)
    user_id = None if who is None else who.user_id
    rows, more = await gallery.listed(hall_of(request), shelf, which, user_id, wishes, cursor)
    return rows, more, user_id
