"""Puzzles: the one of the day, the others, the table one thinks at, and what an answer is worth."""

import time
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium import puzzles
from terrarium.kernel import notation
from terrarium.kernel.contract import State
from terrarium.server.api import advice_models, models
from terrarium.server.api.common import answer, described, hall_of, language, limited, person, person_or_none, spend
from terrarium.server.api.games import shown_table
from terrarium.server.api.learning import gentle
from terrarium.server.bots import telling
from terrarium.server.errors import Problem
from terrarium.server.people import learning
from terrarium.server.room.moves import same_move

router = APIRouter(tags=["learning"])
PuzzleId = Annotated[str, Path(min_length=8, max_length=8, pattern="^[0-9a-f]+$")]


class PuzzleEntry(BaseModel):
    id: str
    title: str
    difficulty: int
    done: bool
    tries: int


class PuzzleList(BaseModel):
    day: str
    today: PuzzleEntry | None
    puzzles: list[PuzzleEntry]


class PuzzleTable(BaseModel):
    table: models.TableInfo
    puzzle: PuzzleEntry


class Try(models.Body):
    move: Annotated[str, Field(max_length=200)]
    """Empty: I give up and want to see the answer."""


class Verdict(BaseModel):
    right: bool
    tries: int
    margin: float | None
    each: int | None
    thought: advice_models.Thought | None


def thing_of(id: str) -> str:
    return f"puzzle {id}"


def _puzzle(request: Request, id: str) -> puzzles.Puzzle:
    found = puzzles.every().get(id)
    if found is None or found.title not in hall_of(request).titles:
        raise Problem(404, "not_found")
    return found


def _entry(puzzle: puzzles.Puzzle, known: dict[str, learning.Learnt]) -> dict[str, Any]:
    mine = known.get(thing_of(puzzle.id), learning.Learnt())
    return {
        "id": puzzle.id,
        "title": puzzle.title,
        "difficulty": puzzle.difficulty,
        "done": mine.done is not None,
        "tries": mine.tries,
    }


@router.get("/puzzles", responses={200: {"model": PuzzleList}, **described(401)})
async def listed(request: Request) -> Response:
    """The puzzle of the day (a day of UTC), and all there are."""
    hall = hall_of(request)
    known = await learning.learnt(hall, await person_or_none(request))
    day = datetime.fromtimestamp(time.time(), UTC).date()
    today = puzzles.of_day(day, tuple(hall.titles))
    found = [_entry(puzzle, known) for title in hall.titles for puzzle in puzzles.of_title(title)]
    return answer({"day": day.isoformat(), "today": None if today is None else _entry(today, known), "puzzles": found})


@router.post("/puzzles/{id}", responses={200: {"model": PuzzleTable}, **described(401, 403, 404)})
async def begin(request: Request, id: PuzzleId) -> Response:
    """A table with the position of a puzzle: nothing is told of its answer."""
    found = _puzzle(request, id)
    who = await person(request)
    limited(request, "lesson")
    spend(request, who, "game")
    hall = hall_of(request)
    scene = learning.Scene(thing_of(id), found.position, found.seat, gentle(found.title))
    room, _ = await learning.begin(hall, who, scene, await language(request), True)
    known = await learning.learnt(hall, who)
    return answer({"table": shown_table(hall, room, who), "puzzle": _entry(found, known)})


def position_of(request: Request, puzzle: puzzles.Puzzle) -> State:
    head, page = notation.read_line(puzzle.position)
    options: Any = page["options"]
    return hall_of(request).rooms.game(head, int(str(page["players"])), str(page["map"]), options).load(page)


@router.post("/puzzles/{id}/answer", responses={200: {"model": Verdict}, **described(401, 403, 404)})
async def judge(request: Request, id: PuzzleId, body: Try) -> Response:
    """Is this the answer? The explanation comes with the right one, or when I give up."""
    found = _puzzle(request, id)
    who = await person(request)
    limited(request, "puzzle")
    hall, thing = hall_of(request), thing_of(id)
    state = position_of(request, found)
    right = bool(body.move) and same_move(state, body.move, found.best)
    mine = (await learning.learnt(hall, who)).get(thing, learning.Learnt())
    tries = mine.tries + (1 if body.move else 0)
    if right and mine.done is None:
        await learning.note(hall, who, thing, tries=tries, done=time.time())
    else:
        await learning.note(hall, who, thing, tries=tries)
    told = right or not body.move
    thought = None
    if told:
        reason = msgspec.json.encode(found.thought).decode()
        thought = {"seq": 0, **telling.shown(state, found.seat, found.best, reason, True, True)}
    margin, each = (found.margin, found.each) if told else (None, None)
    return answer({"right": right, "tries": tries, "margin": margin, "each": each, "thought": thought})
