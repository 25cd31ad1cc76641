"""The workshop's check and lab: what they find is told line by line while they run, one JSON object each. Closing the
connection ends them."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor
from typing import Annotated, Any, Literal

import msgspec
import structlog
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from terrarium.kernel.contract import Title
from terrarium.server.api.common import (
    answer,
    client_of,
    described,
    drafted,
    hall_of,
    language,
    limited,
    person,
    spend,
)
from terrarium.server.api.workshop import Draft, Fault
from terrarium.server.bots.lab import Labs, Line
from terrarium.server.errors import Problem
from terrarium.server.people import gallery
from terrarium.server.people.sessions import Person
from terrarium.server.words import sentence
from terrarium.server.workshop import works
from terrarium.server.workshop.units import playable, title_of
from terrarium.words import Words
from terrarium.workshop import lab
from terrarium.workshop.files import UnitFile, option_of

router = APIRouter(tags=["workshop"])
log = structlog.get_logger()
_encode = msgspec.json.Encoder().encode
LINES: dict[str, Any] = {"content": {"application/x-ndjson": {}}}
"""How an answer that comes line by line is described; refusals are JSON as everywhere."""
LEAST = 8
"""Games that a lab plays at least."""


class Experiment(Draft):
    players: Annotated[int, Field(ge=2, le=8)] = 2
    games: Annotated[int, Field(ge=LEAST, le=lab.GAMES)] = lab.GAMES
    """Games at the table with so many players, at most."""


class Place(Draft):
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    """Another number deals another position."""


class Price(BaseModel):
    """What a region costs with the unit's sentences and without; null where it cannot be attacked."""

    region: int
    price: int | None
    plain: int | None


class Prices(BaseModel):
    title: str
    map: str
    regions: list[dict[str, Any]]
    factions: dict[str, str] | None
    seat: int
    hand: int
    prices: list[Price]
    counts: dict[str, int]
    """How many regions of this place each word for regions means."""


class Checked(BaseModel):
    """A line of a check; the last has `done`, `ok` and `problems`."""

    kind: Literal["check"]
    done: bool
    partners: list[str]
    tried: int
    games: int
    of: int
    broken: list[str]
    ok: bool = False
    problems: list[Fault] = []


class Measured(BaseModel):
    """A line of a lab; the last has `done`."""

    kind: Literal["lab"]
    done: bool
    unit: str
    games: int
    win_share: float
    ci95: list[float]
    mean_score: float
    even: float
    """One share for each seat; of a thing, what finders of the box's things win in the same deals."""
    verdict: str
    box: dict[str, Any] | None = None
    """Of a thing: the share of finders of the box's things, of a blank, of whoever held it longest."""
    blank: dict[str, Any] | None = None
    longest: dict[str, Any] | None = None
    players: int
    by_players: list[dict[str, Any]]
    by_map: list[dict[str, Any]]
    against: list[dict[str, Any]]
    worth: list[float]
    suggestions: list[dict[str, Any]]
    way: float
    played: int
    seconds: float


def labs_of(request: Request) -> Labs:
    labs: Labs = request.app.state.labs
    return labs


async def on_bench(request: Request, body: Draft) -> tuple[Person, Title, UnitFile, Words]:
    """Who asks, and a unit that can be played; Problem 422 tells what is wrong with it."""
    who = await person(request)
    title = title_of(hall_of(request).titles, body.title)
    lang = await language(request)
    file, words = await drafted(request, lambda: playable(title.id, body.text, lang))
    return who, title, file, words


async def spoken(lines: AsyncIterator[Line], lang: str) -> AsyncIterator[bytes]:
    """Each line as it comes; what goes wrong on the way is the last one."""
    try:
        async for line in lines:
            yield _encode(line) + b"\n"
    except Exception as error:
        problem = error if isinstance(error, Problem) else Problem(409, "no_advice")
        log.error("lab_failed", reason=type(error).__name__)
        yield _encode(problem.body(sentence(lang, problem.key, problem.args_))) + b"\n"


class Stream(StreamingResponse):
    """The lines of one lab, whose place is given back when it ends, however it ends."""

    media_type = "application/x-ndjson"

    def __init__(self, labs: Labs, who: Person, where: str, mark: str, lines: AsyncIterator[bytes]) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(self._to_the_end(lines), headers=headers)
        self.labs, self.user_id, self.where, self.mark = labs, who.user_id, where, mark
        self.inside = True

    async def _to_the_end(self, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """All lines; the place is free before the client hears that there are no more, and may begin anew at once."""
        async for line in lines:
            yield line
        self.inside = False
        await asyncio.shield(self.labs.leave(self.user_id, self.where, self.mark))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told = asyncio.ensure_future(super().__call__(scope, receive, send))
        held = asyncio.ensure_future(self.labs.held(self.user_id, self.mark))
        try:
            await asyncio.wait((told, held), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended = told.done()
            for part in (told, held):
                part.cancel()
            await asyncio.gather(told, held, return_exceptions=True)
            if self.inside:
                self.labs.leave(self.user_id, self.where, self.mark)
        if ended:
            told.result()  # what went wrong on the way is told to whoever runs the server


async def streamed(request: Request, who: Person, lines: AsyncIterator[Line], lang: str) -> Stream:
    """The lines of a lab that this person may begin now; Problem where they may not."""
    labs, where = labs_of(request), client_of(request)
    return Stream(labs, who, where, await labs.enter(who.user_id, where), spoken(lines, lang))


@router.post(
    "/workshop/check",
    responses={200: {"model": Checked, **LINES}, **described(401, 403, 404, 409)},
)
async def check(request: Request, body: Draft) -> Response:
    """Random games with every partner in which nothing may break; lines of JSON, the last has `done`."""
    who, title, file, words = await on_bench(request, body)
    spend(request, who, "lab")
    lines = labs_of(request).checked(title.id, file, words, who.user_id)
    return await streamed(request, who, lines, words.language)


@router.post(
    "/workshop/lab",
    responses={200: {"model": Measured, **LINES}, **described(401, 403, 404, 409)},
)
async def measure(request: Request, body: Experiment) -> Response:
    """How strong a unit is in games of bots, and what would bring it nearer to even; lines of JSON."""
    who, title, file, words = await on_bench(request, body)
    if not title.players[0] <= body.players <= title.players[1]:
        raise Problem(422, "bad_request", what="players")
    spend(request, who, "lab")
    hall, fingerprint = hall_of(request), option_of(file)[1].partition(" ")[0]
    most = min(body.games, max(LEAST, hall.settings.lab_games))

    def found(line: Line) -> None:
        figures = {key: line[key] for key in works.FIGURES if key in line}
        hall.spawn(gallery.note_figures(hall, title.id, fingerprint, figures))

    lines = labs_of(request).measured(title.id, file, words, who.user_id, body.players, most, found)
    return await streamed(request, who, lines, words.language)


@router.post("/workshop/prices", responses={200: {"model": Prices}, **described(401, 403, 404, 409)})
async def prices(request: Request, body: Place) -> Response:
    """What the regions of a sample map cost a unit, by the rules: with its sentences, and without them."""
    who, title, file, _ = await on_bench(request, body)
    limited(request, "prices")
    try:
        return answer(await labs_of(request).prices(title.id, file, body.seed, who.user_id))
    except (TimeoutError, BrokenExecutor) as error:
        raise Problem(409, "no_advice") from error
