"""Lessons: what there is to learn, the table at which one learns it, and how far one has come."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium import bots, lessons
from terrarium.server.api import models
from terrarium.server.api.common import answer, described, hall_of, language, limited, person, person_or_none, spend
from terrarium.server.api.games import shown_table
from terrarium.server.api.library import TitleId
from terrarium.server.errors import Problem
from terrarium.server.people import learning

router = APIRouter(tags=["learning"])
LessonId = Annotated[str, Path(max_length=20, pattern="^[a-z_]+$")]
GENTLE = "casual"
MOST_STEPS = 20


class Entry(BaseModel):
    id: str
    name: str
    done: bool
    step: int


class CourseInfo(BaseModel):
    title: str
    lessons: list[Entry]


class Courses(BaseModel):
    courses: list[CourseInfo]


class SlipInfo(BaseModel):
    move: str
    text: str


class StepInfo(BaseModel):
    right: list[str]
    glow: list[int | str]
    arrows: list[list[int | str]]
    say: str
    do: str
    good: str
    bad: str
    slips: list[SlipInfo]


class LessonInfo(BaseModel):
    id: str
    name: str
    teaches: list[str]
    steps: list[StepInfo]


class Begun(BaseModel):
    table: models.TableInfo
    step: int


class Begin(models.Body):
    again: bool = False


class Reached(models.Body):
    step: Annotated[int, Field(ge=0, le=MOST_STEPS)]
    done: bool = False


def thing_of(title: str, lesson: str) -> str:
    return f"lesson {title}/{lesson}"


def gentle(title: str) -> str:
    """The level of bots that answer in lessons."""
    levels = bots.levels(title)
    return GENTLE if GENTLE in levels else levels[0]


def _lesson(request: Request, title: str, lesson: str) -> lessons.Lesson:
    found = lessons.course(title).find(lesson) if title in hall_of(request).titles else None
    if found is None:
        raise Problem(404, "not_found")
    return found


@router.get("/lessons", responses={200: {"model": Courses}, **described(401)})
async def courses(request: Request) -> Response:
    """The lessons of every title, and which of them I have done."""
    hall, lang = hall_of(request), await language(request)
    known = await learning.learnt(hall, await person_or_none(request))
    found = []
    for title in hall.titles:
        entries = []
        for lesson in lessons.course(title).lessons:
            mine = known.get(thing_of(title, lesson.id), learning.Learnt())
            done = mine.done is not None
            entries.append({"id": lesson.id, "name": lesson.name[lang], "done": done, "step": mine.step})
        if entries:
            found.append({"title": title, "lessons": entries})
    return answer({"courses": found})


@router.get("/lessons/{title}/{lesson}", responses={200: {"model": LessonInfo}, **described(404)})
async def one(request: Request, title: TitleId, lesson: LessonId) -> Response:
    """One lesson in words: what it says, asks for, and answers."""
    return answer(_lesson(request, title, lesson).told(await language(request)))


@router.post("/lessons/{title}/{lesson}", responses={200: {"model": Begun}, **described(401, 403, 404)})
async def begin(request: Request, title: TitleId, lesson: LessonId, body: Begin) -> Response:
    """The table of a lesson: where I left it, or `again` from its beginning."""
    found = _lesson(request, title, lesson)
    who = await person(request)
    limited(request, "lesson")
    spend(request, who, "game")
    scene = learning.Scene(thing_of(title, lesson), found.position, found.seat, gentle(title))
    hall = hall_of(request)
    room, step = await learning.begin(hall, who, scene, await language(request), body.again)
    return answer({"table": shown_table(hall, room, who), "step": min(step, len(found.steps))})


@router.put("/lessons/{title}/{lesson}", responses={200: {"model": Entry}, **described(401, 403, 404)})
async def reached(request: Request, title: TitleId, lesson: LessonId, body: Reached) -> Response:
    """I have come this far."""
    found = _lesson(request, title, lesson)
    who = await person(request)
    hall, thing = hall_of(request), thing_of(title, lesson)
    await learning.reached(hall, who, thing, body.step, body.done)
    mine = (await learning.learnt(hall, who))[thing]
    name = found.name[await language(request)]
    return answer({"id": lesson, "name": name, "done": mine.done is not None, "step": mine.step})
